/** Lists of a capture's connections, their requests, statements and findings, as CSV or JSON. */
import { flowName } from '../shared/quic-flow.js';
import { csvLines } from './csv.js';

/** @typedef {import('../analysis/quic/all-connections.js').AllConnections} AllConnections */
/** @typedef {Omit<ReturnType<AllConnections['row']>, 'flow'> & { flow: number|string }} Row */
/** @typedef {import('../protocols/describe-message.js').Message} Message */
/** @typedef {string|number|boolean|null} Value */
/**
 * A list: items of connections as in JSON, and their fields in CSV.
 * @template T
 * @typedef {{ items: (connections: AllConnections, indexes: Iterable<number>) => Iterable<T>, fields: Record<string,
 *   (item: T) => Value> }} List
 */

/**
 * @template T
 * @param {(connections: AllConnections, index: number) => Iterable<T>} items of a connection
 * @returns {List<T>['items']} of each
 */
const ofEach = (items) =>
  function* (connections, indexes) {
    for (const index of indexes) yield* items(connections, index);
  };

/** @type {List<Row>} */
const CONNECTIONS = {
  items: ofEach((connections, index) => {
    const row = connections.row(index);
    return [{ ...row, flow: flowName(row.flow) }];
  }),
  fields: {
    flow: ({ flow }) => flow,
    transport: ({ transport }) => transport,
    stream: ({ stream }) => stream,
    client: ({ client }) => client.address,
    client_port: ({ client }) => client.port,
    client_name: ({ clientName }) => clientName,
    server: ({ server }) => server.address,
    server_port: ({ server }) => server.port,
    server_name: ({ serverName }) => serverName,
    vlan: ({ vlans }) => vlans.join(' '),
    protocol: ({ protocol }) => protocol,
    state: ({ state }) => state,
    start_s: ({ start }) => start,
    end_s: ({ end }) => end,
    client_packets: ({ packets }) => packets[0],
    server_packets: ({ packets }) => packets[1],
    client_bytes: ({ bytes }) => bytes[0],
    server_bytes: ({ bytes }) => bytes[1],
    client_retransmissions: ({ retransmissions }) => retransmissions[0],
    server_retransmissions: ({ retransmissions }) => retransmissions[1],
    rtt_min_s: ({ rttMin }) => rttMin,
    rtt_max_s: ({ rttMax }) => rttMax,
    requests: ({ requests }) => requests,
    first_host: ({ firstHost }) => firstHost,
    first_target: ({ firstTarget }) => firstTarget,
    verdict: ({ verdict }) => verdict.sentence,
    severity: ({ verdict }) => verdict.severity,
    cost_s: ({ verdict }) => verdict.costSeconds,
    limit: ({ verdict }) => verdict.limit?.cause ?? null,
    limit_share: ({ verdict }) => verdict.limit?.share ?? null,
  },
};

/** @type {List<{ request: Message, response: Message|null }>} */
const REQUESTS = {
  items: ofEach(function* (connections, index) {
    const all = connections.messages(index, 0, Infinity).messages;
    const byIndex = new Map(all.map((message) => [message.index, message]));
    for (const request of all) {
      if (request.kind === 'request') yield { request, response: byIndex.get(request.pair ?? -1) ?? null };
    }
  }),
  fields: {
    flow: ({ request }) => request.flow,
    message: ({ request }) => request.index,
    protocol: ({ request }) => request.protocol,
    stream: ({ request }) => request.stream,
    method: ({ request }) => request.method,
    host: ({ request }) => request.host,
    target: ({ request }) => request.target,
    status: ({ response }) => response?.status ?? null,
    outcome: ({ response }) => response?.outcome ?? null,
    content_type: ({ response }) => response?.contentType ?? null,
    start_s: ({ request }) => request.start,
    first_byte_s: ({ response }) => response?.start ?? null,
    end_s: ({ response }) => response?.end ?? null,
    request_bytes: ({ request }) => request.headerBytes + request.bodyBytes,
    response_header_bytes: ({ response }) => response?.headerBytes ?? null,
    response_body_bytes: ({ response }) => response?.bodyBytes ?? null,
    complete: ({ response }) => response?.complete ?? null,
    first_frame: ({ request }) => request.firstFrame,
    last_frame: ({ response }) => response?.lastFrame ?? null,
  },
};

/** @typedef {import('../analysis/messages/statements.js').Statement} Statement */
/** @typedef {Omit<Statement, 'slowest'> & { slowest: { flow: number|string, message: number } }} NamedStatement */

/** Of all connections together. @type {List<NamedStatement>} */
const STATEMENTS = {
  items: (connections, indexes) =>
    connections
      .statements(indexes)
      .map(({ slowest, ...statement }) => ({ ...statement, slowest: { ...slowest, flow: flowName(slowest.flow) } })),
  fields: {
    protocol: ({ protocol }) => protocol,
    statement: ({ statement }) => statement,
    count: ({ count }) => count,
    answered: ({ answered }) => answered,
    failed: ({ failed }) => failed,
    connections: ({ connections }) => connections,
    total_s: ({ totalSeconds }) => totalSeconds,
    p50_s: ({ p50Seconds }) => p50Seconds,
    p95_s: ({ p95Seconds }) => p95Seconds,
    max_s: ({ maxSeconds }) => maxSeconds,
    rows: ({ rows }) => rows,
    request_bytes: ({ requestBytes }) => requestBytes,
    response_bytes: ({ responseBytes }) => responseBytes,
    may_wait: ({ mayWait }) => mayWait,
    slowest_flow: ({ slowest }) => slowest.flow,
    slowest_message: ({ slowest }) => slowest.message,
  },
};

/** @type {List<import('../insight/findings/finding.js').Finding & { flow: number|string }>} */
const FINDINGS = {
  items: ofEach((connections, index) =>
    connections.findings(index).map((found) => ({ flow: flowName(connections.numberOf(index)), ...found })),
  ),
  fields: {
    flow: ({ flow }) => flow,
    code: ({ code }) => code,
    title: ({ title }) => title,
    severity: ({ severity }) => severity,
    cause: ({ cause }) => cause,
    direction: ({ direction }) => direction,
    start_s: ({ start }) => start,
    end_s: ({ end }) => end,
    cost_s: ({ costSeconds }) => costSeconds,
    message: ({ message }) => message,
    advice: ({ advice }) => advice,
  },
};

const LISTS = /** @type {Record<string, List<any>>} */ ({
  connections: CONNECTIONS,
  requests: REQUESTS,
  findings: FINDINGS,
  statements: STATEMENTS,
});

/** The files that `listLines` makes. */
export const LIST_FILES = Object.freeze(Object.keys(LISTS).flatMap((name) => [`${name}.csv`, `${name}.json`]));

/**
 * @param {AllConnections} connections
 * @param {string} file one of `LIST_FILES`
 * @param {Iterable<number>} indexes of connections, in the order in which they are listed
 * @returns {Generator<string>} its lines; JSON is an array, an item a line
 */
export function* listLines(connections, file, indexes) {
  const [name, format] = file.split('.');
  const { items, fields } = LISTS[name];
  if (format === 'json') return yield* jsonLines(items(connections, indexes));
  const columns = Object.keys(fields);
  const readers = Object.values(fields);
  yield* csvLines({
    name,
    columns,
    rows: (function* () {
      for (const item of items(connections, indexes)) yield readers.map((read) => read(item));
    })(),
  });
}

/** @param {Iterable<unknown>} items */
function* jsonLines(items) {
  let before = '[';
  for (const item of items) {
    yield `${before}\n${JSON.stringify(item)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
