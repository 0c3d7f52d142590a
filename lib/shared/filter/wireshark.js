/** Most ranges of a usable display filter; Wireshark reads one of some ten thousand characters instantly. */
export const MAX_WIRESHARK_RANGES = 1000;

/** @typedef {{ address: string, port: number }} Endpoint */

/**
 * Connections as a display filter of Wireshark, whose `tcp.stream` counts connections as our `flow` does.
 * @param {{ flows?: Iterable<number>, quic?: Iterable<number>, pairs?: [Endpoint, Endpoint][] }} connections numbers
 *   ascending; `quic`: of `quic.connection.number`; `pairs`: ends of UDP
 * @returns {string|null} null: none, or more than `MAX_WIRESHARK_RANGES` stretches
 */
export function wiresharkFilter({ flows = [], quic = [], pairs = [] }) {
  const [streams, numbers] = [stretchesOf(flows), stretchesOf(quic)];
  const count = streams.length + numbers.length + pairs.length;
  if (count === 0 || count > MAX_WIRESHARK_RANGES) return null;
  return [numbered('tcp.stream', streams), numbered('quic.connection.number', numbers), ...pairs.map(between)]
    .filter((term) => term !== '')
    .join(' or ');
}

/** @param {Iterable<number>} ascending */
function stretchesOf(ascending) {
  /** @type {[number, number][]} */
  const stretches = [];
  for (const number of ascending) {
    const last = stretches.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else stretches.push([number, number]);
    if (stretches.length > MAX_WIRESHARK_RANGES) break;
  }
  return stretches;
}

/** @param {string} field @param {[number, number][]} stretches @returns {string} "": none */
function numbered(field, stretches) {
  if (stretches.length === 0) return '';
  const [[first, end]] = stretches;
  if (stretches.length === 1 && first === end) return `${field} == ${first}`;
  return `${field} in {${stretches.map(([from, to]) => (from === to ? `${from}` : `${from}..${to}`)).join(', ')}}`;
}

/** @param {[Endpoint, Endpoint]} ends */
const between = (ends) =>
  `(${ends.map(({ address, port }) => `${address.includes(':') ? 'ipv6' : 'ip'}.addr == ${address} and udp.port == ${port}`).join(' and ')})`;
