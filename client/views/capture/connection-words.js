import { formatBytes, formatEndpoint, formatNumber, formatSeconds, missing } from '../../base/format.js';

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
  const { firstMethod, firstTarget, protocol } = row;
  if (firstTarget === null) return protocolWords(protocol);
  // A path says enough; a command or CONNECT needs its name.
  return /^(\/|\w+:\/\/)/.test(firstTarget) ? firstTarget : `${firstMethod ?? ''} ${firstTarget}`.trim();
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
    bytesOut: formatBytes(row.bytes[0]),
    bytesBack: formatBytes(row.bytes[1]),
    repeats: formatNumber(repeatsOf(row)),
    length: formatSeconds(row.end - row.start),
  };
}
