import {
  formatBytes,
  formatEndpoint,
  formatNumber,
  formatRttRange,
  formatSeconds,
  missing,
} from '../../base/format.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

/** How a connection's values are written in its row. Pure. */

/** @type {Record<string, string>} */
const protocolNames = { 'http/1.1': 'HTTP/1.1', 'http/1.0': 'HTTP/1.0', tls: 'TLS' };

/** @param {string | null} protocol */
export function protocolWords(protocol) {
  return protocol === null ? missing : (protocolNames[protocol] ?? protocol);
}

/** @param {ConnectionRow} row @returns {string} the first request's target, else the protocol */
export function carriesWords(row) {
  return row.firstTarget ?? protocolWords(row.protocol);
}

/** @param {string} state */
function stateWords(state) {
  return state.replaceAll('_', ' ').toLowerCase();
}

/** @param {ConnectionRow} row */
export function repeatsOf({ retransmissions }) {
  return retransmissions[0] + retransmissions[1];
}

/** @param {ConnectionRow} row */
export function cellTexts(row) {
  return {
    flow: formatNumber(row.flow),
    client: formatEndpoint(row.client),
    server: formatEndpoint(row.server),
    packetsOut: formatNumber(row.packets[0]),
    packetsBack: formatNumber(row.packets[1]),
    bytesOut: formatBytes(row.bytes[0]),
    bytesBack: formatBytes(row.bytes[1]),
    rtt: formatRttRange(row.rttMin, row.rttMax),
    repeats: formatNumber(repeatsOf(row)),
    requests: formatNumber(row.requests),
    start: formatSeconds(row.start),
    length: formatSeconds(row.end - row.start),
    state: stateWords(row.state),
  };
}
