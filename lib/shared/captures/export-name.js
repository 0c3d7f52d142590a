/** A pcapng file begins with it in either byte order. */
const PCAPNG_MAGIC = [0x0a, 0x0d, 0x0d, 0x0a];

/**
 * @param {string} name of a download, by its URL
 * @param {Uint8Array} head its first bytes
 * @returns {string} with the ending of what it is: packets become a pcapng where pcap cannot hold them
 */
export const exportName = (name, head) =>
  name.endsWith('.pcap') && PCAPNG_MAGIC.every((byte, i) => head[i] === byte) ? `${name}ng` : name;
