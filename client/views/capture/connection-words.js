import { formatBytes, formatEndpoint, formatFlow, formatNumber, formatSeconds, missing } from '../../base/format.js';

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

/** @param {readonly (number|null)[]} values @returns {number|null} null: none is known */
export function sumOf(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** @param {ConnectionRow} row @returns {number|null} packets sent again, of QUIC those declared lost */
export const repeatsOf = ({ retransmissions }) => sumOf(retransmissions);

/** @param {ConnectionRow} row */
export const repeatsText = (row) => numberOr(repeatsOf(row));

/** @param {number|null} value */
const numberOr = (value) => (value === null ? missing : formatNumber(value));

/** @param {ConnectionRow} row */
export function cellTexts(row) {
  return {
    flow: formatFlow(row.flow),
    client: formatEndpoint(row.client),
    server: formatEndpoint(row.server),
    bytesOut: formatBytes(row.bytes[0]),
    bytesBack: formatBytes(row.bytes[1]),
    repeats: repeatsText(row),
    length: formatSeconds(row.end - row.start),
  };
}
