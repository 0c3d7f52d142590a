import { CaptureReader } from '../capture/reader.js';
import { packetBlockBytes, PcapngWriter } from '../capture/writer.js';
import { joined } from '../shared/columns/joined.js';
import { FATE, FATE_NAMES } from '../shared/path/fate.js';
import { labelsOf } from './describe/labels.js';

/** @typedef {import('./path.js').Path} Path */
/** @typedef {import('./fates/fates.js').Fates} Fates */
/** @typedef {import('../capture/frame-batch.js').FrameBatch} FrameBatch */

/** Bytes of neighbouring packets that are written at once. */
const PIECE_BYTES = 1 << 19;

/**
 * All packets of a path in one pcapng, in the order of the first capture's clock: an interface for each point, what
 * became of a packet elsewhere as its comment. Each capture is read twice more: once for the places of its packets in
 * the file, once for the packets.
 */
export class MergedCapture {
  #path;
  #fates;
  #labels;
  #writer;
  /** By point, of each frame: when it passed on the first clock, bytes of its block, then its place in the file. */
  #times;
  #places;
  /** By point: the interface's link type. */
  #linkTypes;
  #firstNs;

  /** @param {Path} path @param {Fates} fates */
  constructor(path, fates) {
    this.#path = path;
    this.#fates = fates;
    this.#labels = labelsOf(path.points.map(({ file }) => file));
    this.#times = path.points.map(() => /** @type {number[]} */ ([]));
    this.#places = path.points.map(() => /** @type {number[]} */ ([]));
    this.#linkTypes = path.points.map(() => -1);
    this.#firstNs = path.points[0].startEpochNs ?? 0n;
    this.#writer = new PcapngWriter();
  }

  /** A target for the first reading of a point's capture. @param {number} place */
  measure(place) {
    return this.#target(place, ({ linkType, capturedLength, timeNs }, entry, row) => {
      if (this.#linkTypes[place] < 0) this.#linkTypes[place] = linkType[entry];
      const isOther = linkType[entry] !== this.#linkTypes[place]; // one interface has one link type
      this.#times[place].push(this.#timeNs(place, row, timeNs[entry]));
      this.#places[place].push(isOther ? 0 : packetBlockBytes(capturedLength[entry], this.#commentOf(place, row)));
    });
  }

  /**
   * When all captures are measured: puts the packets in order.
   * @returns {Uint8Array} the beginning of the file
   */
  arrange() {
    const interfaces = this.#linkTypes.map((linkType, place) =>
      this.#writer.interface({
        linkType: Math.max(0, linkType),
        name: this.#labels[place],
        description: this.#path.points[place].file,
      }),
    );
    const head = joined(Uint8Array, [this.#writer.header({ application: 'Selfclock' }), ...interfaces]);
    const count = this.#times.reduce((sum, { length }) => sum + length, 0);
    const times = new Float64Array(count);
    const frames = new Float64Array(count);
    let filled = 0;
    this.#times.forEach((list, place) =>
      list.forEach((ns, index) => {
        times[filled] = ns;
        frames[filled++] = place * 2 ** 32 + index;
      }),
    );
    const order = Uint32Array.from(times, (_, at) => at).sort((a, b) => times[a] - times[b] || a - b);
    let at = head.length;
    for (const each of order) {
      const place = Math.floor(frames[each] / 2 ** 32);
      const index = frames[each] - place * 2 ** 32;
      const bytes = this.#places[place][index];
      this.#places[place][index] = bytes === 0 ? -1 : at;
      at += bytes;
    }
    return head;
  }

  /**
   * A target for the second reading.
   * @param {number} place @param {(bytes: Uint8Array, at: number) => void} write into the file
   */
  write(place, write) {
    /** @type {Uint8Array[]} */
    let piece = [];
    let [start, end] = [0, 0];
    const flush = () => {
      if (piece.length > 0) write(joined(Uint8Array, piece), start);
      piece = [];
    };
    const onFrame = (/** @type {FrameBatch} */ batch, /** @type {number} */ entry, /** @type {number} */ row) => {
      const index = batch.firstFrame + entry - 1;
      const at = this.#places[place][index];
      if (at < 0) return;
      const block = this.#block(place, row, batch, entry, this.#times[place][index]);
      if (at !== end || end - start > PIECE_BYTES) {
        flush();
        start = at;
      }
      piece.push(block);
      end = at + block.length;
    };
    return this.#target(place, onFrame, flush);
  }

  /**
   * @param {number} place @param {number} row @param {FrameBatch} batch @param {number} entry
   * @param {number} timeNs on the first clock
   */
  #block(place, row, { bytes, dataOffset, capturedLength, wireLength }, entry, timeNs) {
    const from = dataOffset[entry];
    return this.#writer.packet({
      epochNs: this.#firstNs + BigInt(Math.round(timeNs)),
      data: bytes.subarray(from, from + capturedLength[entry]),
      wireLength: wireLength[entry],
      interfaceId: place,
      comment: this.#commentOf(place, row),
    });
  }

  /**
   * @param {number} place
   * @param {(batch: FrameBatch, entry: number, row: number) => void} onFrame row: of the frame, −1 without a segment
   * @param {() => void} [onEnd]
   */
  #target(place, onFrame, onEnd = () => {}) {
    const { rows } = this.#path.points[place];
    let row = 0;
    const reader = new CaptureReader({
      onFrames: (batch) => {
        for (let entry = 0; entry < batch.count; entry++) {
          const frame = batch.firstFrame + entry;
          while (row < rows.count && rows.frame(row) < frame) row++;
          onFrame(batch, entry, row < rows.count && rows.frame(row) === frame ? row : -1);
        }
      },
    });
    return {
      push: (/** @type {Uint8Array} */ chunk) => reader.push(chunk),
      warn: (/** @type {string} */ code, /** @type {string} */ message) => reader.warn(code, message),
      end: () => {
        reader.end();
        onEnd();
      },
    };
  }

  /** On the first clock; frames without a segment by the clock's beginning. */
  #timeNs(/** @type {number} */ place, /** @type {number} */ row, /** @type {number} */ timeNs) {
    return this.#path.clocks[place].toFirst(Math.max(0, row), timeNs);
  }

  /** @param {number} place @param {number} row @returns {string | undefined} */
  #commentOf(place, row) {
    const packet = row < 0 ? -1 : this.#path.packets.packetOf[place][row];
    if (packet < 0) return undefined;
    const isCopy = this.#fates.at[place][packet] === FATE.DUPLICATE;
    const others = this.#labels.flatMap((label, at) => {
      const fate = this.#fates.at[at][packet];
      return at === place || fate === FATE.NONE ? [] : [`${String(FATE_NAMES[fate]).replace('_', ' ')}: ${label}`];
    });
    return [...(isCopy ? ['duplicate'] : []), ...others].join(', ') || undefined;
  }
}
