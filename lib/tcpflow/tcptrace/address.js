/**
 * An address as tcptrace writes it: groups of IPv6 in full, and nothing for the first run of zeros, a single one too.
 * The last group of a run that ends the address stands, but is lost where it is a run by itself (`2001:0db8::0001`,
 * `:0001` of `::1`, `fe80::0000` of `fe80::`).
 * @param {string} address as RFC 5952 has it
 */
export function tcptraceAddress(address) {
  if (!address.includes(':')) return address;
  const groups = expand(address);
  const first = groups.findIndex((group) => Number.parseInt(group, 16) === 0);
  if (first < 0 || first === 7) return groups.slice(0, first < 0 ? 8 : 7).join(':');
  let end = first;
  while (end < 7 && Number.parseInt(groups[end], 16) === 0) end++;
  return [...groups.slice(0, first), '', ...groups.slice(end)].join(':');
}

/** @param {string} address @returns {string[]} eight groups of four digits */
function expand(address) {
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')).flatMap(hexadecimal));
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...(tail ?? [])].map((group) => group.padStart(4, '0'));
}

/** A group, or the two that an IPv4 address at the end stands for. @param {string} group */
function hexadecimal(group) {
  if (!group.includes('.')) return [group];
  const [a, b, c, d] = group.split('.').map(Number);
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
}
