/**
 * Connections over the files of a capture that was cut: what `watch` made, or a ring of dumpcap. A connection is a row
 * of `connections` in each file; here they are one. It begins anew with a handshake, or after so long a silence that
 * ends ask by then whether the other is still there (Linux, tcp_keepalive_time).
 */
const SILENCE = '2 HOURS';

export const WHOLE_CONNECTIONS = `
  WITH ends AS (
    SELECT c.*, regexp_replace(path, '[/\\\\][^/\\\\]*$', '') AS folder,
      client_address || ' ' || client_port AS a, server_address || ' ' || server_port AS b
    FROM connections c JOIN captures USING (capture)
  ), ordered AS (
    SELECT *, coalesce(
      (NOT role_guessed AND lag(state) OVER pair NOT IN ('syn_sent', 'syn_received'))
      OR "start" - lag("end") OVER pair > INTERVAL ${SILENCE}, true) AS begins
    FROM ends WINDOW pair AS (PARTITION BY folder, least(a, b), greatest(a, b) ORDER BY "start")
  ), numbered AS (
    SELECT *, count(*) FILTER (begins) OVER (PARTITION BY folder, least(a, b), greatest(a, b) ORDER BY "start") AS nth
    FROM ordered
  )
  SELECT min_by(capture, "start") AS capture, min_by(connection, "start") AS connection, count(*) AS parts,
    min_by(client_address, "start") AS client_address, min_by(client_port, "start") AS client_port,
    min_by(server_address, "start") AS server_address, min_by(server_port, "start") AS server_port,
    any_value(tls_sni) AS tls_sni, any_value(protocol) AS protocol,
    min("start") AS "start", max("end") AS "end", (epoch_us(max("end")) - epoch_us(min("start"))) / 1e6 AS duration_seconds,
    max_by(state, "start") AS state, any_value(handshake_rtt_seconds) AS handshake_rtt_seconds,
    sum(client_packets + server_packets)::BIGINT AS packets,
    sum(client_data_packets + server_data_packets)::BIGINT AS data_packets,
    sum(client_unique_bytes + server_unique_bytes)::BIGINT AS unique_bytes,
    sum(client_retransmitted_packets + server_retransmitted_packets)::BIGINT AS retransmitted_packets,
    sum(cost_seconds) AS cost_seconds, max_by(verdict, cost_seconds) AS verdict,
    max_by(severity, cost_seconds) AS severity
  FROM numbered GROUP BY folder, least(a, b), greatest(a, b), nth`;
