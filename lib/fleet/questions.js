/** Questions about a fleet that have a name, in DuckDB's SQL. */

/**
 * How a page draws an answer: bars of a column for each row, or lines over time.
 * @typedef {{ kind: 'bars', label: string, value: string, unit: 's' } |
 *   { kind: 'lines', time: string, values: string[], unit: 's'|'%' }} Plot
 */

/** @type {Record<string, { title: string, sql: string, plot?: Plot }>} */
export const QUESTIONS = {
  'worst-servers': {
    title: 'Servers, by time lost to findings',
    plot: { kind: 'bars', label: 'server', value: 'lost_seconds', unit: 's' },
    sql: `
      SELECT coalesce(tls_sni, server_name, server_address) AS server, server_port AS port, count(*) AS connections,
        round(sum(cost_seconds), 3) AS lost_seconds, count(*) FILTER (severity = 'error') AS failed,
        mode(title) FILTER (severity IN ('error', 'warning')) AS mostly
      FROM connections LEFT JOIN kinds ON code = verdict GROUP BY ALL HAVING lost_seconds > 0 OR failed > 0
      ORDER BY lost_seconds DESC NULLS LAST, failed DESC LIMIT 50`,
  },
  'worst-connections': {
    title: 'Connections, by time lost to findings',
    sql: `
      SELECT capture, connection, "start", client_address, coalesce(tls_sni, server_name, server_address) AS server,
        server_port AS port, round(cost_seconds, 3) AS lost_seconds, coalesce(title, verdict) AS verdict, summary
      FROM connections LEFT JOIN kinds ON code = verdict WHERE severity IN ('error', 'warning')
      ORDER BY cost_seconds DESC NULLS LAST, severity LIMIT 100`,
  },
  'retransmissions-by-hour': {
    title: 'Retransmission rate, by hour',
    plot: { kind: 'lines', time: 'hour', values: ['percent'], unit: '%' },
    sql: `
      SELECT date_trunc('hour', "start") AS hour, count(*) AS connections,
        sum(client_data_packets + server_data_packets) AS data_packets,
        sum(client_retransmitted_packets + server_retransmitted_packets) AS retransmitted,
        round(100 * retransmitted / nullif(data_packets, 0), 3) AS percent
      FROM connections GROUP BY hour ORDER BY hour`,
  },
  'slow-handshakes': {
    title: 'Handshake RTT by server, as seen at the capture point',
    plot: { kind: 'bars', label: 'server', value: 'p99_seconds', unit: 's' },
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
    title: 'What limited connections, by service, in seconds',
    plot: { kind: 'bars', label: 'server', value: 'seconds', unit: 's' },
    sql: `
      SELECT coalesce(tls_sni, server_name, server_address) AS server, server_port AS port, limit_cause,
        count(*) AS connections, round(sum(limit_seconds), 3) AS seconds,
        round(median(limit_bytes_per_second)) AS median_bytes_per_second
      FROM connections WHERE limit_cause IS NOT NULL GROUP BY ALL ORDER BY seconds DESC LIMIT 50`,
  },
  'findings-by-kind': {
    title: 'Findings, by kind',
    plot: { kind: 'bars', label: 'title', value: 'cost_seconds', unit: 's' },
    sql: `
      SELECT any_value(title) AS title, severity, count(*) AS found,
        count(DISTINCT (capture, connection)) AS connections, round(sum(cost_seconds), 3) AS cost_seconds, code
      FROM findings GROUP BY code, severity ORDER BY cost_seconds DESC NULLS LAST, found DESC`,
  },
  'slow-requests': {
    title: 'Hosts, by time that clients waited for their responses',
    plot: { kind: 'bars', label: 'host', value: 'p99_wait_seconds', unit: 's' },
    sql: `
      SELECT host, protocol, count(*) AS requests, round(median(wait_seconds), 6) AS median_wait_seconds,
        round(quantile_cont(wait_seconds, 0.99), 6) AS p99_wait_seconds
      FROM messages WHERE kind = 'request' AND wait_seconds IS NOT NULL
      GROUP BY ALL ORDER BY p99_wait_seconds DESC LIMIT 50`,
  },
  'round-trips-by-hour': {
    title: 'RTT to servers, by hour',
    plot: { kind: 'lines', time: 'hour', values: ['median_seconds', 'p99_seconds'], unit: 's' },
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
