import { beginsPcap } from './joined.js';
import { int32At } from './read-integers.js';

/** Of seconds, fraction and lengths, with which every layout's record begins. */
const COMMON_BYTES = 16;
const MICROSECONDS_PER_SECOND = 1_000_000;
const DAY_S = 86_400;

/**
 * Sizes of record headers that share a magic number with the usual one: those of Red Hat 6.1's libpcap (24) and of
 * Nokia's and Check Point's IPSO (20), and of SuSE 6.3's (28).
 */
const OTHER_HEADER_BYTES = new Map([
  [16, [24, 20]],
  [24, [28]],
]);

/**
 * Bytes beside those captured of the first packet by which the size of the records' headers is known. Where none are
 * there yet behind a usual record, as in a file that grows by packets, it is the usual one.
 */
export const BYTES_TO_TELL = 28 + COMMON_BYTES;

/**
 * The size of a file's record headers. Nothing but the place of the second record tells it (as in Wireshark,
 * wiretap/libpcap.c): where the usual size leads to none, and another does, it is the other.
 * @param {import('./pcap-header.js').PcapLayout} layout as its magic number announces it
 * @param {number} maxFrameBytes
 * @param {Uint8Array} bytes
 * @param {number} position of the first record
 * @param {number} end
 */
export function headerBytesOfRecords(
  { bigEndian, recordHeaderBytes, nsPerFraction },
  maxFrameBytes,
  bytes,
  position,
  end,
) {
  const others = nsPerFraction === 1000 ? OTHER_HEADER_BYTES.get(recordHeaderBytes) : undefined;
  if (!others) return recordHeaderBytes;
  const seconds = int32At(bytes, position, bigEndian) >>> 0;
  const behind = position + int32At(bytes, position + 8, bigEndian);
  const isNext = (/** @type {number} */ headerBytes) => {
    const at = behind + headerBytes;
    if (at + COMMON_BYTES > end) return false;
    const captured = int32At(bytes, at + 8, bigEndian);
    const wire = int32At(bytes, at + 12, bigEndian);
    return (
      Math.abs((int32At(bytes, at, bigEndian) >>> 0) - seconds) < DAY_S &&
      int32At(bytes, at + 4, bigEndian) >>> 0 < MICROSECONDS_PER_SECOND &&
      captured >= 0 &&
      wire >= captured &&
      wire <= maxFrameBytes
    );
  };
  if (isNext(recordHeaderBytes) || beginsPcap(bytes, behind + recordHeaderBytes)) return recordHeaderBytes;
  return others.find(isNext) ?? recordHeaderBytes;
}
