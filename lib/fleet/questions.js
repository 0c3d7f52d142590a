/** Questions about a fleet that have a name, in DuckDB's SQL. */

import { quoted } from './duckdb.js';

/** @typedef {import('./database.js').Cell} Cell */
/**
 * How a page draws an answer: bars of a column for each row, lines over time, or the strip of connections open in each
 * of `bins` intervals.
 * @typedef {{ kind: 'bars', labels: string[], value: string, unit: 's' } |
 *   { kind: 'lines', time: string, values: string[], unit: 's'|'%' } | { kind: 'strip', bins: number }} Plot
 */
/**
 * The connections behind a row of an answer.
 * @typedef {object} Behind
 * @property {string[]} by columns that tell which row it is
 * @property {string} where of `connections`, with $1, $2 … for their values
 * @property {Record<string, string>} figures columns that count such connections, and what else is true of those
 */

const SERVER = 'coalesce(tls_sni, server_name, server_address)';
/** A session that is idle, and what is no fault, loses nothing. */
export const LOST =
  "CASE WHEN severity IN ('error', 'warning') AND cause IS DISTINCT FROM 'idle' THEN cost_seconds END";
/** As the strip of a capture groups them. */
const FAILED = "(severity = 'error' OR state = 'syn_sent' OR verdict = 'connection_refused')";
const LIMITED_BY = `CASE WHEN ${FAILED} THEN 'failed' WHEN limit_cause IS NULL AND verdict = 'not_examined'
  THEN 'not_examined' ELSE limit_cause END`;
const STRIP_BINS = 60;

/** @type {Behind} */
const OF_SERVER = {
  by: ['server', 'port'],
  where: `${SERVER} IS NOT DISTINCT FROM $1 AND server_port IS NOT DISTINCT FROM $2`,
  figures: {},
};
const SAME_HOUR = `date_trunc('hour', "start") IS NOT DISTINCT FROM CAST($1 AS TIMESTAMP)`;

/** @type {Record<string, { title: string, sql: string, plot?: Plot, behind?: Behind }>} */
export const QUESTIONS = {
  'over-time': {
    title: 'Connections over time, by what limited them',
    plot: { kind: 'strip', bins: STRIP_BINS },
    behind: {
      by: ['from', 'until', 'limited_by'],
      where: `"start" < CAST($2 AS TIMESTAMP) AND "end" >= CAST($1 AS TIMESTAMP)
        AND (${LIMITED_BY}) IS NOT DISTINCT FROM $3`,
      figures: { connections: '' },
    },
    sql: `
      WITH steps AS (
        SELECT min("start") AS first, greatest(epoch(max("end")) - epoch(first), 1) * 1.0001 / ${STRIP_BINS} AS width
        FROM connections
      ), placed AS (
        SELECT ${LIMITED_BY} AS limited_by, floor((epoch("start") - epoch(first)) / width)::INT AS opened,
          floor((epoch("end") - epoch(first)) / width)::INT AS closed
        FROM connections, steps
      ), changes AS (
        SELECT limited_by, bin, sum(more) AS more FROM (
          SELECT limited_by, opened AS bin, 1 AS more FROM placed
          UNION ALL SELECT limited_by, closed + 1 AS bin, -1 AS more FROM placed
        ) GROUP BY ALL
      ), counted AS (
        SELECT every.limited_by, every.bin,
          sum(coalesce(more, 0)) OVER (PARTITION BY every.limited_by ORDER BY every.bin) AS connections
        FROM (SELECT * FROM (SELECT DISTINCT limited_by FROM placed), range(${STRIP_BINS}) AS bins(bin)) AS every
        LEFT JOIN changes ON changes.bin = every.bin AND changes.limited_by IS NOT DISTINCT FROM every.limited_by
      )
      SELECT first + to_microseconds((bin * width * 1e6)::BIGINT) AS "from",
        first + to_microseconds(((bin + 1) * width * 1e6)::BIGINT) AS until, limited_by, connections::BIGINT AS connections
      FROM counted, steps WHERE connections > 0 ORDER BY bin, limited_by`,
  },
  'worst-servers': {
    title: 'Servers, by time lost to findings',
    plot: { kind: 'bars', labels: ['server', 'port'], value: 'lost_seconds', unit: 's' },
    behind: { ...OF_SERVER, figures: { connections: '', lost_seconds: `${LOST} > 0`, failed: FAILED } },
    sql: `
      SELECT ${SERVER} AS server, server_port AS port, count(*) AS connections,
        round(sum(${LOST}), 3) AS lost_seconds, count(*) FILTER ${FAILED} AS failed,
        mode(title) FILTER (severity IN ('error', 'warning')) AS mostly
      FROM connections LEFT JOIN kinds ON code = verdict GROUP BY ALL HAVING lost_seconds > 0 OR failed > 0
      ORDER BY lost_seconds DESC NULLS LAST, failed DESC LIMIT 50`,
  },
  'worst-connections': {
    title: 'Connections, by time lost to findings',
    sql: `
      SELECT capture, connection, "start", client_address, ${SERVER} AS server,
        server_port AS port, round(${LOST}, 3) AS lost_seconds, coalesce(title, verdict) AS verdict, summary
      FROM connections LEFT JOIN kinds ON code = verdict WHERE severity IN ('error', 'warning')
      ORDER BY lost_seconds DESC NULLS LAST, severity LIMIT 100`,
  },
  'retransmissions-by-hour': {
    title: 'Retransmission rate, by hour',
    plot: { kind: 'lines', time: 'hour', values: ['percent'], unit: '%' },
    behind: {
      by: ['hour'],
      where: SAME_HOUR,
      figures: {
        connections: '',
        data_packets: 'client_data_packets + server_data_packets > 0',
        retransmitted: 'client_retransmitted_packets + server_retransmitted_packets > 0',
      },
    },
    sql: `
      SELECT date_trunc('hour', "start") AS hour, count(*) AS connections,
        sum(client_data_packets + server_data_packets) AS data_packets,
        sum(client_retransmitted_packets + server_retransmitted_packets) AS retransmitted,
        round(100 * retransmitted / nullif(data_packets, 0), 3) AS percent
      FROM connections GROUP BY hour ORDER BY hour`,
  },
  'slow-handshakes': {
    title: 'Servers, by handshake RTT as seen at the capture point (99th percentile)',
    plot: { kind: 'bars', labels: ['server', 'port'], value: 'p99_seconds', unit: 's' },
    behind: {
      by: ['server', 'port'],
      where: 'server_address = $1 AND server_port = $2 AND handshake_rtt_seconds IS NOT NULL',
      figures: { handshakes: '' },
    },
    // Percentiles of all servers would take most of the time, so those are left out whose slowest handshake is below
    // the percentile of fifty others.
    sql: `
      WITH handshakes AS (
        SELECT server_address AS server, server_port AS port, handshake_rtt_seconds AS seconds
        FROM connections WHERE handshake_rtt_seconds IS NOT NULL
      ), servers AS MATERIALIZED (
        SELECT server, port, max(seconds) AS max_seconds FROM handshakes GROUP BY ALL
      ), slowest AS (
        SELECT quantile_cont(seconds, 0.99) AS p99 FROM handshakes
        SEMI JOIN (FROM servers ORDER BY max_seconds DESC LIMIT 1000) USING (server, port)
        GROUP BY server, port ORDER BY p99 DESC LIMIT 50
      ), candidates AS (
        FROM servers WHERE max_seconds >= (SELECT min(p99) FROM slowest)
      )
      SELECT server, port, count(*) AS handshakes, round(median(seconds), 6) AS median_seconds,
        round(quantile_cont(seconds, 0.99), 6) AS p99_seconds, max(seconds) AS max_seconds
      FROM handshakes SEMI JOIN candidates USING (server, port)
      GROUP BY ALL ORDER BY p99_seconds DESC LIMIT 50`,
  },
  'limits-by-service': {
    title: 'What limited connections, by service and time',
    plot: { kind: 'bars', labels: ['server', 'port', 'limited_by'], value: 'seconds', unit: 's' },
    behind: {
      by: ['server', 'port', 'limited_by'],
      where: `${OF_SERVER.where} AND limit_cause = $3`,
      figures: { connections: '', seconds: '' },
    },
    sql: `
      SELECT ${SERVER} AS server, server_port AS port, limit_cause AS limited_by,
        count(*) AS connections, round(sum(limit_seconds), 3) AS seconds,
        round(median(limit_bytes_per_second)) AS median_bytes_per_second
      FROM connections WHERE limit_cause <> 'idle' GROUP BY ALL ORDER BY seconds DESC LIMIT 50`,
  },
  'findings-by-kind': {
    title: 'Findings, by kind and the time that they cost',
    plot: { kind: 'bars', labels: ['title', 'severity'], value: 'cost_seconds', unit: 's' },
    behind: {
      by: ['code', 'severity'],
      where: `(capture, connection) IN
        (SELECT (f.capture, f.connection) FROM findings AS f WHERE f.code = $1 AND f.severity = $2)`,
      figures: { found: '', connections: '' },
    },
    sql: `
      SELECT any_value(title) AS title, severity, count(*) AS found,
        count(DISTINCT (capture, connection)) AS connections, round(sum(cost_seconds) FILTER (cause IS DISTINCT FROM 'idle'), 3) AS cost_seconds,
        code
      FROM findings GROUP BY code, severity ORDER BY cost_seconds DESC NULLS LAST, found DESC`,
  },
  'slow-requests': {
    title: 'Hosts, by time that clients waited for their responses (99th percentile)',
    plot: { kind: 'bars', labels: ['host', 'protocol'], value: 'p99_wait_seconds', unit: 's' },
    behind: {
      by: ['host', 'protocol'],
      where: `(capture, connection) IN (SELECT (m.capture, m.connection) FROM messages AS m WHERE m.kind = 'request'
        AND m.wait_seconds IS NOT NULL AND m.host IS NOT DISTINCT FROM $1 AND m.protocol IS NOT DISTINCT FROM $2)`,
      figures: { requests: '' },
    },
    sql: `
      SELECT host, protocol, count(*) AS requests, round(median(wait_seconds), 6) AS median_wait_seconds,
        round(quantile_cont(wait_seconds, 0.99), 6) AS p99_wait_seconds
      FROM messages WHERE kind = 'request' AND wait_seconds IS NOT NULL
      GROUP BY ALL ORDER BY p99_wait_seconds DESC LIMIT 50`,
  },
  'round-trips-by-hour': {
    title: 'RTT to servers, by hour',
    plot: { kind: 'lines', time: 'hour', values: ['median_seconds', 'p99_seconds'], unit: 's' },
    behind: {
      by: ['hour'],
      where: `(capture, connection) IN (SELECT (r.capture, r.connection) FROM rtt AS r
        WHERE r.direction = 'clientToServer' AND date_trunc('hour', r.second) = CAST($1 AS TIMESTAMP))`,
      figures: { samples: '' },
    },
    sql: `
      SELECT date_trunc('hour', second) AS hour, sum(samples) AS samples, min(min_seconds) AS min_seconds,
        round(median(median_seconds), 6) AS median_seconds, round(quantile_cont(p90_seconds, 0.99), 6) AS p99_seconds
      FROM rtt WHERE direction = 'clientToServer' GROUP BY hour ORDER BY hour`,
  },
  'longest-connections': {
    title: 'Longest connections, joined over the files of a split capture',
    sql: `
      SELECT capture, connection, "start", client_address, client_port, coalesce(tls_sni, server_address) AS server,
        server_port AS port, protocol, round(duration_seconds, 3) AS duration_seconds, parts, state, unique_bytes,
        retransmitted_packets
      FROM whole_connections ORDER BY duration_seconds DESC LIMIT 50`,
  },
  captures: {
    title: 'Captures in the tables',
    sql: `
      SELECT capture, path, "start", duration_seconds, packets, connections, summary FROM captures ORDER BY "start"`,
  },
};

/**
 * Lists the connections behind a figure of an answer.
 * @param {Behind} behind
 * @param {Cell[]} values of the columns that tell the row
 * @param {string} figure its column
 * @returns {string} SQL
 */
export function connectionsBehind({ where, figures }, values, figure) {
  const ofRow = where.replaceAll(/\$(\d)/g, (_, place) => literal(values[Number(place) - 1]));
  const also = figures[figure] === '' ? '' : `AND ${figures[figure]}`;
  return `
    SELECT capture, connection, "start", client_address, ${SERVER} AS server, server_port AS port,
      round(${LOST}, 3) AS lost_seconds, coalesce(title, verdict) AS verdict, limit_cause AS limited_by,
      round(duration_seconds, 3) AS duration_seconds, summary
    FROM connections LEFT JOIN kinds ON code = verdict WHERE ${ofRow} ${also}
    ORDER BY lost_seconds DESC NULLS LAST, duration_seconds DESC LIMIT 1000`;
}

/** @param {Cell} value */
const literal = (value) => (typeof value === 'string' ? quoted(value) : String(value ?? null).toUpperCase());
