/** The library's list as files. Loaded on first use. */
import { connectionsOf, repeatedPackets } from '../../components/capture-text.js';
import { csvField } from '../capture/figure-rows.js';
import { download } from '../connection/head/exports.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

/** @type {[head: string, of: (capture: Capture) => string|number|null|undefined][]} */
const COLUMNS = [
  ['name', ({ name }) => name],
  ['tags', ({ tags }) => tags.join(' ')],
  ['added', ({ createdEpoch }) => new Date(createdEpoch * 1000).toISOString()],
  ['source', ({ source }) => source],
  ['state', ({ state }) => state],
  ['format', ({ format }) => format],
  ['size_bytes', ({ sizeBytes }) => sizeBytes],
  ['packets', ({ packets }) => packets],
  ['tcp_packets', ({ tcpPackets }) => tcpPackets],
  ['retransmitted_packets', repeatedPackets],
  ['connections', connectionsOf],
  ['requests', ({ requests }) => requests],
  ['first_packet_epoch', ({ startEpoch }) => startEpoch],
  ['duration_s', ({ duration }) => duration],
  ['severity', ({ verdict }) => verdict?.severity],
  ['verdict', ({ verdict }) => verdict?.sentence],
  ['cost_s', ({ verdict }) => verdict?.costSeconds],
];

/** @param {Capture[]} captures @returns {string} a CSV file (RFC 4180) */
const capturesCsv = (captures) =>
  [
    COLUMNS.map(([head]) => head).join(),
    ...captures.map((capture) => COLUMNS.map(([, of]) => csvField(of(capture) ?? '')).join()),
    '',
  ].join('\r\n');

/** @param {Capture[]} captures @returns {string} those of docs/protocol.md, without `activity` */
const capturesJson = (captures) =>
  JSON.stringify(captures, (key, value) => (key === 'activity' ? undefined : value), 2);

/** @param {Capture[]} captures @param {'csv'|'json'} format */
export const downloadList = (captures, format) =>
  download(
    `captures.${format}`,
    format === 'csv'
      ? new Blob([capturesCsv(captures)], { type: 'text/csv' })
      : new Blob([capturesJson(captures)], { type: 'application/json' }),
  );
