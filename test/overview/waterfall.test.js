/** Where the time of requests went, by page and by connection. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { outcomesCapture } from '../support/packets/outcomes-capture.js';
import { merge, pcap, script } from '../support/packets/packets.js';

/** @param {...import('../support/packets/packets.js').Packet[]} scripts */
function analysed(...scripts) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...scripts)));
  analysis.ingest.end();
  return analysis;
}

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+20ms client ACK'];
const GET = (/** @type {string} */ target, /** @type {string} */ fields = '') =>
  `client PSH "GET ${target} HTTP/1.1\\r\\nHost: a.example\\r\\n${fields}\\r\\n"`;
const ANSWER = (/** @type {string} */ type = 'text/html') =>
  `server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: ${type}\\r\\nContent-Length: 3\\r\\n\\r\\nabc"`;
const ms = (/** @type {ArrayLike<number>} */ column) =>
  Array.from(column, (ns) => (ns < 0 ? null : Math.round(ns / 1e6)));

test('the first request of a connection bears its handshake; each what it waited and how long its answer was on its way', () => {
  const { columns, meta } = analysed(
    script(
      {},
      ...OPEN,
      '+10ms ' + GET('/a'),
      '+30ms ' + ANSWER(),
      '+5ms client ACK',
      '+10ms ' + GET('/b?c'),
      '+20ms ' + ANSWER('image/png'),
    ),
  ).overview.waterfalls.ofConnection(0);
  expect([meta.methods, meta.targets, meta.hosts]).toEqual([
    ['GET', 'GET'],
    ['/a', '/b?c'],
    ['a.example', 'a.example'],
  ]);
  expect([ms(columns.connectStart), ms(columns.connectEnd)]).toEqual([
    [0, null],
    [40, null],
  ]);
  expect([ms(columns.requestStart), ms(columns.responseStart), ms(columns.delivered)]).toEqual([
    [50, 95],
    [80, 115],
    [85, null],
  ]);
  expect([[...columns.rtt], [...columns.clientRtt]]).toEqual([
    [40e6, 40e6],
    [5e6, 5e6],
  ]);
  expect([...columns.type].map((type) => meta.mediaTypes[type])).toEqual(['html', 'image']);
});

test('requests that no document names, and that repeat what they ask for, are routes; with a document they are not', () => {
  const api = (/** @type {string} */ before, /** @type {(i: number) => string} */ pathOf) =>
    analysed(
      script(
        {},
        ...OPEN,
        ...(before ? [GET(before), '+10ms ' + ANSWER(), '+3s client ACK'] : []),
        ...Array.from({ length: 24 }, (_, i) => [
          `+3s ${GET(pathOf(i))}`,
          '+10ms ' + ANSWER('application/json'),
        ]).flat(),
      ),
    ).overview.waterfalls.ofPage(null).meta;
  const orders = (/** @type {number} */ i) => `/orders/${i}`;
  expect(api('', orders)).toMatchObject({ routes: true, page: -1, pageCount: 24, requestCount: 24 });
  // each asks for something else
  expect(api('', (i) => `/${'abcdefghijklmnopqrstuvwxyz'[i]}`)).toMatchObject({ routes: false });
  const { pages, ...withPage } = api('/', orders);
  expect(withPage).toMatchObject({ routes: false, pageCount: 1, requestCount: 25 });
  // the page alone can be turned to
  expect(pages).toMatchObject([{ page: 0, isPage: true, requests: 1 }]);
});

test('a request that opened a stream has its messages, as many as are counted', () => {
  const { columns } = analysed(
    script(
      {},
      ...OPEN,
      GET('/a'),
      ANSWER(),
      GET('/events'),
      'server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\ndata: 1\\n\\n"',
      '+50ms server PSH "data: 2\\n\\n"',
    ),
  ).overview.waterfalls.ofConnection(0);
  expect([...columns.streamed]).toEqual([0, 2]);
});

test('pipelined requests are queued behind the answers before them', () => {
  const { columns } = analysed(
    script({}, ...OPEN, GET('/1'), '+1ms ' + GET('/2'), '+50ms ' + ANSWER(), '+20ms ' + ANSWER()),
  ).overview.waterfalls.ofConnection(0);
  expect(ms(columns.headOfLine)).toEqual([0, 50]);
  expect([...columns.bits].map((bits) => bits & 1)).toEqual([0, 1]);
});

test('a request without an answer has none', () => {
  const { columns } = analysed(script({}, ...OPEN, GET('/1'))).overview.waterfalls.ofConnection(0);
  expect([columns.response[0], columns.responseStart[0], columns.bytes[0], columns.status[0]]).toEqual([-1, -1, -1, 0]);
});

test('what was waited for in vain ends with its connection, and failed; of an open connection it has not', () => {
  const frameOf = (/** @type {string[]} */ ...lines) =>
    analysed(script({}, ...OPEN, GET('/1'), '+20ms server ACK', ...lines)).overview.waterfalls.ofConnection(0);
  const seen = (/** @type {string[]} */ ...lines) => {
    const { columns } = frameOf(...lines);
    return [ms(columns.unansweredEnd), [...columns.bits].map((bits) => (bits & 8) !== 0)];
  };
  expect(seen('+3s client FIN', '+20ms server FIN')).toEqual([[3060], [true]]);
  expect(seen('+3s server RST')).toEqual([[3060], [true]]);
  expect(seen('+500ms server ACK')).toEqual([[560], [false]]);
  const half = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nabc"';
  expect(seen(half, '+2s client RST')).toEqual([[2060], [true]]);
  expect(seen(ANSWER(), '+2s client RST')).toEqual([[null], [false]]);
  // the capture may lack the answer
  expect(seen('server data 100 uncaptured', '+20ms client ACK', 'server data 10', '+2s client RST')).toEqual([
    [null],
    [false],
  ]);
});

test('a stream that was reset ends there, and says why', () => {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(outcomesCapture());
  analysis.ingest.end();
  const { columns, meta } = analysis.overview.waterfalls.ofPage('all');
  const cancelled = meta.targets.indexOf('/a.B/Cancelled');
  expect([meta.outcomes[cancelled], columns.bits[cancelled] & 8]).toEqual(['CANCEL', 8]);
  expect((columns.unansweredEnd[cancelled] - columns.requestEnd[cancelled]) / 1e6).toBe(1500);
  expect(meta.outcomes).toEqual(['503', '', 'PERMISSION_DENIED', 'CANCEL', 'OK', '1064', 'OK', 'a OK done']);
});

describe('pages', () => {
  const page = (/** @type {number} */ port, /** @type {number} */ at, /** @type {string} */ path) =>
    script(
      { client: `10.0.0.1:${port}`, startNs: at * 1e9 },
      ...OPEN,
      GET(path),
      '+10ms ' + ANSWER(),
      '+1ms ' + GET(`${path}.png`, `Referer: http://a.example${path}\\r\\n`),
      '+10ms ' + ANSWER('image/png'),
    );
  const analysis = analysed(page(1, 0, '/one'), page(2, 10, '/two'));

  test('are listed, and each has its requests', () => {
    const second = analysis.overview.waterfalls.ofPage(1);
    expect(second.meta).toMatchObject({ pageCount: 2, requestCount: 4, cut: false });
    expect(second.meta.pages.map((/** @type {any} */ { url, requests }) => [url, requests])).toEqual([
      ['http://a.example/one', 2],
      ['http://a.example/two', 2],
    ]);
    expect([second.meta.page, second.meta.targets]).toEqual([1, ['/two', '/two.png']]);
  });

  test('without a wish: the only one, or all', () => {
    expect([
      analysis.overview.waterfalls.ofPage(null).meta.page,
      analysis.overview.waterfalls.ofPage(null).rows,
      analysis.overview.waterfalls.ofPage('all').rows,
    ]).toEqual([-1, 4, 4]);
    expect(analysed(page(1, 0, '/one')).overview.waterfalls.ofPage(null).meta.page).toBe(0);
    expect(analysis.overview.waterfalls.ofPage(99).meta.page).toBe(1);
  });
});

test('a message comes with its other half; one of another connection does not', () => {
  const analysis = analysed(script({}, ...OPEN, GET('/1'), ANSWER()), script({ client: '10.0.0.1:9' }, ...OPEN));
  const [request, response] = analysis.ingest.messages.messagesOf(0);
  expect(analysis.messages.exchange(0, response)).toMatchObject({
    request: { index: request, target: '/1' },
    response: { status: 200 },
  });
  expect(analysis.messages.exchange(1, response)).toBeNull();
});
