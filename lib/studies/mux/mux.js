import { muxRun } from './mux-run.js';

/** @typedef {import('./mux-run.js').MuxParameters} Parameters */
/** @typedef {import('./mux-run.js').MuxValues} Values */
/** @typedef {{ parameters: Parameters, values: Values }} Row */

const CREDITS = [1024, 1536, 2048, 3072, 4096, 6144, 8192, 12_288, 16_384, 32_768, 65_536];
const BUFFERS = [512, 1024, 2048, 4096, 8192];
const DRAFT_CREDITS = new Set([2048, 4096, 8192, 32_768]);
const DRAFT_BUFFERS = new Set([1024, 2048, 8192]);
const GOOD = { creditBytes: 4096, writeBufferBytes: 8192 };
const BAD = { creditBytes: 2048, writeBufferBytes: 2048 };
const PLAIN = { creditBytes: null, writeBufferBytes: null };
const HOSTS = /** @type {const} */ (['linux', 'bsd']);
/** Packets of W3C's FlowAnalysis: from the server, from the client. */
const PUBLISHED = { plain: [55, 33], good: [62, 55], bad: [102, 82] };
const TOLERANCES = { good: [0.1, 0.3], bad: [0.3, 0.5] };
/** Of absolute counts. */
const COUNT_TOLERANCE = 0.15;
const LOST = 0.25;
const LOST_TOLERANCE = 0.1;

const UNCLAIMED = [
  {
    statement:
      'A document of 64 KB between two hosts on one Ethernet, fragments of 512 bytes, a reader buffer of 4096 bytes',
    reason: 'inputs of the simulation.',
  },
  {
    statement: 'Credit is sent when half of the buffer has been used',
    reason: 'the rule by which the simulated receiver grants credit.',
  },
  {
    statement: 'Acknowledgements of TCP and grants of credit do not share packets',
    reason: 'published without a figure; it shows in the number of packets from the client, which is a claim.',
  },
  {
    statement: 'With the small credit the writes of the server do not fill segments',
    reason: 'published without a figure; it shows in the number of packets from the server, which is a claim.',
  },
];

/** @param {Parameters} parameters */
const nameOf = ({ path, hosts, creditBytes, writeBufferBytes }) =>
  creditBytes === null ? `${path}-${hosts}-plain` : `${path}-${hosts}-credit-${creditBytes}-buffer-${writeBufferBytes}`;

/**
 * W3C's experiment with the settings of MUX, one 64 kB document over an Ethernet with a window of four segments; then
 * what other settings would have cost, there and over 40 ms.
 * @type {import('../study.js').Study<Parameters, Values>}
 */
export const MUX = {
  name: 'mux',
  title: 'Credit and write buffer of MUX',
  summary:
    'What one 64 kB document costs in packets and time over W3C MUX, by the credit of its session and the write buffer of its server; W3C’s three runs first.',

  sources: [
    {
      text: 'W3C, FlowAnalysis: MUX over one TCP connection with several settings, a 64 kB document over an Ethernet',
      address: 'https://www.w3.org/Protocols/MUX/FlowAnalysis',
    },
  ],

  plan({ draft }) {
    /** @type {Parameters[]} */
    const all = HOSTS.flatMap((hosts) =>
      [PLAIN, GOOD, BAD].map((settings) => ({ path: /** @type {const} */ ('lan'), hosts, ...settings })),
    );
    for (const path of /** @type {const} */ (['lan', 'wan'])) {
      if (path === 'wan') all.push({ path, hosts: 'linux', ...PLAIN });
      for (const creditBytes of CREDITS) {
        for (const writeBufferBytes of BUFFERS) {
          if (!draft || (DRAFT_CREDITS.has(creditBytes) && DRAFT_BUFFERS.has(writeBufferBytes))) {
            all.push({ path, hosts: 'linux', creditBytes, writeBufferBytes });
          }
        }
      }
    }
    return [
      ...new Map(all.map((parameters) => [nameOf(parameters), { name: nameOf(parameters), parameters }])).values(),
    ];
  },

  execute({ name, parameters }, { seed }) {
    const { values, capture } = muxRun(parameters, seed);
    const isPublished = [PLAIN, GOOD, BAD].some((settings) => nameOf({ ...parameters, ...settings }) === name);
    return { values, captures: isPublished && parameters.path === 'lan' ? [{ name, bytes: capture }] : [] };
  },

  conclude(results) {
    const rows = results.map(({ run: { parameters }, values }) => ({ parameters, values }));
    const claims = HOSTS.flatMap((hosts) => claimsOf(hosts, rows));
    const missed = claims.filter(({ passed }) => !passed);
    const [plain, good, bad] = [PLAIN, GOOD, BAD].map((settings) =>
      valuesOf(rows, { path: 'lan', hosts: 'linux', ...settings }),
    );
    return {
      summary: [
        `From the server and from the client: ${packets(plain)} packets plain, ${packets(good)} with credit 4096 and a buffer of 8192, ${packets(bad)} with 2048 and 2048; published were 55 and 33, 62 and 55, 102 and 82.`,
        `The bad settings lose ${Math.round(100 * lostShare(plain, bad))} % of the bandwidth, where about a quarter was published: the server waits for credit after every third fragment.`,
        ...(missed.length === 0 ? [] : [`Missed: ${missed.map(({ id }) => id).join(', ')}.`]),
      ],
      claims,
      expectations: [],
      unclaimed: UNCLAIMED,
      tables: [table(rows)],
      figures: figuresOf(rows),
    };
  },
};

/** @param {Values} values */
const packets = ({ serverPackets, clientPackets }) => `${serverPackets} and ${clientPackets}`;

/** @param {Row[]} rows @param {Parameters} parameters @returns {Values} */
function valuesOf(rows, parameters) {
  const name = nameOf(parameters);
  return /** @type {Row} */ (rows.find((row) => nameOf(row.parameters) === name)).values;
}

/** Share of the bandwidth of plain HTTP that is lost. @param {Values} plain @param {Values} values */
const lostShare = (plain, values) => 1 - plain.milliseconds / values.milliseconds;

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {Record<keyof typeof PUBLISHED, MuxValues>} Three the runs that were published, with the same hosts */
/** @typedef {import('./mux-run.js').MuxValues} MuxValues */

const SETTINGS = { plain: PLAIN, good: GOOD, bad: BAD };
const WAYS = /** @type {const} */ (['server', 'client']);
const SOURCE_TABLE = 'FlowAnalysis, packet counts of the three transfers';
const SOURCE_ZOOM = 'FlowAnalysis, the zoomed diagrams';

/** @param {typeof HOSTS[number]} hosts */
const hostsText = (hosts) => (hosts === 'linux' ? 'hosts as in the repeated runs' : 'hosts as BSD’s of 1998');

/** @param {keyof typeof PUBLISHED} which */
const settingText = (which) => {
  const { creditBytes, writeBufferBytes } = SETTINGS[which];
  return creditBytes === null ? 'plain HTTP' : `credit ${creditBytes} and buffer ${writeBufferBytes}`;
};

/** @param {typeof HOSTS[number]} hosts @param {Three} three @returns {Claim[]} absolute counts, then ratios */
function countClaims(hosts, three) {
  const fieldOf = (/** @type {number} */ way) => (way === 0 ? 'serverPackets' : 'clientPackets');
  const counts = /** @type {const} */ (['plain', 'good', 'bad']).flatMap((which) =>
    WAYS.map((name, way) => {
      const published = PUBLISHED[which][way];
      const measured = three[which][fieldOf(way)];
      return {
        id: `MUX-${which}-${name}-count-${hosts}`,
        source: SOURCE_TABLE,
        published,
        claim: `packets from the ${name}, ${settingText(which)}; ${hostsText(hosts)}`,
        measured,
        tolerance: '± 15 %',
        because:
          'headers of the response, acknowledgement rules and initial window of the original hosts are not known',
        passed: Math.abs(measured / published - 1) <= COUNT_TOLERANCE,
      };
    }),
  );
  const ratios = /** @type {const} */ (['good', 'bad']).flatMap((which) =>
    WAYS.map((name, way) => {
      const published = PUBLISHED[which][way] / PUBLISHED.plain[way];
      const measured = three[which][fieldOf(way)] / three.plain[fieldOf(way)];
      const tolerance = TOLERANCES[which][way];
      return {
        id: `MUX-${which}-${name}-${hosts}`,
        source: SOURCE_TABLE,
        published: `${rounded(published)} (${PUBLISHED[which][way]} against ${PUBLISHED.plain[way]})`,
        claim: `packets from the ${name} against plain HTTP, ${settingText(which)}; ${hostsText(hosts)}`,
        measured: rounded(measured),
        tolerance: `± ${tolerance}`,
        because:
          way === 0
            ? 'a ratio is free of the response head; write sizes of the original server are not known'
            : 'whether an acknowledgement and a credit share a packet depends on the receiver’s delay, which is not known',
        passed: Math.abs(measured - published) <= tolerance,
      };
    }),
  );
  return [...counts, ...ratios];
}

/** Contents of the zoomed diagrams. @param {typeof HOSTS[number]} hosts @param {Three} three @returns {Claim[]} */
function flightClaims(hosts, { plain, bad }) {
  return [
    {
      id: `MUX-plain-flight-${hosts}`,
      source: SOURCE_ZOOM,
      published: 'four segments in the plain transfer',
      claim: `most segments of the server in flight, plain HTTP; ${hostsText(hosts)}`,
      measured: plain.mostInFlight,
      tolerance: 'exact',
      because: 'the window is four segments, neither more nor fewer',
      passed: plain.mostInFlight === 4,
    },
    {
      id: `MUX-bad-flight-${hosts}`,
      source: SOURCE_ZOOM,
      published: 'never more than three segments',
      claim: `most segments of the server in flight, ${settingText('bad')}; ${hostsText(hosts)}`,
      measured: bad.mostInFlight,
      tolerance: '≤ 3',
      because: 'it is published as a bound',
      passed: bad.mostInFlight <= 3,
    },
    {
      id: `MUX-bad-few-${hosts}`,
      source: SOURCE_ZOOM,
      published: 'more than half fewer than two packets',
      claim: `share of the time with fewer than two segments of the server in flight, ${settingText('bad')}; ${hostsText(hosts)}`,
      measured: rounded(bad.fewInFlight),
      tolerance: '> 0.5',
      because: 'it is published as a bound; we read it as a share of the time',
      passed: bad.fewInFlight > 0.5,
    },
  ];
}

/** @param {typeof HOSTS[number]} hosts @param {Row[]} rows @returns {Claim[]} */
function claimsOf(hosts, rows) {
  const [plain, good, bad] = [PLAIN, GOOD, BAD].map((settings) => valuesOf(rows, { path: 'lan', hosts, ...settings }));
  const three = { plain, good, bad };
  const lost = lostShare(plain, bad);
  return [
    ...countClaims(hosts, three),
    ...flightClaims(hosts, three),
    {
      id: `MUX-bad-lost-${hosts}`,
      source: 'FlowAnalysis, conclusion',
      published: 'about a quarter',
      claim: `share of the bandwidth lost, ${settingText('bad')}; ${hostsText(hosts)}`,
      measured: rounded(lost),
      tolerance: `0.25 ± ${LOST_TOLERANCE}`,
      because: 'a quarter is nearer than a third or a seventh',
      passed: Math.abs(lost - LOST) <= LOST_TOLERANCE,
    },
  ];
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100;

/** @param {Row[]} rows @returns {import('../study.js').StudyTable} */
function table(rows) {
  return {
    title: 'What each setting costs',
    columns: [
      { name: 'path' },
      { name: 'hosts' },
      { name: 'credit', unit: 'B' },
      { name: 'write buffer', unit: 'B' },
      { name: 'packets from server' },
      { name: 'from client' },
      { name: 'time', unit: 'ms' },
      { name: 'bandwidth lost', unit: '%' },
    ],
    rows: rows.map(({ parameters, values }) => {
      const { path, hosts, creditBytes, writeBufferBytes } = parameters;
      const lost = lostShare(valuesOf(rows, { path, hosts, ...PLAIN }), values);
      return [
        path,
        hosts,
        creditBytes ?? 'plain',
        writeBufferBytes ?? 'plain',
        values.serverPackets,
        values.clientPackets,
        Math.round(values.milliseconds * 1000) / 1000,
        Math.round(lost * 1000) / 10,
      ];
    }),
  };
}

/** @param {Row[]} rows @returns {import('../study.js').Figure[]} a line for each write buffer, over credit */
function figuresOf(rows) {
  const figure = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {string} */ yLabel,
    /** @type {'lan'|'wan'} */ path,
    /** @type {(values: Values, plain: Values) => number} */ y,
    /** @type {import('../study.js').Scale} */ yScale = 'linear',
  ) => {
    const swept = rows.filter(({ parameters }) => parameters.path === path && parameters.hosts === 'linux');
    const plain = valuesOf(rows, { path, hosts: 'linux', ...PLAIN });
    const buffers = [
      ...new Set(swept.map(({ parameters }) => parameters.writeBufferBytes).filter((bytes) => bytes !== null)),
    ].sort((a, b) => a - b);
    return {
      id,
      title,
      xLabel: 'credit, bytes',
      yLabel,
      xScale: /** @type {const} */ ('log'),
      yScale,
      series: buffers.map((buffer) => ({
        name: `write buffer ${buffer}`,
        points: swept
          .filter(({ parameters }) => parameters.writeBufferBytes === buffer)
          .map(({ parameters, values }) => /** @type {[number, number]} */ ([parameters.creditBytes, y(values, plain)]))
          .sort((a, b) => a[0] - b[0]),
      })),
    };
  };
  return [
    figure(
      'mux-server-packets',
      'Packets from the server, Ethernet',
      'packets',
      'lan',
      ({ serverPackets }) => serverPackets,
    ),
    figure(
      'mux-client-packets',
      'Packets from the client, Ethernet',
      'packets',
      'lan',
      ({ clientPackets }) => clientPackets,
    ),
    figure(
      'mux-time',
      'Time from the request to the last data, Ethernet',
      'time, ms',
      'lan',
      ({ milliseconds }) => milliseconds,
    ),
    figure(
      'mux-lost',
      'Bandwidth lost against plain HTTP, Ethernet',
      'bandwidth lost, %',
      'lan',
      (values, plain) => 100 * lostShare(plain, values),
    ),
    figure(
      'mux-wan-time',
      'Time from the request to the last data, 40 ms and 2 Mbit/s',
      'time, ms',
      'wan',
      ({ milliseconds }) => milliseconds,
      'log',
    ),
  ];
}
