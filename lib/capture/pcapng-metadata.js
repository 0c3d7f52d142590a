import { textOf } from './capture-notes.js';
import { captureInterface } from './frame-sink.js';
import { InterfaceClock } from './interface-clock.js';
import { eachOption } from './pcapng-blocks.js';
import { int32At, uint16At, uint64At } from './read-integers.js';

/**
 * A whole block in memory; `end` is where its trailing length starts.
 * @typedef {{ bytes: Uint8Array, position: number, end: number, bigEndian: boolean }} Block
 */

export const MICROSECONDS = 6;
const TLS_KEY_LOG = 0x544c534b;
const NAME_RECORD = Object.freeze({ IPV4: 1, IPV6: 2 });
const INTERFACE_OPTION = Object.freeze({ NAME: 2, DESCRIPTION: 3, TIME_RESOLUTION: 9, FILTER: 11, TIME_OFFSET: 14 });
const STATISTICS_OPTION = Object.freeze({ RECEIVED: 4, DROPPED: 5 });

/**
 * An Interface Description Block.
 * @param {Block} block
 */
export function readInterface({ bytes, position, end, bigEndian }) {
  const entry = captureInterface(
    uint16At(bytes, position + 8, bigEndian),
    int32At(bytes, position + 12, bigEndian) >>> 0,
  );
  let resolution = MICROSECONDS;
  let offsetSeconds = 0n;
  eachOption(bytes, position + 16, end, bigEndian, (code, start, stop) => {
    if (code === INTERFACE_OPTION.NAME) entry.name = textOf(bytes, start, stop);
    else if (code === INTERFACE_OPTION.DESCRIPTION) entry.description = textOf(bytes, start, stop);
    // The filter's first byte is its kind; 0 is a pcap-filter(7) expression.
    else if (code === INTERFACE_OPTION.FILTER && stop > start && bytes[start] === 0) {
      entry.filter = textOf(bytes, start + 1, stop);
    } else if (code === INTERFACE_OPTION.TIME_RESOLUTION && stop - start === 1) resolution = bytes[start];
    else if (code === INTERFACE_OPTION.TIME_OFFSET && stop - start === 8) {
      offsetSeconds = int64At(bytes, start, bigEndian);
    }
  });
  return { entry, clock: new InterfaceClock(resolution, offsetSeconds) };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {boolean} bigEndian
 */
function int64At(bytes, at, bigEndian) {
  const high = int32At(bytes, bigEndian ? at : at + 4, bigEndian);
  const low = int32At(bytes, bigEndian ? at + 4 : at, bigEndian) >>> 0;
  return (BigInt(high) << 32n) | BigInt(low);
}

/**
 * An Interface Statistics Block: the last one of an interface holds its final counts.
 * @param {Block} block
 * @param {import('./frame-sink.js').CaptureInterface|undefined} entry
 */
export function readStatistics({ bytes, position, end, bigEndian }, entry) {
  if (!entry) return;
  eachOption(bytes, position + 20, end, bigEndian, (code, start, stop) => {
    if (stop - start !== 8) return;
    if (code === STATISTICS_OPTION.RECEIVED) entry.received = uint64At(bytes, start, bigEndian);
    else if (code === STATISTICS_OPTION.DROPPED) entry.dropped = uint64At(bytes, start, bigEndian);
  });
}

/**
 * A Name Resolution Block: records of an address and its names, each name ended by a zero byte.
 * @param {Block} block
 * @param {import('./capture-notes.js').CaptureNotes} notes
 */
export function readNames({ bytes, position, end, bigEndian }, notes) {
  eachOption(bytes, position + 8, end, bigEndian, (type, start, stop) => {
    if (type !== NAME_RECORD.IPV4 && type !== NAME_RECORD.IPV6) return;
    const addressEnd = start + (type === NAME_RECORD.IPV4 ? 4 : 16);
    for (let at = addressEnd; at < stop;) {
      const zero = bytes.subarray(at, stop).indexOf(0);
      const nameEnd = zero < 0 ? stop : at + zero;
      if (nameEnd > at) notes.addName(bytes.subarray(start, addressEnd), textOf(bytes, at, nameEnd));
      at = nameEnd + 1;
    }
  });
}

/**
 * A Decryption Secrets Block; only TLS key logs are kept.
 * @param {Block} block
 * @param {import('./capture-notes.js').CaptureNotes} notes
 */
export function readSecrets({ bytes, position, end, bigEndian }, notes) {
  if (int32At(bytes, position + 8, bigEndian) !== TLS_KEY_LOG) return;
  const length = int32At(bytes, position + 12, bigEndian) >>> 0;
  notes.addSecrets(bytes.subarray(position + 16, Math.min(position + 16 + length, end)));
}
