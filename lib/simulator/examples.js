/** Small captures to learn by, each of one thing that TCP does, which example-capture.js makes. */

/** @typedef {import('./scenario/run.js').Scenario} Scenario */

/**
 * @typedef {object} Example
 * @property {string} name
 * @property {string} title
 * @property {string} words what there is to see
 * @property {boolean} isPage whether many connections are to be seen together
 * @property {Scenario} scenario
 */

/**
 * @param {number} delayMs each way
 * @param {number} rateKbps
 * @param {import('./scenario/link-options.js').ScenarioLink} [down] what else the link to the client
 *   does
 * @returns {Scenario['path']}
 */
const link = (delayMs, rateKbps, down = {}) => [
  {
    name: 'path',
    clientToServer: { delayMs, rateKbps, overheadBytes: 14 },
    serverToClient: { delayMs, rateKbps, overheadBytes: 14, ...down },
  },
];

/**
 * @param {number} bytes
 * @param {Partial<import('./applications/bulk.js').BulkTraffic>} [more]
 * @returns {Scenario['traffic']}
 */
const download = (bytes, more = {}) => [{ kind: 'bulk', from: 'server', bytes, ...more }];

const TAPS = [{ at: 'server' }];
const PAGE = [24_000, 6000, 18_000, 3000, 5500, 8000, 10_500, 13_000, 15_500, 18_000, 20_500, 23_000];

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    name: 'slow-start',
    title: 'Slow start',
    words: '400 kB over 100 ms: the window doubles each round trip, from 10 segments on.',
    isPage: false,
    scenario: { path: link(50, 100_000), traffic: download(400_000), taps: TAPS },
  },
  {
    name: 'fast-retransmit',
    title: 'Fast retransmit',
    words: 'One segment is lost; SACK reports it, and it is retransmitted a round trip later.',
    isPage: false,
    scenario: { path: link(30, 20_000, { dropData: [40] }), traffic: download(300_000), taps: TAPS },
  },
  {
    name: 'lost-tail',
    title: 'Tail loss (RTO)',
    words: 'The last segments are lost: no ACK reports it, so the sender waits for its retransmission timer.',
    isPage: false,
    scenario: { path: link(40, 20_000, { dropData: [40, 41, 42] }), traffic: download(60_000), taps: TAPS },
  },
  {
    name: 'zero-window',
    title: 'Zero window',
    words: 'The receiver stops reading: its window closes, and the sender probes until it opens again.',
    isPage: false,
    scenario: {
      path: link(30, 10_000),
      hosts: { client: { tcp: { receiveWindowBytes: 32_768, maxReceiveWindowBytes: 32_768 } } },
      traffic: download(200_000, { reader: { bytes: 32_768, everyMs: 900 } }),
      taps: TAPS,
    },
  },
  {
    name: 'full-queue',
    title: 'Congestion loss',
    words: "The window grows until the bottleneck's buffer overflows; the RTT grows with it.",
    isPage: false,
    scenario: {
      path: link(30, 10_000, { queueBytes: 75_000 }),
      traffic: download(3_000_000),
      taps: [{ at: 'server', snapLength: 128 }],
    },
  },
  {
    name: 'page',
    title: 'A page over six connections',
    words: "Twelve objects over HTTP/1.1: what each waits for, and each connection's slow start.",
    isPage: true,
    scenario: {
      path: link(40, 10_000),
      taps: [{ at: 'client' }],
      traffic: [
        {
          kind: 'page',
          protocol: 'http/1.1',
          objects: PAGE.map((responseBytes, i) => ({
            requestBytes: 400 + i,
            responseBytes,
            serverMs: 10,
            ...(i === 0 ? {} : { after: [{ object: 0, when: 'bytes', bytes: Math.min(24_000, 2000 * i) }] }),
          })),
        },
      ],
    },
  },
];
