import { Conversation } from './conversation.js';
import { ACK, FIN, PSH, SYN } from './frames.js';
import { pcapBytes } from './pcap-bytes.js';

const SEGMENT_BYTES = 1400;

/**
 * A capture of one connection.
 * @param {{ endpoint: number, bytes: Uint8Array, uncaptured?: boolean, afterNs?: number }[]} sent
 * @returns {Uint8Array}
 */
export function sentCapture(sent) {
  const conversation = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:443' });
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK });
  conversation.send('client', { flags: ACK });
  for (const { endpoint, bytes, uncaptured, afterNs = 1e6 } of sent) {
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
      conversation.send(endpoint === 0 ? 'client' : 'server', {
        flags: ACK | PSH,
        payload: bytes.slice(at, at + SEGMENT_BYTES),
        afterNs: at === 0 ? afterNs : 1e6,
        uncaptured,
      });
    }
  }
  conversation.send('client', { flags: ACK | FIN });
  conversation.send('server', { flags: ACK | FIN });
  return pcapBytes(conversation.packets);
}
