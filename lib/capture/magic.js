/** Magic numbers of uncompressed captures. This module imports nothing: starting a reader thread waits for it. */

/** Bytes that `isCaptureMagic` looks at. */
export const MAGIC_BYTES = 4;

/** A pcapng file's first block, as a number that reads the same in both byte orders. */
export const SECTION_HEADER = 0x0a0d0d0a;

/** Magic numbers of pcap as read big-endian: [the layout it means, the same table has its byte-swapped twin]. */
export const PCAP_LAYOUTS = new Map([
  [0xa1b2c3d4, { fileHeaderBytes: 24, recordHeaderBytes: 16, nsPerFraction: 1000 }],
  [0xa1b23c4d, { fileHeaderBytes: 24, recordHeaderBytes: 16, nsPerFraction: 1 }],
  // Alexey Kuznetzov's "modified" pcap: interface, protocol and packet type follow the lengths.
  [0xa1b2cd34, { fileHeaderBytes: 24, recordHeaderBytes: 24, nsPerFraction: 1000 }],
  // Ixia's hardware and software captures: the file header ends with the size of all records.
  [0x1c0001ac, { fileHeaderBytes: 28, recordHeaderBytes: 16, nsPerFraction: 1 }],
  [0x1c0001ab, { fileHeaderBytes: 28, recordHeaderBytes: 16, nsPerFraction: 1 }],
]);

/** Whether a file that begins so is pcap or pcapng. @param {Uint8Array} bytes `MAGIC_BYTES` of them */
export function isCaptureMagic({ buffer, byteOffset, byteLength }) {
  const view = new DataView(buffer, byteOffset, byteLength);
  const big = view.getUint32(0);
  return big === SECTION_HEADER || PCAP_LAYOUTS.has(big) || PCAP_LAYOUTS.has(view.getUint32(0, true));
}
