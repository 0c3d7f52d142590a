/** Connections as lanes: packets as ticks, what they carried, when they were opened and closed, who asked for what. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { MAX_LANE_TICKS } from '../../lib/overview/limits.js';
import { decodeColumnFrame, encodeColumnFrame } from '../../lib/shared/columns/column-frame.js';
import { TICK } from '../../lib/shared/columns/tick-kinds.js';
import { merge, pcap, script } from '../support/packets/packets.js';

/** @param {Uint8Array} capture */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number[]} [indexes]
 * @param {{ startNs: number, endNs: number, bins: number }} [window]
 */
function lanesOf(analysis, indexes = [0], window = { startNs: 0, endNs: 1e9, bins: 100 }) {
  const bytes = encodeColumnFrame(analysis.overview.lanes(indexes, window));
  return decodeColumnFrame(/** @type {ArrayBuffer} */ (bytes.buffer));
}

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+10ms client ACK'];
const GET = (/** @type {string} */ target, /** @type {string} */ fields = '') =>
  `client PSH "GET ${target} HTTP/1.1\\r\\nHost: a.example\\r\\n${fields}\\r\\n"`;
const ANSWER = (
  /** @type {string} */ head = '200 OK',
  /** @type {string} */ fields = 'Content-Type: image/png\\r\\n',
) => `server PSH "HTTP/1.1 ${head}\\r\\n${fields}Content-Length: 3\\r\\n\\r\\nabc"`;

describe('a lane', () => {
  test('has a tick for each packet, by what it is, and the times of its states', () => {
    const { columns, meta } = lanesOf(
      analysed(
        pcap(
          script(
            {},
            ...OPEN,
            'client data 100',
            '+10ms server data 2x1460',
            '+1ms client ACK',
            '+1ms server again 1',
            '+10ms client FIN',
            '+10ms server FIN',
          ),
        ),
      ),
    );
    expect([...columns.tickKinds]).toEqual([
      TICK.SYN,
      TICK.SYN,
      TICK.ACK,
      TICK.DATA,
      TICK.DATA,
      TICK.DATA,
      TICK.ACK,
      TICK.RETRANSMISSION,
      TICK.FIN,
      TICK.FIN,
    ]);
    expect([...columns.tickDirection]).toEqual([0, 1, 0, 0, 1, 1, 0, 1, 0, 1]);
    expect(
      [columns.start[0], columns.handshakeEnd[0], columns.halfClosed[0], columns.closed[0], columns.reset[0]].map(
        (ns) => Math.round(ns / 1e6),
      ),
    ).toEqual([0, 30, 52, 62, -0]);
    expect(meta.connections[0]).toMatchObject({ flow: 0, state: 'closed', packets: [5, 5] });
  });

  test('has a handshake of TLS only where its ClientHello is there', () => {
    const data = 'client "\\u0017\\u0003\\u0003\\u0000\\u0014aaaaaaaaaaaaaaaaaaaa"';
    const columns = (/** @type {string[]} */ ...lines) =>
      lanesOf(
        analysed(pcap(script({ server: '10.0.0.2:443' }, ...lines, data, data.replace('client', '+2s server'), data))),
      ).columns;
    expect([columns().tlsStart[0], columns(...OPEN).tlsStart[0]]).toEqual([-1, -1]);
  });

  test('of a reset ends with it; one never answered is opening up to its last SYN', () => {
    const { columns } = lanesOf(
      analysed(
        pcap(
          merge(
            script({}, 'client SYN', '+5ms server RST-ACK'),
            script({ client: '10.0.0.1:40001' }, 'client SYN', '+1s client SYN seq 0'),
          ),
        ),
      ),
      [0, 1],
    );
    expect(columns.reset[0]).toBe(5e6);
    expect([columns.handshakeEnd[1], columns.reset[1]]).toEqual([1e9, -1]);
  });

  test('of many packets is told in bins of the window, and nothing of importance falls out', () => {
    const many = Array.from({ length: MAX_LANE_TICKS }, () => 'client data 10');
    const analysis = analysed(pcap(script({}, ...OPEN, ...many, 'client again 5', 'server RST')));
    const { columns } = lanesOf(analysis, [0], { startNs: 0, endNs: 1e9, bins: 4 });
    expect(columns.whole[0]).toBe(0);
    expect([...columns.tickTime]).toEqual([125e6, 125e6]);
    const [client, server] = columns.tickKinds;
    expect(client & TICK.RETRANSMISSION).toBe(TICK.RETRANSMISSION);
    expect(server & TICK.RESET).toBe(TICK.RESET);
    expect(lanesOf(analysis, [0], { startNs: 5e8, endNs: 1e9, bins: 4 }).columns.tickCount[0]).toBe(0);
  });
});

test('messages: requests and responses with their times, acknowledgement, type, status and pair', () => {
  const { columns, meta } = lanesOf(
    analysed(
      pcap(
        script(
          {},
          ...OPEN,
          GET('/img/a.png'),
          '+10ms ' + ANSWER(),
          '+15ms client ACK',
          '+10ms ' + GET('/none'),
          '+10ms ' + ANSWER('404 Not Found', ''),
          '+5ms client ACK',
        ),
      ),
    ),
  );
  expect([...columns.messageKind].map((kind) => meta.messageKinds[kind])).toEqual([
    'request',
    'response',
    'request',
    'response',
  ]);
  expect(meta.names).toEqual(['a.png', '', 'none', '']);
  expect([...columns.messageStatus]).toEqual([0, 200, 0, 404]);
  expect(meta.mediaTypes[columns.messageType[1]]).toBe('image');
  expect(columns.messagePair[1]).toBe(columns.messageIndex[0]);
  expect(columns.messageDelivered[1] - columns.messageEnd[1]).toBeCloseTo(15e6, -3);
});

test('lanes stand by server, in the order in which servers and connections came', () => {
  const at = (/** @type {number} */ port, /** @type {string} */ server, /** @type {number} */ ms) =>
    script({ client: `10.0.0.1:${port}`, server, startNs: ms * 1e6 }, 'client SYN');
  const analysis = analysed(
    pcap(
      merge(
        at(1, '10.0.0.9:80', 0),
        at(2, '10.0.0.8:80', 1),
        at(3, '10.0.0.9:80', 2),
        at(4, '10.0.0.9:81', 3),
        at(5, '10.0.0.8:80', 4),
      ),
    ),
  );
  const { columns, meta } = analysis.overview.order(Uint32Array.from([0, 1, 2, 3, 4]));
  expect([[...columns.flow], [...columns.group], meta.total]).toEqual([[0, 2, 1, 4, 3], [0, 2, 4], 5]);
  const some = analysis.overview.order(Uint32Array.from([1, 3]));
  expect([[...some.columns.flow], [...some.columns.group]]).toEqual([
    [1, 3],
    [0, 1],
  ]);
});

test('arcs lead from a request to those that name it, relative to nothing but its own address, and from a redirect to what follows it', () => {
  const first = script(
    {},
    ...OPEN,
    GET('/a/page.html'),
    '+10ms ' + ANSWER('302 Found', 'Location: ../b/./new.html#part\\r\\n'),
    '+10ms ' + GET('/b/new.html'),
    '+5ms ' + ANSWER(),
  );
  const second = script(
    { client: '10.0.0.1:40001', startNs: 2e8 },
    ...OPEN,
    GET('/i.png', 'REFERER: http://a.example/b/new.html#top\\r\\n'),
    '+5ms ' + ANSWER(),
    GET('/stray', 'Referer: http://other.example/\\r\\n'),
  );
  const { columns, meta } = analysed(pcap(merge(first, second))).overview.arcs();
  expect([...columns.kind].map((kind) => meta.kinds[kind])).toEqual(['redirect', 'referer']);
  expect([[...columns.fromFlow], [...columns.toFlow]]).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(columns.toTime[0]).toBeGreaterThan(columns.fromTime[0]);
});

test('arcs and pages agree on what one URL is', () => {
  const ask = (/** @type {string} */ target, fields = '') =>
    `+10ms client PSH "GET ${target} HTTP/1.1\\r\\nHost: A.EXAMPLE\\r\\n${fields}\\r\\n"`;
  const page = `+5ms ${ANSWER('200 OK', 'Content-Type: text/html\\r\\n')}`;
  const named = 'Referer: http://a.example/\\r\\n';
  const analysis = analysed(
    pcap(
      script(
        {},
        ...OPEN,
        ask('/'),
        page,
        ask('/a.css', named),
        `+5ms ${ANSWER()}`,
        ask('/b.js', named),
        `+5ms ${ANSWER()}`,
      ),
    ),
  );
  expect(analysis.overview.arcs().rows).toBe(2);
  expect(analysis.messages.pages()).toMatchObject([{ summary: { url: 'http://A.EXAMPLE/', requests: 3 } }]);
});
