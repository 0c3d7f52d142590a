import { bandWords, placeMessages, shortName } from '../../../client/views/connection/data/messages.js';
import { createModel } from '../../../client/views/connection/data/model.js';
import { messageLines, messageOfRow, messageTitle } from '../../../client/views/connection/packets/message-facts.js';
import { flowOf } from '../support/connection.js';
import { columnsOf } from '../support/packet-columns.js';

const columns = columnsOf([
  { at: 0, from: 'client', seq: 1, ack: 1, bytes: 50 },
  { at: 30, from: 'server', seq: 1, ack: 51, bytes: 100 },
  { at: 40, from: 'server', seq: 101, ack: 51, bytes: 100 },
  { at: 70, from: 'client', seq: 51, ack: 201 },
]);
/** @type {import('../../../client/views/connection/data/messages.js').Message} */
const request = {
  index: 0,
  kind: 'request',
  protocol: 'http/1.1',
  direction: 'clientToServer',
  method: 'GET',
  target: '/a/<b>.css?x=1',
  host: 'h',
  carrier: 'tcp',
  stream: null,
  status: null,
  start: 0,
  end: 0,
  firstFrame: 1,
  lastFrame: 1,
  headerBytes: 50,
  bodyBytes: 0,
  contentType: null,
  pair: 1,
  pipelined: false,
  complete: true,
  streamOffset: 0,
  endStreamOffset: 50,
};
/** @type {import('../../../client/views/connection/data/messages.js').Message} */
const response = {
  ...request,
  index: 1,
  kind: 'response',
  direction: 'serverToClient',
  method: null,
  target: null,
  host: null,
  status: 200,
  firstFrame: 2,
  lastFrame: 3,
  headerBytes: 20,
  bodyBytes: 170,
  contentType: 'text/css; charset=utf-8',
  pair: 0,
  streamOffset: 0,
  endStreamOffset: 190,
};
const model = createModel(flowOf(), columns, [request, response], null);

test('a response is placed from its request to the delivery of its last byte', () => {
  const placed = model.placed[1];
  expect(placed).toMatchObject({
    direction: 1,
    askedNs: 0,
    startNs: 30e6,
    endNs: 40e6,
    deliveredNs: 70e6,
    low: 1,
    high: 191,
    colour: 'mCss',
    name: '<b>.css',
  });
  expect(bandWords(placed)).toEqual(['GET /a/<b>.css?x=1', '200 · 170 B · 70.0 ms']);
});

test('where the stream began before the capture, whole segments stand for the message', () => {
  const [placed] = placeMessages(
    [{ ...response, pair: null, streamOffset: 5000, endStreamOffset: 5190 }],
    columns,
    model.series,
  );
  expect([placed.low, placed.high, placed.askedNs]).toEqual([1, 201, null]);
});

test('a message that goes on after the packets ends with them; one that begins after them is left out', () => {
  expect(placeMessages([{ ...response, lastFrame: 99 }], columns, model.series)).toMatchObject([
    { startNs: 30e6, endNs: 70e6 },
  ]);
  expect(placeMessages([{ ...response, firstFrame: 98, lastFrame: 99 }], columns, model.series)).toEqual([]);
});

test.each([
  [404, null, 'retx'],
  [200, 'image/png', 'mImg'],
  [200, 'text/html', 'mHtml'],
  [200, 'application/javascript', 'mJs'],
  [200, 'font/woff2', 'mFont'],
  [204, null, 'mData'],
])('status %d with type %s takes the colour %s', (status, contentType, colour) => {
  expect(placeMessages([{ ...response, status, contentType }], columns, model.series)[0].colour).toBe(colour);
});

test.each([
  ['/', '/'],
  ['/x/y.png?z', 'y.png'],
  ['http://h/p/q#r', 'q'],
  [null, ''],
])('the short name of %s is "%s"', (target, name) => {
  expect(shortName(target)).toBe(name);
});

test('a packet leads to its message, a message to its times', () => {
  expect(messageOfRow(model, 2)).toBe(model.placed[1]);
  expect(messageOfRow(model, 3)).toBeNull();
  const lines = Object.fromEntries(messageLines(model, model.placed[0]));
  expect(lines).toMatchObject({
    Response: '200 · text/css; charset=utf-8',
    'First byte after': '30.0 ms',
    Delivered: '0.070000 s',
  });
});

test('a request without an answer says so', () => {
  const lonely = createModel(flowOf(), columns, [{ ...request, pair: null }], null);
  expect(Object.fromEntries(messageLines(lonely, lonely.placed[0])).Response).toBe('none in this capture');
});

test('inside another stream, offsets are not those of the connection', () => {
  const [placed] = placeMessages(
    [{ ...response, carrier: 'tls', stream: 1, streamOffset: 20, endStreamOffset: 60 }],
    columns,
    model.series,
  );
  expect([placed.low, placed.high]).toEqual([1, 201]);
});

/** @param {number} index @param {number} stream @param {number} first @param {number} last frame */
const asked = (index, stream, first, last) => [
  { ...request, index, stream, firstFrame: first, lastFrame: first, pair: index + 1 },
  { ...response, index: index + 1, stream, firstFrame: last, lastFrame: last, pair: index },
];

test('streams at one time have rows of their own, one after the other share a row', () => {
  const packets = columnsOf(
    Array.from({ length: 8 }, (_, i) => ({
      at: i * 10,
      from: /** @type {'client'|'server'} */ (i % 2 === 0 ? 'client' : 'server'),
      seq: 1 + i * 10,
      ack: 1,
      bytes: 10,
    })),
  );
  const shared = createModel(
    flowOf(),
    packets,
    [...asked(0, 1, 1, 4), ...asked(2, 3, 3, 6), ...asked(4, 5, 7, 8)],
    null,
  );
  expect(shared.streamRows).toBe(2);
  expect(shared.placed.map(({ message, row }) => [message.index, row]).sort()).toEqual([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 0],
    [5, 0],
  ]);
  expect(createModel(flowOf(), packets, asked(0, 1, 1, 4), null).streamRows).toBe(0);
});

test('pipelined requests have rows of their own too', () => {
  const packets = columnsOf(
    Array.from({ length: 8 }, (_, i) => ({
      at: i * 10,
      from: /** @type {'client'|'server'} */ (i % 2 === 0 ? 'client' : 'server'),
      seq: 1 + i * 10,
      ack: 1,
      bytes: 10,
    })),
  );
  const plain = [...asked(0, 1, 1, 4), ...asked(2, 1, 3, 6)].map((message) => ({ ...message, stream: null }));
  expect(createModel(flowOf(), packets, plain, null).streamRows).toBe(0);
  const pipelined = createModel(
    flowOf(),
    packets,
    plain.map((message) => ({ ...message, pipelined: message.index === 2 })),
    null,
  );
  expect([pipelined.streamRows, pipelined.placed.map(({ message, row }) => [message.index, row]).sort()]).toEqual([
    2,
    [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 1],
    ],
  ]);
});

test('messages of a WebSocket stand for themselves', () => {
  const tick = createModel(
    flowOf(),
    columns,
    [{ ...response, protocol: 'websocket', oneWay: true, opcode: 'text', pair: null }],
    null,
  ).placed[0];
  expect([messageTitle(tick), tick.colour]).toEqual(['WebSocket text', 's2c']);
});
