import { CaptureReader } from '../../lib/capture/reader.js';

/**
 * @typedef {{ time: number, captured: string, wire: number, linkType: number, interfaceIndex: number, fileOffset:
 *   number }} Frame
 * @typedef {{ reader: CaptureReader, frames: Frame[], error: any }} Reading
 */

/**
 * Reads a capture in chunks, each in a buffer that is overwritten after the push.
 * @param {Uint8Array} bytes
 * @param {number[]} [chunkSizes] used in turn; default: one chunk
 * @returns {Reading}
 */
export function readAll(bytes, chunkSizes = [Math.max(1, bytes.length)]) {
  /** @type {Frame[]} */
  const frames = [];
  const reader = new CaptureReader({ onFrames: (batch) => collect(batch, frames) });
  let error = null;
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const chunk = bytes.slice(at, at + chunkSizes[turn % chunkSizes.length]);
      reader.push(chunk);
      at += chunk.length;
      chunk.fill(0xee);
    }
    reader.end();
  } catch (thrown) {
    error = thrown;
  }
  return { reader, frames, error };
}

/**
 * @param {import('../../lib/capture/frame-batch.js').FrameBatch} batch
 * @param {Frame[]} frames
 */
function collect(batch, frames) {
  if (batch.firstFrame !== frames.length + 1) {
    throw new Error(`batch begins with frame ${batch.firstFrame}, not ${frames.length + 1}`);
  }
  for (let i = 0; i < batch.count; i++) {
    const start = batch.dataOffset[i];
    const end = start + batch.capturedLength[i];
    if (start < 0 || end > batch.bytes.length) throw new Error('frame beyond its bytes');
    frames.push({
      time: batch.timeNs[i],
      captured: Buffer.from(batch.bytes.subarray(start, end)).toString('hex'),
      wire: batch.wireLength[i],
      linkType: batch.linkType[i],
      interfaceIndex: batch.interfaceIndex[i],
      fileOffset: batch.fileOffset[i],
    });
  }
}

/**
 * All that is to be the same however a capture is chunked.
 * @param {Reading} reading
 */
export function resultOf({ reader, frames, error }) {
  const { format, bytesRead, startEpochNs, interfaces, linkTypes, warnings, secrets, names, comments } = reader;
  return {
    format,
    bytesRead: error ? null : bytesRead,
    startEpochNs,
    interfaces,
    linkTypes,
    warnings,
    secrets,
    names,
    comments,
    frames,
    error: error?.message ?? null,
  };
}

/** @param {Reading} reading */
export function warningCodes({ reader }) {
  return reader.warnings.map(({ code }) => code);
}

/** @param {...(number[]|Uint8Array|string)} parts bytes, or text one byte a character */
export function bytesOf(...parts) {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
}

/**
 * @param {boolean} bigEndian
 * @param {...number} values
 */
export function u32(bigEndian, ...values) {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value >>> 0, !bigEndian));
  return new Uint8Array(view.buffer);
}

/**
 * @param {boolean} bigEndian
 * @param {...number} values
 */
export function u16(bigEndian, ...values) {
  const view = new DataView(new ArrayBuffer(2 * values.length));
  values.forEach((value, i) => view.setUint16(2 * i, value, !bigEndian));
  return new Uint8Array(view.buffer);
}

/**
 * @param {{ bigEndian?: boolean, magic?: number, version?: [number, number], network?: number, snapLength?: number }}
 *   [options]
 */
export function pcapFileHeader({
  bigEndian = false,
  magic = 0xa1b2c3d4,
  version = [2, 4],
  network = 1,
  snapLength = 65535,
} = {}) {
  return bytesOf(u32(bigEndian, magic), u16(bigEndian, ...version), u32(bigEndian, 0, 0, snapLength, network));
}

/**
 * A block of pcapng; the body is padded.
 * @param {boolean} bigEndian
 * @param {number} type
 * @param {Uint8Array} body
 */
export function block(bigEndian, type, body) {
  const length = 12 + body.length + padding(body.length);
  return bytesOf(u32(bigEndian, type, length), body, new Uint8Array(padding(body.length)), u32(bigEndian, length));
}

/**
 * @param {boolean} bigEndian
 * @param {[number, Uint8Array|string][]} list
 */
export function options(bigEndian, list) {
  const parts = list.map(([code, value]) =>
    bytesOf(u16(bigEndian, code, value.length), bytesOf(value), new Uint8Array(padding(value.length))),
  );
  return bytesOf(...parts, [0, 0, 0, 0]);
}

/** @param {number} length */
function padding(length) {
  return -length & 3;
}

/** @param {boolean} bigEndian */
export function sectionHeader(bigEndian, extra = new Uint8Array(0)) {
  return block(
    bigEndian,
    0x0a0d0d0a,
    bytesOf(u32(bigEndian, 0x1a2b3c4d), u16(bigEndian, 1, 0), u32(bigEndian, 0xffffffff, 0xffffffff), extra),
  );
}

/**
 * @param {boolean} bigEndian
 * @param {number} linkType
 * @param {[number, Uint8Array|string][]} [list]
 */
export function interfaceBlock(bigEndian, linkType, list = [], snapLength = 0) {
  return block(
    bigEndian,
    1,
    bytesOf(u16(bigEndian, linkType, 0), u32(bigEndian, snapLength), options(bigEndian, list)),
  );
}

/**
 * @param {boolean} bigEndian
 * @param {{ id?: number, ticks?: bigint, data?: string, wire?: number, captured?: number, extra?: Uint8Array }} packet
 */
export function packetBlock(
  bigEndian,
  { id = 0, ticks = 0n, data = 'abc', wire = data.length, captured = data.length, extra = new Uint8Array(0) },
) {
  const high = Number(ticks >> 32n);
  const low = Number(ticks & 0xffffffffn);
  return block(
    bigEndian,
    6,
    bytesOf(u32(bigEndian, id, high, low, captured, wire), data, new Uint8Array(padding(data.length)), extra),
  );
}
