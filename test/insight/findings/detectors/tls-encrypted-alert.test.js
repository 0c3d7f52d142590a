/** Handshakes of TLS 1.3 that an end broke off, read without keys: by the length of what it sent. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { ACK, Conversation, FIN, pcap, PSH, SYN } from '../../../support/packets/packets.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const OPTIONS = { mss: 1460, windowScale: 7, sackPermitted: true, timestamps: true };
const u16 = (/** @type {number} */ n) => [n >> 8, n & 255];
const filled = (/** @type {number} */ length) => new Array(length).fill(1);
const record = (/** @type {number} */ type, /** @type {number[]} */ body) => [type, 3, 3, ...u16(body.length), ...body];
/** Of one message. @param {number} type @param {number[]} body */
const handshake = (type, body) => record(22, [type, 0, ...u16(body.length), ...body]);
const sealed = (/** @type {number} */ length) => record(23, filled(length));
const versions = (/** @type {number[]} */ body) => [...u16(body.length + 4), ...u16(43), ...u16(body.length), ...body];

const CLIENT_HELLO = handshake(1, [3, 3, ...filled(32), 0, ...u16(2), 0x13, 1, 1, 0, ...versions([2, 3, 4])]);
const SERVER_PART = [...handshake(2, [3, 3, ...filled(32), 0, 0x13, 1, 0, ...versions([3, 4])]), ...sealed(900)];
const CHANGE = record(20, [1]);
const FINISHED = sealed(53);
const ALERT = sealed(19);
const TICKET = sealed(250);

/** @typedef {[side: 'client' | 'server', bytes: number[], waitNs?: number]} Said */

/**
 * What is found of TLS.
 * @param {Said[]} said behind the ClientHello and the server's part
 * @param {'client'|'server'} closes
 */
function found(said, closes) {
  const talk = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:443' });
  talk
    .send('client', { flags: SYN, ...OPTIONS })
    .send('server', { flags: SYN | ACK, ...OPTIONS, afterNs: 20e6 })
    .send('client', { flags: ACK });
  for (const [side, bytes, waitNs = 0] of /** @type {Said[]} */ ([
    ['client', CLIENT_HELLO],
    ['server', SERVER_PART],
    ...said,
  ])) {
    const afterNs = waitNs + (side === 'client' ? 1e5 : 20e6);
    talk.send(side, { flags: ACK | PSH, payload: Uint8Array.from(bytes), afterNs });
  }
  talk.send(closes, { flags: FIN | ACK }).send(closes === 'client' ? 'server' : 'client', { flags: FIN | ACK });
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return (findings ?? []).filter((/** @type {any} */ { code }) => code.startsWith('tls_'));
}

const codes = (/** @type {Said[]} */ said, /** @type {'client'|'server'} */ closes) =>
  found(said, closes).map((/** @type {any} */ { code }) => code);

/** @type {Said} */
const READY = ['client', [...CHANGE, ...FINISHED, ...sealed(120)]];

test('a server that ends with an alert behind the client’s Finished refused the client', () => {
  expect(found([READY, ['server', ALERT]], 'server')).toMatchObject([
    { code: 'tls_failed', severity: 'error', message: keptSentence(), evidence: { sender: 'server', confidence: 0.8 } },
  ]);
  expect(codes([READY, ['server', ALERT]], 'client')).toEqual(['tls_failed']);
});

test('a client that ends with an alert instead of its Finished refused the server', () => {
  for (const bytes of [ALERT, [...CHANGE, ...ALERT]]) {
    expect(found([['client', bytes]], 'client')).toMatchObject([
      { code: 'tls_failed', message: keptSentence(), evidence: { sender: 'client', confidence: 0.9 } },
    ]);
  }
});

test.each(
  /** @type {[string, Said[], 'client' | 'server'][]} */ ([
    ['a ticket came before it', [READY, ['server', TICKET], ['server', ALERT]], 'server'],
    ['an answer came before it', [READY, ['server', sealed(1200)], ['server', ALERT]], 'server'],
    [
      'the server waited for a request',
      [
        ['client', [...CHANGE, ...FINISHED]],
        ['server', ALERT, 5e9],
      ],
      'server',
    ],
    ['what came is no alert', [READY, ['server', sealed(20)]], 'server'],
    [
      'the client had finished',
      [
        ['client', [...CHANGE, ...FINISHED]],
        ['server', TICKET],
        ['client', ALERT],
      ],
      'client',
    ],
  ]),
)('it is no refusal where %s', (_, said, closes) => {
  expect(codes(said, closes)).not.toContain('tls_failed');
});
