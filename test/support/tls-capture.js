import { Conversation } from './conversation.js';
import { ACK, FIN, PSH, SYN } from './frames.js';
import { pcapBytes } from './pcap-bytes.js';
import { tlsSession } from './tls-session.js';

const SEGMENT_BYTES = 1400;

/**
 * A capture of one TLS connection, with its key log.
 * @param {Parameters<typeof tlsSession>[0]} options
 * @returns {Promise<{ capture: Uint8Array, keyLog: string }>}
 */
export async function tlsCapture(options) {
  const { sent, keyLog } = await tlsSession(options), conversation = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:443' });
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK });
  conversation.send('client', { flags: ACK });
  for (const { endpoint, bytes } of sent) {
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
      conversation.send(endpoint === 0 ? 'client' : 'server', { flags: ACK | PSH, payload: bytes.slice(at, at + SEGMENT_BYTES), afterNs: 1e6 });
    }
  }
  conversation.send('client', { flags: ACK | FIN });
  conversation.send('server', { flags: ACK | FIN });
  return { capture: pcapBytes(conversation.packets), keyLog };
}
