/** HTTP/3's messages, streams and frames. */
import { MAX_BLOCKED_STREAMS, MAX_HTTP3_FRAME_BYTES } from '../../../lib/protocols/http3/limits.js';
import { ascii, data3, frame3, GET3, headers3, Http3Streams, section, varint } from '../support/http3-streams.js';

const OK = { ':status': '200', 'content-type': 'text/plain' };
const CONTROL = 0;
const [CLIENT_CONTROL, SERVER_CONTROL, CLIENT_ENCODER, SERVER_ENCODER] = [2, 3, 6, 7];
const SETTINGS = 4;
/** A table of 4096 bytes. */
const WITH_TABLE = [CONTROL, ...frame3(SETTINGS, [1, ...varint(4096), 7, 16])];
/** Inserts `x-a: long`. */
const INSERT = [0x3f, 0xe1, 0x1f, 0x43, ...ascii('x-a'), 4, ...ascii('long')];
/** `:status: 200`, and the table's first entry. */
const NEEDS_ENTRY = frame3(1, [2, 0, 0xd9, 0x80]);

/** @param {Http3Streams} streams */
const factsOf = (streams) => {
  const { http3 } = streams.analysis.describeQuic(0);
  if (http3 === undefined) throw new Error('no HTTP/3');
  return http3;
};

test('a request and its response, byte by byte and at once', () => {
  const request = [...headers3({ ...GET3, ':method': 'POST', priority: 'u=1, i' }), ...data3('abc'), ...data3('de')];
  const response = [
    ...headers3({ ':status': '103' }),
    ...headers3(OK),
    ...data3('hello'),
    ...headers3({ 'x-end': '1' }),
  ];
  const whole = new Http3Streams().send(0, 0, request).fin(0, 0).send(1, 0, response).fin(1, 0).close();
  const single = new Http3Streams();
  for (const byte of request) single.send(0, 0, [byte]);
  single.fin(0, 0);
  for (const byte of response) single.send(1, 0, [byte]);
  single.fin(1, 0).close();
  for (const { messages } of [whole, single]) {
    expect(messages).toMatchObject([
      {
        protocol: 'http/3',
        carrier: 'quic',
        stream: 0,
        kind: 'request',
        method: 'POST',
        target: '/',
        host: 'a.example',
        bodyBytes: 5,
        pair: 2,
        complete: true,
        priority: { urgency: 1, incremental: true },
        blockedByQpack: 0,
        zeroRtt: false,
      },
      { kind: 'response', status: 103, pair: 0, complete: true, priority: null },
      { status: 200, bodyBytes: 5, pair: 0, complete: true, contentType: 'text/plain', trailers: [['x-end', '1']] },
    ]);
  }
  expect(whole.analysis.counts(0)).toMatchObject({ requests: 1, responses: 1 });
  expect(whole.analysis.protocolOf(0)).toBe('http/3');
});

test('times are those of the packets: first byte, last byte', () => {
  const [request, ...rest] = headers3(GET3);
  const streams = new Http3Streams().send(0, 0, [request]).send(0, 0, rest).fin(0, 0);
  streams.send(1, 0, headers3(OK)).send(1, 0, data3('a')).fin(1, 0).close();
  expect(streams.messages).toMatchObject([
    { start: 0.001, end: 0.003, firstFrame: 1, lastFrame: 3 },
    { start: 0.004, end: 0.006, firstFrame: 4, lastFrame: 6 },
  ]);
});

test('header fields wait for the encoder, and what is behind them with them', () => {
  const streams = new Http3Streams()
    .send(0, CLIENT_CONTROL, WITH_TABLE)
    .send(0, 0, headers3(GET3))
    .fin(0, 0)
    .send(1, 0, [...NEEDS_ENTRY, ...data3('ab')]) // frame 4
    .send(1, 0, data3('c'))
    .fin(1, 0);
  expect(streams.messages).toHaveLength(1);
  streams.send(1, SERVER_ENCODER, [2, ...INSERT]).close(); // frame 7
  expect(streams.messages[1]).toMatchObject({
    status: 200,
    headers: [
      [':status', '200'],
      ['x-a', 'long'],
    ],
    bodyBytes: 3,
    complete: true,
    blockedByQpack: 0.003,
    start: 0.004,
    end: 0.006,
  });
  expect(factsOf(streams).serverToClient).toMatchObject({ blockedSections: 1, blockedSeconds: 0.003, inserted: 1 });
});

test('fields that never came are unknown; so are those behind lost instructions', () => {
  const never = new Http3Streams()
    .send(0, CLIENT_CONTROL, WITH_TABLE)
    .send(0, 0, headers3(GET3))
    .send(1, 0, [...NEEDS_ENTRY, ...data3('ab')])
    .fin(1, 0)
    .close();
  const lost = new Http3Streams()
    .send(0, CLIENT_CONTROL, WITH_TABLE)
    .send(0, 0, headers3(GET3))
    .lose(1, SERVER_ENCODER, 5)
    .send(1, 0, [...NEEDS_ENTRY, ...data3('ab')])
    .fin(1, 0)
    .close();
  for (const { messages } of [never, lost]) {
    expect(messages[1]).toMatchObject({
      headers: [
        [':status', '200'],
        ['?', '?'],
      ],
      notes: ['head_cut'],
      bodyBytes: 2,
      complete: true,
    });
  }
});

test('a 0-RTT request is read with the settings that come later', () => {
  const streams = new Http3Streams()
    .send(0, CLIENT_ENCODER, [2, ...INSERT])
    .send(0, 0, frame3(1, [2, 0, 0xd1, 0xd7, 0xc1, 0x80]), true)
    .fin(0, 0)
    .send(1, SERVER_CONTROL, WITH_TABLE)
    .close();
  expect(streams.messages).toMatchObject([
    {
      method: 'GET',
      target: '/',
      zeroRtt: true,
      blockedByQpack: 0,
      headers: expect.arrayContaining([['x-a', 'long']]),
    },
  ]);
});

test('missing bytes inside DATA cost only these; of a header, the rest of its stream', () => {
  const inside = new Http3Streams()
    .send(0, 0, headers3(GET3))
    .fin(0, 0)
    .send(1, 0, [...headers3(OK), 0, 6, 0x61]);
  inside
    .lose(1, 0, 4)
    .send(1, 0, [0x62, ...data3('cd')])
    .fin(1, 0)
    .close();
  expect(inside.messages[1]).toMatchObject({ bodyBytes: 4, complete: false, notes: ['bytes_missing'] });
  const header = new Http3Streams().send(0, 0, headers3(GET3)).fin(0, 0).send(1, 0, headers3(OK));
  header.lose(1, 0, 2).send(1, 0, ascii('abc')).fin(1, 0).close();
  expect(header.messages[1]).toMatchObject({ bodyBytes: 0, complete: false, notes: ['bytes_missing'] });
  expect(header.analysis.warningsOf(0)).toMatchObject([{ code: 'bytes_missing' }]);
});

test('an end resets its direction, or refuses the other: by the names of the codes', () => {
  const streams = new Http3Streams()
    .send(0, 0, headers3(GET3))
    .fin(0, 0)
    .send(1, 0, [...headers3(OK), ...data3('a')])
    .refuse(0, 0, 0x10c)
    .reset(1, 0, 0x10c)
    .send(0, 4, headers3(GET3))
    .reset(1, 4, 0x10b)
    .send(0, 8, headers3(GET3))
    .refuse(1, 8, 0x100)
    .send(1, 8, headers3(OK))
    .fin(1, 8)
    .close();
  expect(streams.messages.filter(({ kind }) => kind === 'request')).toMatchObject([
    { stream: 0, complete: true, reset: { code: 'H3_REQUEST_CANCELLED', by: 'client' } },
    { stream: 4, complete: false, reset: { code: 'H3_REQUEST_REJECTED', by: 'server' } },
    { stream: 8, reset: { code: 'H3_NO_ERROR', by: 'server' } },
  ]);
  expect(streams.messages.find(({ kind, stream }) => kind === 'response' && stream === 0)).toMatchObject({
    complete: false,
    bodyBytes: 1,
  });
  expect(streams.analysis.hasFailed(0)).toBe(true);
});

test('priorities are the last that were asked for, also before the request', () => {
  const update = (/** @type {number} */ stream, /** @type {string} */ text) =>
    frame3(0xf0700, [...varint(stream), ...ascii(text)]);
  const streams = new Http3Streams()
    .send(0, CLIENT_CONTROL, [CONTROL, ...frame3(SETTINGS, []), ...update(4, 'u=6')])
    .send(0, 0, headers3({ ...GET3, priority: 'u=2' }))
    .send(0, 4, headers3({ ...GET3, priority: 'u=2' }))
    .send(0, 8, headers3(GET3))
    .send(0, CLIENT_CONTROL, update(0, 'i, u=7;x'))
    .close();
  expect(streams.messages.map(({ priority }) => priority)).toEqual([
    { urgency: 7, incremental: true },
    { urgency: 6, incremental: false },
    null,
  ]);
  expect(factsOf(streams).clientToServer).toMatchObject({ priorityUpdates: 2 });
});

test('settings, GOAWAY, pushes, reserved and unknown types are told', () => {
  const reserved = 0x1f * 7 + 0x21;
  const settings = [6, ...varint(65536), ...varint(reserved), 1, 0x33, 1];
  const streams = new Http3Streams()
    .send(1, SERVER_CONTROL, [
      CONTROL,
      ...frame3(SETTINGS, settings),
      ...frame3(7, varint(8)),
      ...frame3(reserved, [1]),
    ])
    .send(0, CLIENT_CONTROL, [CONTROL, ...frame3(SETTINGS, []), ...frame3(13, varint(3))])
    .send(0, 10, [...varint(reserved), ...ascii('anything')])
    .send(0, 14, [...varint(0x54), 0, 1, 2])
    .send(0, 0, headers3(GET3))
    .send(1, 0, [...frame3(5, [0, ...section(GET3)]), ...frame3(0x77, [1, 2]), ...headers3(OK)])
    .close();
  expect(factsOf(streams)).toMatchObject({
    clientToServer: { maxPushId: 3, reserved: 1, webTransportStreams: 1, streams: 1, goAway: null },
    serverToClient: {
      settings: { maxFieldSectionSize: 65536, h3Datagram: 1 },
      goAway: { id: 8, frame: 1 },
      pushes: 1,
      reserved: 2,
      unknown: 1,
      maxPushId: null,
    },
  });
  expect(streams.messages).toHaveLength(2);
});

test('a tunnel carries a stream of its own; capsules are counted only', () => {
  const http1 = 'GET /inner HTTP/1.1\r\nHost: b.example\r\n\r\n';
  const connect = { ':method': 'CONNECT', ':authority': 'b.example:80' };
  const extended = { ...GET3, ':method': 'CONNECT', ':protocol': 'connect-udp' };
  const streams = new Http3Streams();
  for (const [stream, head] of [connect, extended].entries()) {
    streams.send(0, 4 * stream, headers3(head)).send(1, 4 * stream, headers3(OK));
    streams.send(0, 4 * stream, data3(http1));
  }
  streams.close();
  expect(streams.messages.filter(({ kind }) => kind === 'request')).toMatchObject([
    { method: 'CONNECT', stream: 0, bodyBytes: http1.length },
    { protocol: 'http/1.1', target: '/inner', carrier: 'quic' },
    { method: 'CONNECT', stream: 4, bodyBytes: http1.length },
  ]);
});

test('a request that no key opens is there, without its head', () => {
  const streams = new Http3Streams();
  streams.connection?.missEarlyData();
  streams.send(1, 0, headers3(OK)).fin(1, 0).close();
  expect(streams.messages).toMatchObject([
    { kind: 'request', method: null, target: null, blockedByQpack: null, zeroRtt: true, pair: 1, complete: false },
    { kind: 'response', status: 200, pair: 0 },
  ]);
});

test('a frame that is too long, and too many that wait, cost no more than themselves', () => {
  const long = new Http3Streams().send(0, 0, frame3(1, new Uint8Array(MAX_HTTP3_FRAME_BYTES + 1)));
  expect(long.send(0, 0, headers3(GET3)).close().messages).toHaveLength(1);
  const many = new Http3Streams().send(0, CLIENT_CONTROL, WITH_TABLE);
  for (let i = 0; i <= MAX_BLOCKED_STREAMS; i++) many.send(1, 4 * i, NEEDS_ENTRY);
  expect(many.messages).toHaveLength(1);
  expect(many.close().messages).toHaveLength(MAX_BLOCKED_STREAMS + 1);
  const heavy = new Http3Streams().send(0, CLIENT_CONTROL, WITH_TABLE).send(1, 0, NEEDS_ENTRY);
  for (let i = 0; i < 20; i++) heavy.send(1, 0, data3('x'.repeat(60_000)));
  expect(heavy.messages).toMatchObject([{ bodyBytes: 1_200_000 }]);
});

test.each(['hq-interop', 'doq'])('%s is not read as HTTP/3', (alpn) => {
  expect(new Http3Streams({ alpn }).send(0, 0, headers3(GET3)).close().messages).toEqual([]);
});
