/**
 * What the engine reads of HTTP/1 in the segments comes out as where the reassembler hands it all bytes, whatever comes
 * in between.
 */
import { CaptureReader } from '../../../lib/capture/reader.js';
import { createCore } from '../../../lib/engine/engine.js';
import { PacketDecoder } from '../../../lib/packet/decoder.js';
import { Http1Parser } from '../../../lib/protocols/http1/parser.js';
import { MessageAnalysis } from '../../../lib/protocols/message-analysis.js';
import { TcpTracker } from '../../../lib/tcpflow/tracker.js';
import { ACK, Conversation, FIN, merge, pcap, RST, SYN } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';

/** @typedef {{ tcp: TcpTracker, messages: MessageAnalysis, calls: number }} Analysed */

/** All that is told of the messages. @param {Analysed} analysed */
const told = ({ tcp, messages }) =>
  Array.from({ length: tcp.flows.count }, (_, flow) => ({
    messages: messages.messagesOf(flow).map((row) => messages.describe(row)),
    rows: messages.messagesOf(flow),
    counts: messages.counts(flow),
    protocol: messages.protocolOf(flow),
    warnings: messages.warningsOf(flow),
    client: tcp.flows.clientEndpoint(flow),
    conflicts: tcp.reassembler?.conflicts.of(flow),
    open: messages.openConnections,
  }));

/**
 * @param {Uint8Array} capture
 * @param {{ inSegments: boolean, keep?: boolean, lookAfter?: number }} options `lookAfter`: bytes after which somebody
 *   looks at all
 * @returns {Analysed & { inBetween: ReturnType<typeof told> }}
 */
function analyse(capture, { inSegments, keep = true, lookAfter = capture.length }) {
  const core = createCore();
  const tcp = new TcpTracker(core);
  const http1 = new Http1Parser(core);
  const messages = new MessageAnalysis({ keep, flows: tcp.flows, http1, isInStreams: inSegments });
  const analysed = { tcp, messages, calls: 0 };
  tcp.handTo({
    needle: messages.needle,
    onBatch: messages.onBatch,
    onGap: (...args) => messages.onGap(...args),
    onEnd: (...args) => messages.onEnd(...args),
    onData(...args) {
      analysed.calls++;
      return messages.onData(...args);
    },
  });
  const decoder = new PacketDecoder({ batch: tcp.batch, core, onSegments: () => tcp.track() });
  const reader = new CaptureReader({ onFrames: (frames) => decoder.decode(frames), batch: decoder.frameBatch });
  const [chunk] = decoder.chunks;
  const push = (/** @type {Uint8Array} */ part) => {
    for (let at = 0; at < part.length; at += chunk.length) {
      const piece = part.subarray(at, at + chunk.length);
      chunk.set(piece);
      reader.push(chunk.subarray(0, piece.length));
    }
  };
  push(capture.subarray(0, lookAfter));
  const inBetween = keep ? told(analysed) : [];
  push(capture.subarray(lookAfter));
  reader.end();
  tcp.end();
  return { ...analysed, inBetween };
}

/** @typedef {[side: 'client'|'server', what: import('../../support/packets/conversation.js').Sending]} Sent */

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const sent = (/** @type {'client'|'server'} */ side, /** @type {string} */ text) =>
  /** @type {Sent} */ ([side, { payload: bytesOf(text) }]);

/**
 * @param {Sent[]} all
 * @param {Partial<import('../../support/packets/conversation.js').ConversationOptions>} [options]
 */
function conversation(all, options) {
  const made = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:8000', ...options });
  if (!options?.established) {
    made.send('client', { flags: SYN });
    made.send('server', { flags: SYN | ACK });
  }
  for (const [side, what] of all) made.send(side, what);
  return made.packets;
}

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /a HTTP/1.1\r\nContent-Length: 7\r\n\r\n';
const HEAD = 'HEAD /a HTTP/1.0\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
const NONE = 'HTTP/1.1 304 Not Modified\r\n\r\n';
const TO_END = 'HTTP/1.0 200 OK\r\n\r\n';
const LONG_GET = `GET /a HTTP/1.1\r\nHost: ${'a'.repeat(200)}\r\n\r\n`;
const LONG_PATH = `GET /${'a'.repeat(200)} HTTP/1.1\r\n\r\n`;
const LONG_OK = `HTTP/1.1 200 OK\r\nServer: ${'s'.repeat(200)}\r\nContent-Length: 900\r\n\r\n`;
const BODY = `GE x HTTP/1.1 HTTP/1.x ${'x'.repeat(100)}`;
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const CHUNKED_POST = 'POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
const TEXTS = [
  GET,
  `${GET}${GET}`,
  POST,
  `${POST}1234567`,
  HEAD,
  '1234567',
  '1234',
  OK,
  `${OK}12345`,
  `${OK}12`,
  '345',
  NONE,
  TO_END,
  `${NONE}${OK}12345`,
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  '3\r\nabc\r\n0\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 204 No\n\n',
  'CONNECT a:1 HTTP/1.1\r\n\r\n',
  'HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n',
  'GET /b HTTP',
  '/1.1\r\n\r\n',
  `\r\n${GET}`,
  'x',
  '\x16\x03\x01\x00\x05\x01',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n',
  'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
];
const side = fc.constantFrom(/** @type {const} */ ('client'), /** @type {const} */ ('server'));
/** Nearly always what is to be expected next, so that what is plain goes on for a while. */
const plainTurn = fc.constantFrom(
  [sent('client', GET), sent('server', `${OK}12345`)],
  [sent('client', GET), sent('server', `${OK}1`), sent('server', '23'), sent('server', '45')],
  [sent('client', `${POST}12`), sent('client', '34567'), sent('server', NONE)],
  [sent('client', HEAD), sent('server', OK)],
  [
    sent('client', 'CONNECT a:1 HTTP/1.1\r\n\r\n'),
    sent('server', `HTTP/1.1 407 Who\r\nContent-Length: 5\r\n\r\n12345`),
  ],
  [sent('client', POST), sent('server', `${OK}12345`), sent('client', '1234567')],
  [sent('client', GET), sent('server', TO_END), sent('server', '12345')],
);
/**
 * Requests ahead of their answers: in one segment or several, answers in one, cut anywhere, or before all requests were
 * sent; some are never answered.
 */
const pipelinedTurn = fc
  .tuple(
    fc.array(fc.constantFrom(GET, GET, HEAD, `${POST}1234567`), { minLength: 2, maxLength: 19 }),
    fc.array(
      fc.constantFrom(
        `${OK}12345`,
        `${OK}12345`,
        NONE,
        OK,
        `${CHUNKED}3\r\nabc\r\n0\r\n\r\n`,
        'HTTP/1.1 100 Continue\r\n\r\n',
      ),
      { maxLength: 20 },
    ),
    fc.array(fc.tuple(side, fc.integer({ min: 1, max: 120 }), fc.constantFrom(10_000, 10_000, 10_000, 0, -30_000)), {
      maxLength: 8,
    }),
    fc.boolean(),
  )
  .map(([requests, answers, pieces, isBehind]) => {
    const left = { client: requests.join(''), server: answers.join('') };
    /** @type {Sent[]} */
    const turns = [];
    const next = (/** @type {'client'|'server'} */ who, /** @type {number} */ length, afterNs = 10_000) => {
      if (left[who] !== '') turns.push([who, { payload: bytesOf(left[who].slice(0, length)), afterNs }]);
      left[who] = left[who].slice(length);
    };
    if (isBehind) next('client', Infinity);
    for (const [who, length, afterNs] of pieces) next(who, length, afterNs);
    next('client', Infinity);
    next('server', Infinity);
    return turns;
  });
/**
 * Messages in chunks that come in pieces which end anywhere, the first with the head or behind it; some are no chunks.
 */
const chunkedTurn = fc
  .tuple(
    fc.constantFrom(
      '3\r\nabc\r\n0\r\n\r\n',
      '3;x=y\r\nabc\r\nA \r\n0123456789\r\n0\r\nX: y\r\n\r\n',
      '5\nabcde\n0\n\n',
      '2\r\nabc\r\n',
      'x\r\n',
      '1f\r\n0123456789',
    ),
    fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
    fc.constantFrom(CHUNKED, CHUNKED_POST),
    fc.integer({ min: 0, max: 30 }),
  )
  .map(([body, lengths, head, withHead]) => {
    const who = head === CHUNKED ? 'server' : 'client';
    const pieces = [];
    let at = Math.min(withHead, body.length);
    for (const length of lengths) pieces.push(sent(who, body.slice(at, (at += length))));
    const before = who === 'server' ? [sent('client', GET)] : [];
    const behind = who === 'server' ? [] : [sent('server', NONE)];
    return [...before, sent(who, head + body.slice(0, withHead)), ...pieces, sent(who, body.slice(at)), ...behind];
  })
  .map((turns) => turns.filter(([, { payload }]) => payload === undefined || payload.length > 0));
const oddTurn = fc
  .tuple(
    side,
    fc.record({
      payload: fc.constantFrom(...TEXTS).map(bytesOf),
      flags: fc.constantFrom(ACK, ACK, ACK, ACK, ACK | FIN, ACK | RST, ACK | SYN),
      lateNs: fc.constantFrom(0, 0, 0, 25_000),
      twice: fc.constantFrom(false, false, true),
      uncaptured: fc.constantFrom(false, false, false, true),
      snapLength: fc.constantFrom(65535, 65535, 65535, 70),
      afterNs: fc.constantFrom(10_000, 10_000, 50_000_000, -30_000),
    }),
  )
  .map((turn) => [/** @type {Sent} */ (turn)]);
/**
 * What the snap length leaves of a segment, 54 bytes of headers before it: start lines whole or in part, ends of heads,
 * nothing.
 */
const cutTurn = fc
  .tuple(
    fc.constantFrom(54, 58, 63, 70, 76, 84, 90),
    fc.constantFrom(
      [sent('client', LONG_GET), sent('server', LONG_OK)],
      [sent('client', LONG_GET), sent('server', LONG_OK), sent('server', BODY), sent('server', 'x\nH')],
      [sent('client', LONG_PATH), sent('server', LONG_OK), sent('server', BODY)],
      [sent('client', LONG_GET), sent('server', `${NONE}${LONG_OK}`)],
      [sent('client', GET), sent('server', LONG_OK), sent('server', `\n${LONG_OK}`)],
      [sent('client', BODY), sent('server', BODY)],
    ),
    fc.constantFrom(10_000, 10_000, -30_000),
  )
  .map(([snapLength, turns, afterNs]) =>
    turns.map(([who, what]) => /** @type {Sent} */ ([who, { ...what, snapLength, afterNs }])),
  );
const endTurn = fc
  .tuple(side, fc.constantFrom(FIN | ACK, FIN | ACK, RST, ACK))
  .map(([who, flags]) => [/** @type {Sent} */ ([who, { flags }])]);
const script = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: plainTurn },
      { weight: 3, arbitrary: pipelinedTurn },
      { weight: 3, arbitrary: chunkedTurn },
      { weight: 4, arbitrary: cutTurn },
      { weight: 2, arbitrary: oddTurn },
      { weight: 1, arbitrary: endTurn },
    ),
    { maxLength: 12 },
  )
  .map((turns) => turns.flat());

test('messages, counts, warnings and conflicts are the same, looked at in between or not', () => {
  fc.assert(
    fc.property(
      script,
      script,
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (first, second, established, share) => {
        const bytes = pcap(
          merge(conversation(first), conversation(second, { client: '10.0.0.3:50000', startNs: 5000, established })),
        );
        const lookAfter = Math.floor(share * bytes.length);
        const core = analyse(bytes, { inSegments: true, lookAfter });
        const plain = analyse(bytes, { inSegments: false, lookAfter });
        expect(core.inBetween).toEqual(plain.inBetween);
        expect(told(core)).toEqual(told(plain));
        expect(told(analyse(bytes, { inSegments: true }))).toEqual(told(analyse(bytes, { inSegments: false })));
        const counted = analyse(bytes, { inSegments: true, keep: false }).messages;
        for (let flow = 0; flow < core.tcp.flows.count; flow++) {
          expect(counted.counts(flow)).toEqual(plain.messages.counts(flow));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a response whose chunks are none is followed by another', () => {
  const bytes = pcap(
    conversation([
      sent('client', GET),
      sent('server', `${CHUNKED}x\r\n`),
      sent('client', GET),
      sent('server', `${OK}12345`),
    ]),
  );
  const core = analyse(bytes, { inSegments: true });
  expect(told(core)).toEqual(told(analyse(bytes, { inSegments: false })));
  expect(core.messages.counts(0)).toMatchObject({ requests: 2, responses: 2 });
});

test('the content of gRPC-Web is read where the segments lie', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web\r\nContent-Length: 27\r\n\r\n';
  const turns = [
    sent('client', GET),
    sent('server', `${head}\0\0\0\0`),
    sent('server', '\u0002ab\x80\0\0\0\u000f'),
    sent('server', 'grpc-status:8\r\n'),
    sent('client', GET),
    sent('server', `${OK}12345`),
  ];
  const bytes = pcap(conversation(turns));
  const core = analyse(bytes, { inSegments: true });
  expect(told(core)).toEqual(told(analyse(bytes, { inSegments: false })));
  expect([core.calls, told(core)[0].messages[1]]).toMatchObject([
    0,
    { outcome: 'RESOURCE_EXHAUSTED', grpcMessages: { count: 1, bytes: 2, complete: true } },
  ]);
});

test('what is plain is not handed on, from the request to both ends', () => {
  const turns = [
    sent('client', GET),
    sent('server', `${OK}1`),
    sent('server', '2345'),
    sent('client', `${POST}1234567`),
    sent('server', TO_END),
    sent('server', 'abc'),
  ];
  const bytes = pcap(conversation([...turns, ['server', { flags: FIN | ACK }], ['client', { flags: FIN | ACK }]]));
  const { calls, messages } = analyse(bytes, { inSegments: true });
  expect([calls, messages.openConnections, messages.counts(0)]).toEqual([
    0,
    0,
    { requests: 2, responses: 2, pipelinedRequests: 0, maxPipelineDepth: 1 },
  ]);
  expect(
    messages
      .messagesOf(0)
      .map((row) => messages.describe(row))
      .map(({ bodyBytes, complete, pair }) => [bodyBytes, complete, pair]),
  ).toEqual([
    [0, true, 1],
    [5, true, 0],
    [7, true, 3],
    [3, true, 2],
  ]);
});

/** @type {Sent[]} */
const ENDS = [
  ['server', { flags: FIN | ACK }],
  ['client', { flags: FIN | ACK }],
];

test('nor requests that are sent ahead of their answers', () => {
  const ahead = (/** @type {number} */ count) =>
    pcap(
      conversation([
        sent('client', `${GET}${HEAD}`.repeat(count / 2)),
        sent('server', `${OK}12345${OK}`),
        sent('client', GET),
        sent('server', `${OK}12345${OK}`.repeat(count / 2 - 1)),
        sent('server', `${OK}1`),
        sent('server', '2345'),
        ...ENDS,
      ]),
    );
  const { calls, messages } = analyse(ahead(16), { inSegments: true });
  const more = analyse(ahead(200), { inSegments: true });
  expect([calls, messages.openConnections, messages.counts(0)]).toEqual([
    0,
    0,
    { requests: 17, responses: 17, pipelinedRequests: 16, maxPipelineDepth: 16 },
  ]);
  const rows = messages.messagesOf(0).map((row) => messages.describe(row));
  const answers = rows.filter(({ status }) => status === 200);
  expect(answers.map(({ pair }) => pair)).toEqual(
    rows.filter(({ status }) => status === null).map(({ index }) => index),
  );
  expect(answers.map(({ bodyBytes }) => bodyBytes)).toEqual(
    Array.from({ length: 17 }, (_, i) => (i % 2 === 0 ? 5 : 0)),
  );
  expect([more.calls, told(more)]).toEqual([0, told(analyse(ahead(200), { inSegments: false }))]);
});

test.each([
  [
    'in a body',
    [sent('client', GET), sent('server', `${OK.replace('5', '50')}1`)],
    '2'.repeat(40),
    ['2'.repeat(9), ...Array.from({ length: 5 }, () => `${OK}12345`)],
  ],
  [
    'in chunks',
    [sent('client', GET), sent('server', CHUNKED)],
    '4\r\nabcd\r\n',
    ['3\r\nxyz\r\n0\r\n\r\n', ...Array.from({ length: 5 }, () => `${OK}12345`)],
  ],
  ['between messages', [sent('client', GET)], `${OK}12345`, Array.from({ length: 6 }, () => `${OK}12345`)],
])('a segment that comes late goes by the reassembler, what follows does not: %s', (_, before, late, answers) => {
  const [next, ...others] = answers;
  const rest = others.flatMap((answer) => [sent('client', GET), sent('server', answer)]);
  const turns = /** @type {Sent[]} */ ([
    ...before,
    ['server', { payload: bytesOf(late), lateNs: 25_000 }],
    sent('server', next),
    ['client', { afterNs: 100_000 }],
    ...rest,
    ...ENDS,
  ]);
  const core = analyse(pcap(conversation(turns)), { inSegments: true });
  expect(told(core)).toEqual(told(analyse(pcap(conversation(turns)), { inSegments: false })));
  expect(core.calls).toBeLessThanOrEqual(3);
});

test.each([
  ['a tunnel', [sent('server', 'HTTP/1.1 200 OK\r\n\r\n'), sent('client', GET), sent('server', `${OK}12345`)]],
  [
    'a tunnel after a refusal',
    [
      sent('server', 'HTTP/1.1 407 Who\r\nContent-Length: 5\r\n\r\n12345'),
      sent('client', 'CONNECT a:1 HTTP/1.1\r\n\r\n'),
      sent('server', 'HTTP/1.1 200 OK\r\n\r\n'),
      sent('client', '\x16\x03\x01\x00\x05\x01'),
      sent('server', 'abc'),
    ],
  ],
])('behind a CONNECT another protocol is read: %s', (_, turns) => {
  for (const before of [[], [sent('client', GET), sent('server', `${OK}12345`)]]) {
    const bytes = pcap(conversation([...before, sent('client', 'CONNECT a:1 HTTP/1.1\r\n\r\n'), ...turns, ...ENDS]));
    expect(told(analyse(bytes, { inSegments: true }))).toEqual(told(analyse(bytes, { inSegments: false })));
  }
});

test('many messages in one batch', () => {
  const turns = Array.from({ length: 60 }, () => [
    sent('client', GET.repeat(15)),
    sent('server', NONE.repeat(15)),
  ]).flat();
  const others = Array.from({ length: 11 }, (_, i) =>
    conversation(turns, { client: `10.0.0.${i + 3}:50000`, startNs: i }),
  );
  const bytes = pcap(merge(...others));
  expect(told(analyse(bytes, { inSegments: true }))).toEqual(told(analyse(bytes, { inSegments: false })));
});

test('more bytes of heads than there is room for at once', () => {
  const head = (/** @type {number} */ n) => `GET /${n} HTTP/1.1\r\nCookie: ${'c'.repeat(1200)}${n}\r\n\r\n`;
  const turns = Array.from({ length: 400 }, (_, n) => [sent('client', head(n)), sent('server', NONE)]).flat();
  const bytes = pcap(conversation([...turns, ...ENDS]));
  const core = analyse(bytes, { inSegments: true });
  expect([core.calls, told(core)]).toEqual([0, told(analyse(bytes, { inSegments: false }))]);
});

test.each([
  [ENDS],
  [[...ENDS].reverse()],
  [/** @type {Sent[]} */ ([['client', { payload: bytesOf(GET), flags: FIN | ACK }], ENDS[0]])],
])('where the server never answers nothing counts as sent ahead: %#', (ends) => {
  const bytes = pcap(conversation([sent('client', GET), sent('client', GET), ...ends]));
  const core = analyse(bytes, { inSegments: true });
  expect(told(core)).toEqual(told(analyse(bytes, { inSegments: false })));
  expect(core.messages.counts(0)).toMatchObject({ responses: 0, pipelinedRequests: 0 });
});

test('nor what comes in chunks', () => {
  const turns = [
    sent('client', GET),
    sent('server', `${CHUNKED}5\r\nab`),
    sent('server', 'cde\r'),
    sent('server', '\n1'),
    sent('server', '0;a=b\r\n0123456789abcdef\r\n0\r\nX: y\r\n'),
    sent('server', '\r\n'),
    sent('client', GET),
    sent('server', NONE),
  ];
  const { calls, messages } = analyse(
    pcap(conversation([...turns, ['server', { flags: FIN | ACK }], ['client', { flags: FIN | ACK }]])),
    { inSegments: true },
  );
  expect([
    calls,
    messages
      .messagesOf(0)
      .map((row) => messages.describe(row))
      .map(({ bodyBytes, complete, pair }) => [bodyBytes, complete, pair]),
  ]).toEqual([
    0,
    [
      [0, true, 1],
      [21, true, 0],
      [0, true, 3],
      [0, true, 2],
    ],
  ]);
});

test('nor what the snap length left the start lines of, whether they tell or not', () => {
  const all = [
    sent('client', LONG_GET),
    sent('server', LONG_OK),
    sent('server', BODY),
    sent('client', LONG_PATH),
    sent('server', LONG_OK),
    sent('server', BODY),
    sent('client', LONG_GET),
    sent('server', LONG_OK),
  ];
  const short = [sent('client', LONG_GET), sent('server', LONG_OK), sent('server', BODY)].map(
    ([who, what]) => /** @type {Sent} */ ([who, { ...what, snapLength: 63 }]),
  );
  const ends = /** @type {Sent[]} */ ([
    ['server', { flags: FIN | ACK }],
    ['client', { flags: FIN | ACK }],
  ]);
  const cut = all.map(([who, what]) => /** @type {Sent} */ ([who, { ...what, snapLength: 84 }]));
  const other = conversation([...short, ...ends], { client: '10.0.0.3:50000', startNs: 1e9 });
  const { calls, messages } = analyse(pcap([...conversation([...cut, ...ends]), ...other]), { inSegments: true });
  expect([calls, messages.openConnections]).toEqual([0, 0]);
  expect(
    messages
      .messagesOf(0)
      .map((row) => messages.describe(row))
      .map(({ status, notes, complete, pair }) => [status, notes.join(), complete, pair]),
  ).toEqual([
    [null, 'head_cut', false, 1],
    [200, 'head_cut', false, 0],
    [200, 'head_cut', false, null],
    [null, 'head_cut', false, 4],
    [200, 'head_cut', false, 3],
  ]);
  expect(messages.warningsOf(0).map(({ code }) => code)).toEqual(['bytes_missing']);
  expect([messages.counts(1).requests, messages.warningsOf(1)]).toEqual([0, []]);
});

/**
 * The same from another address.
 * @param {import('../../support/packets/conversation.js').Packet} packet in Ethernet
 * @param {number} client
 * @param {number} timeNs
 */
function fromElsewhere({ bytes, originalLength }, client, timeNs) {
  const other = bytes.slice();
  const at = other[29] === 1 ? 27 : 31;
  other.set([1, client >> 8, client & 255], at);
  return { timeNs, bytes: other, originalLength };
}

test('records of connections that are over are used again', () => {
  const open = 2000;
  const model = conversation([sent('client', GET), sent('server', `${OK}12345`), ...ENDS]);
  const packets = Array.from({ length: open }, (_, i) =>
    model.map((packet, j) => fromElsewhere(packet, i, i * 1000 + j)),
  ).flat();
  const { tcp, messages, calls } = analyse(pcap(packets), { inSegments: true });
  expect([tcp.flows.count, messages.openConnections, calls]).toEqual([open, 0, 0]);
  for (let flow = 0; flow < open; flow += 171) {
    expect(messages.counts(flow)).toMatchObject({ requests: 1, responses: 1 });
  }
});
