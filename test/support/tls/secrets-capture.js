/** Captures in pcapng whose Decryption Secrets Blocks stand where they may. */
import { PcapngWriter } from '../../../lib/capture/writer.js';
import { secretsBlock } from '../../fuzz/capture-form.js';
import { http2Session } from '../../protocols/http2/http2-session.js';
import { Conversation } from '../packets/conversation.js';
import { ACK, FIN, PSH, SYN } from '../packets/frames.js';
import { concatBytes } from '../packets/packets.js';
import { tlsSession } from './tls-session.js';

/** @typedef {import('../duplex-pipe.js').Sent} Sent */
/** @typedef {{ sent: Sent[], keyLog: string }} Session */

const SEGMENT_BYTES = 1400;
const EPOCH_NS = 1_700_000_000_000_000_000n;
const TEXT = 'The sea gleamed far out in the last light of evening. '.repeat(60);

const request = (/** @type {string} */ path) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`;
const response = () => `HTTP/1.1 200 OK\r\nContent-Length: ${TEXT.length}\r\n\r\n${TEXT}`;

/**
 * Two requests at once, then a third, over HTTP/1.1.
 * @param {import('node:tls').ConnectionOptions} settings
 * @returns {Promise<Session>}
 */
export function http1OverTls(settings) {
  const texts = [request('/one') + request('/two'), response() + response(), request('/three'), response()];
  return tlsSession({
    settings: { ...settings, ALPNProtocols: ['http/1.1'] },
    content: texts.map((text, i) => ({ endpoint: i % 2 === 0 ? 0 : 1, bytes: new TextEncoder().encode(text) })),
  });
}

/** Requests at once over HTTP/2. @param {import('node:tls').ConnectionOptions} settings @returns {Promise<Session>} */
export async function http2OverTls(settings) {
  const content = await http2Session(
    ['/four', '/five', '/six'].map((path) => ({ headers: { ':path': path } })),
    TEXT,
  );
  return tlsSession({ settings: { ...settings, ALPNProtocols: ['h2'] }, content });
}

/** @param {Session} session @param {number} number of the connection */
function packetsOf({ sent }, number) {
  const conversation = new Conversation({ client: `10.0.0.1:${40_000 + number}`, server: '10.0.0.2:443' });
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK });
  conversation.send('client', { flags: ACK });
  for (const { endpoint, bytes } of sent) {
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
      conversation.send(endpoint === 0 ? 'client' : 'server', {
        flags: ACK | PSH,
        payload: bytes.slice(at, at + SEGMENT_BYTES),
        afterNs: 1e6,
      });
    }
  }
  conversation.send('client', { flags: ACK | FIN });
  conversation.send('server', { flags: ACK | FIN });
  return conversation.packets;
}

/**
 * The sessions side by side, each a connection.
 * @param {Session[]} sessions
 * @param {number[]} places of each session's secrets: before which packet; Infinity: behind all
 * @returns {Uint8Array}
 */
export function secretsCapture(sessions, places) {
  const writer = new PcapngWriter();
  const packets = sessions.flatMap(packetsOf).sort((a, b) => a.timeNs - b.timeNs);
  const secretsAt = (/** @type {(place: number) => boolean} */ isThere) =>
    sessions.filter((_, i) => isThere(places[i])).map(({ keyLog }) => secretsBlock(keyLog));
  return concatBytes(
    writer.header(),
    writer.interface({ linkType: 1 }),
    ...packets.flatMap(({ bytes, timeNs }, i) => [
      ...secretsAt((place) => place === i),
      writer.packet({ epochNs: EPOCH_NS + BigInt(timeNs), data: bytes }),
    ]),
    ...secretsAt((place) => place >= packets.length),
  );
}
