import { CaptureReader } from '../../../lib/capture/reader.js';
import { createCore } from '../../../lib/engine/engine.js';
import { PacketDecoder } from '../../../lib/packet/decoder.js';
import { Http1Parser } from '../../../lib/protocols/http1/parser.js';
import { MessageAnalysis } from '../../../lib/protocols/message-analysis.js';
import { TcpTracker } from '../../../lib/tcpflow/tracker.js';
import { ACK, Conversation, FIN, pcap, SYN } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';

/**
 * What HTTP makes of a capture, and how often it was called for it.
 * @param {Uint8Array} capture @param {boolean} skim
 */
function analyse(capture, skim) {
  const core = createCore();
  const tcp = new TcpTracker(core);
  const messages = new MessageAnalysis({ keep: true, flows: tcp.flows, http1: new Http1Parser(core) });
  let calls = 0;
  tcp.handTo({
    needle: skim ? messages.needle : undefined,
    onData: (...args) => messages.onData(...args),
    onGap(...args) {
      calls++;
      return messages.onGap(...args);
    },
    onEnd: (...args) => messages.onEnd(...args),
  });
  const decoder = new PacketDecoder({ batch: tcp.batch, core: tcp.decoderCore, onSegments: () => tcp.track() });
  const reader = new CaptureReader({ onFrames: (frames) => decoder.decode(frames), batch: decoder.frameBatch });
  const [chunk] = decoder.chunks;
  chunk.set(capture);
  reader.push(chunk.subarray(0, capture.length));
  reader.end();
  tcp.end();
  const found = {
    messages: messages.messagesOf(0).map((row) => messages.describe(row)),
    counts: messages.counts(0),
    protocol: messages.protocolOf(0),
    warnings: messages.warningsOf(0),
  };
  return { found, calls };
}

/** @typedef {[side: 'client'|'server', payload: string]} Sent */

/** @param {Sent[]} sent @param {number} snapLength */
function capture(sent, snapLength) {
  const conversation = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:8000' });
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK });
  for (const [side, payload] of sent) conversation.send(side, { payload: new TextEncoder().encode(payload) });
  conversation.send('server', { flags: FIN | ACK });
  return pcap(conversation.packets, { snapLength });
}

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const LONG_GET = `GET /${'a'.repeat(200)} HTTP/1.1\r\nHost: a\r\n\r\n`;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const CUT_OK = `HTTP/1.1 200 OK\r\nServer: ${'s'.repeat(100)}\r\nContent-Length: 9000\r\n\r\n`;
const BODY = 'x'.repeat(1400);

/**
 * A client's bytes wake the paused server's direction, whose next ones are no start: it pauses again before the answer
 * that follows.
 * @type {Sent[]}
 */
const WOKEN = [
  ['client', GET],
  ['server', OK],
  ['client', BODY],
  ['server', BODY],
  ['server', CUT_OK],
];

test('messages are the same with and without skimming', () => {
  const side = fc.constantFrom(/** @type {const} */ ('client'), /** @type {const} */ ('server'));
  const sent = fc.oneof(
    fc.constantFrom(
      /** @type {Sent} */ (['client', GET]),
      /** @type {Sent} */ (['client', LONG_GET]),
      /** @type {Sent} */ (['server', OK]),
      /** @type {Sent} */ (['server', CUT_OK]),
      /** @type {Sent} */ (['server', BODY]),
    ),
    fc.tuple(
      side,
      fc.constantFrom(
        GET,
        OK,
        LONG_GET,
        CUT_OK,
        BODY,
        'HTTP/',
        `HTTP${BODY}`,
        `${BODY}HTTP/1.1 200 OK\r\n\r\n`,
        `abc HTTP/1.0\r\n${BODY}`,
        'x',
      ),
    ),
  );
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 25 }), fc.integer({ min: 60, max: 140 }), (list, snapLength) => {
      const bytes = capture(list, snapLength);
      expect(analyse(bytes, true).found).toEqual(analyse(bytes, false).found);
    }),
    { numRuns: 100, examples: [[WOKEN, 71]] },
  );
});

test('cut segments of a download are not looked at, from the next batch on', () => {
  /** @type {Sent[]} */
  const sent = [
    ['client', LONG_GET],
    ['server', CUT_OK],
    ...Array.from({ length: 3000 }, () => /** @type {Sent} */ (['server', BODY])),
  ];
  const bytes = capture(sent, 96);
  const skimmed = analyse(bytes, true);
  expect(skimmed.calls).toBeLessThan(1024);
  expect(analyse(bytes, false).calls).toBeGreaterThan(3000);
});
