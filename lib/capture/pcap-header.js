import { PCAP_LAYOUTS } from './magic.js';
import { int32At, uint16At } from './read-integers.js';

/**
 * How to walk the records of a pcap file.
 *
 * @typedef {object} PcapLayout
 * @property {boolean} bigEndian
 * @property {number} fileHeaderBytes
 * @property {number} recordHeaderBytes
 * @property {number} nsPerFraction nanoseconds in a unit of the fraction field
 */

/**
 * The layout that a magic number announces, as Wireshark's wiretap/libpcap.c tells them apart; null: not a pcap.
 * @param {Uint8Array} bytes at least 4 from `at`
 * @param {number} at
 * @returns {PcapLayout|null}
 */
export function pcapLayout(bytes, at) {
  const big = PCAP_LAYOUTS.get(int32At(bytes, at, true) >>> 0);
  if (big) return { bigEndian: true, ...big };
  const little = PCAP_LAYOUTS.get(int32At(bytes, at, false) >>> 0);
  return little ? { bigEndian: false, ...little } : null;
}

/** Do the record's lengths stand the other way round, wire length first? */
export const LENGTH_ORDER = Object.freeze({ AS_WRITTEN: 0, SWAPPED: 1, SWAPPED_IF_LARGER: 2 });

/**
 * Before version 2.3 the wire length came first; some writers of 2.3 and DG/UX's tcpdump (version 543) kept doing so
 * (Wireshark, wiretap/libpcap.c).
 * @param {number} major
 * @param {number} minor
 */
function lengthOrder(major, minor) {
  if (major === 543) return LENGTH_ORDER.SWAPPED;
  if (major !== 2 || minor > 3) return LENGTH_ORDER.AS_WRITTEN;
  return minor === 3 ? LENGTH_ORDER.SWAPPED_IF_LARGER : LENGTH_ORDER.SWAPPED;
}

/**
 * AIX's libpcap calls itself 2.2, writes interface types of RFC 1573 where others write link types, and nanoseconds
 * (wiretap/libpcap.c).
 */
const AIX_LINK_TYPES = new Map([
  [6, 1],
  [9, 6],
  [15, 10],
  [24, 0],
]);

/**
 * The fields of a pcap file header.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {boolean} bigEndian
 */
export function pcapHeader(bytes, at, bigEndian) {
  const major = uint16At(bytes, at + 4, bigEndian);
  const minor = uint16At(bytes, at + 6, bigEndian);
  const network = int32At(bytes, at + 20, bigEndian);
  const aixLinkType = major === 2 && minor === 2 ? AIX_LINK_TYPES.get(network) : undefined;
  return {
    major,
    minor,
    /** Whether the fraction is of nanoseconds whatever the magic number says. */
    isAix: aixLinkType !== undefined,
    snapLength: int32At(bytes, at + 16, bigEndian) >>> 0,
    // The upper bits say whether and how long a frame check sequence is kept, which the IP length makes us pass over.
    linkType: aixLinkType ?? network & 0xffff,
    reservedBits: network & 0x03ff0000,
    lengthOrder: lengthOrder(major, minor),
  };
}
