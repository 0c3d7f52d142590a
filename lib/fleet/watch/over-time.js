/** What a watch has seen, in SQL: figures over time, and the connections of some minutes. */
import { wholeConnections } from '../whole-connections.js';

/** Points of a plot, at most. */
const MOST_POINTS = 120;
const DAY_SECONDS = 86_400;
/** What a point may stand for: a file of a minute, or many. */
const STEPS_SECONDS = [60, 300, 900, 3600, 4 * 3600, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS];
/** Connections are listed of the last minutes of what is looked at. */
export const LISTED_SECONDS = 300;
/** Of a list, those that lost most first. */
const MOST_LISTED = 200;

/**
 * @typedef {object} Stretch
 * @property {string} folder in which the watch's captures lie
 * @property {number} from seconds since 1970
 * @property {number} to
 */

/** @param {Pick<Stretch, 'from'|'to'>} stretch @returns {number} */
export const stepSeconds = ({ from, to }) =>
  STEPS_SECONDS.find((step) => (to - from) / step <= MOST_POINTS) ?? STEPS_SECONDS[STEPS_SECONDS.length - 1];

/** @param {number} seconds since 1970 */
const timestamp = (seconds) => `make_timestamp(${Math.round(seconds * 1e6)})`;

/** Also by the day, so that files of other days are not opened. @param {Stretch} stretch @param {string} table */
const within = ({ from, to }, table) =>
  `${table}.day BETWEEN CAST(${timestamp(from - DAY_SECONDS)} AS DATE) AND CAST(${timestamp(to)} AS DATE)`;

/** @param {string} folder */
const isOf = (folder) => `starts_with(path, '${folder.replaceAll("'", "''")}/')`;

/** @param {Stretch} stretch @returns {string} a row for each step of time, with its first capture */
export const overTime = (stretch) => `
  WITH losses AS (
    SELECT capture, sum(client_data_packets + server_data_packets) AS data_packets,
      sum(client_retransmitted_packets + server_retransmitted_packets) AS retransmitted, sum(cost_seconds) AS lost
    FROM connections WHERE ${within(stretch, 'connections')} GROUP BY capture
  )
  SELECT time_bucket(INTERVAL ${stepSeconds(stretch)} SECONDS, "start") AS time, min_by(capture, "start") AS capture,
    sum(packets)::BIGINT AS packets, round(sum(packets) / nullif(sum(duration_seconds), 0), 1) AS packets_per_second,
    sum(connections)::BIGINT AS connections,
    round(100 * sum(retransmitted) / nullif(sum(data_packets), 0), 3) AS retransmitted_percent,
    round(sum(lost), 3) AS lost_seconds
  FROM captures LEFT JOIN losses USING (capture)
  WHERE ${isOf(stretch.folder)} AND ${within(stretch, 'captures')}
    AND "start" >= ${timestamp(stretch.from)} AND "start" < ${timestamp(stretch.to)}
  GROUP BY time ORDER BY time`;

/** @param {Stretch} stretch @returns {string} connections that had packets in it, one row over all its files */
export const connectionsIn = (stretch) => `
  SELECT capture, connection, "start", client_address || ' ' || client_port AS client,
    coalesce(tls_sni, server_address) AS server, server_port AS port, protocol, state, packets, unique_bytes AS bytes,
    retransmitted_packets AS retransmitted, round(cost_seconds, 3) AS lost_seconds, coalesce(title, verdict) AS verdict
  FROM (${wholeConnections(`WHERE ${isOf(stretch.folder)} AND ${within(stretch, 'c')} AND ${within(stretch, 'captures')}
    AND c."end" >= ${timestamp(stretch.from)} AND c."start" < ${timestamp(stretch.to)}`)})
  LEFT JOIN kinds ON code = verdict
  ORDER BY lost_seconds DESC NULLS LAST, "end" DESC LIMIT ${MOST_LISTED}`;
