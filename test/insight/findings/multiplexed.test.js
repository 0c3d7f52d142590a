/** Findings about connections that several requests share. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { http2Session } from '../../protocols/http2/http2-session.js';
import { muxBytes } from '../../support/mux.js';
import { Conversation } from '../../support/packets/conversation.js';
import { ACK, PSH, SYN } from '../../support/packets/frames.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';
import { sentCapture } from '../../support/packets/sent-capture.js';

/** @typedef {Parameters<typeof muxBytes>[1]} Message */

const WINDOW_UPDATE = 8;
const ROUND_TRIP_NS = 40e6;
const GET = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';

/** @param {Uint8Array} capture @returns {Record<string, string>} what was found, in words, by code */
function foundIn(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  const { findings } = /** @type {{ findings: { code: string, message: string }[] }} */ (
    analysis.connections.describe(0)
  );
  return Object.fromEntries((findings ?? []).map(({ code, message }) => [code, message]));
}

/**
 * The client says something, and the server answers a round trip later, again and again.
 * @param {{ asked: Message[], answered: Message[] }[]} exchanges
 */
function captureOf(exchanges) {
  const conversation = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:8001' });
  const bytes = (/** @type {Message[]} */ messages) =>
    Buffer.concat(messages.map((message) => muxBytes('1998', message)));
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK, afterNs: ROUND_TRIP_NS });
  conversation.send('client', { flags: ACK });
  for (const { asked, answered } of exchanges) {
    conversation.send('client', { flags: ACK | PSH, payload: bytes(asked), afterNs: 1e6 });
    conversation.send('server', { flags: ACK | PSH, payload: bytes(answered), afterNs: ROUND_TRIP_NS });
  }
  return pcapBytes(conversation.packets);
}

test('granting credit is not asking: of MUX, requests alone are exchanges', () => {
  const first = {
    asked: [
      { session: 2, syn: 80 },
      { session: 2, payload: GET, fin: true },
    ],
    answered: [{ session: 2, payload: 'HTTP/1.1 200 OK\r\nContent-Length: 36000\r\n\r\n' }],
  };
  const grants = Array.from({ length: 40 }, () => ({
    asked: [{ session: 2, credit: 900 }],
    answered: [{ session: 2, payload: 'b'.repeat(900) }],
  }));
  const granted = Object.keys(foundIn(captureOf([first, ...grants])));
  expect(granted).toContain('mux_lone_credits');
  expect(granted).not.toContain('one_exchange_at_a_time');
  const requests = Array.from({ length: 40 }, (_, k) => ({
    asked: [
      { session: 2 * k + 2, syn: 80 },
      { session: 2 * k + 2, payload: GET, fin: true },
    ],
    answered: [{ session: 2 * k + 2, payload: 'HTTP/1.1 204 No Content\r\n\r\n', fin: true }],
  }));
  expect(foundIn(captureOf(requests)).one_exchange_at_a_time).toMatch(/^39 times /);
});

test('credit that goes along with what is asked makes no segment of its own', () => {
  const exchanges = (/** @type {boolean} */ isAlone) =>
    Array.from({ length: 20 }, (_, k) => {
      const asks = [
        { session: 2 * k + 2, syn: 80 },
        { session: 2 * k + 2, payload: GET, fin: true },
      ];
      const answered = [{ session: 2 * k + 2, payload: 'HTTP/1.1 204 No Content\r\n\r\n', fin: true }];
      const credit = { session: 2 * k + 2, credit: 900 };
      return isAlone
        ? [
            { asked: asks, answered: [] },
            { asked: [credit], answered },
          ]
        : [{ asked: [...asks, credit], answered }];
    }).flat();
  const found = [true, false].map((isAlone) => 'mux_lone_credits' in foundIn(captureOf(exchanges(isAlone))));
  expect(found).toEqual([true, false]);
});

test('a few packets are looked at where a window held data back for long', async () => {
  const sent = await http2Session([{ headers: { ':path': '/a' } }], 'x'.repeat(4000), { initialWindowSize: 3000 });
  const opened = sent.findIndex(({ endpoint, bytes }) => endpoint === 0 && bytes[3] === WINDOW_UPDATE);
  const found = (/** @type {number} */ waitNs) =>
    foundIn(sentCapture(sent.map((one, k) => ({ ...one, afterNs: k === opened ? waitNs : 1e6 })))).http2_flow_control;
  expect(found(2e9)).toMatch(/^For 2\.00 s of 2\.0\d s the server had used up the window of 1 stream, /);
  expect(found(10e6)).toBeUndefined();
});

test('windows of streams that are never used up hold nothing back', async () => {
  const requests = [{ headers: { ':path': '/a' } }, { headers: { ':path': '/b' } }];
  const sent = await http2Session(requests, 'x'.repeat(20_000), { initialWindowSize: 1_000_000 });
  expect(foundIn(sentCapture(sent)).http2_flow_control).toBeUndefined();
});

test("the connection's window is none of a stream's", async () => {
  const slowed = async (/** @type {number} */ initialWindowSize, /** @type {number} */ bytes) => {
    const sent = await http2Session(
      [{ headers: { ':path': '/a' } }, { headers: { ':path': '/b' } }],
      'x'.repeat(bytes),
      { initialWindowSize },
    );
    return foundIn(sentCapture(sent)).http2_flow_control;
  };
  expect(await slowed(3000, 200_000)).toMatch(/had used up the windows of 2 streams, /);
});
