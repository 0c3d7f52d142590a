import { CaptureError } from '../capture/capture-error.js';
import { CaptureReader } from '../capture/reader.js';
import { fitsPcap, PcapngWriter, PcapWriter } from '../capture/writer.js';
import { concatBytes } from '../protocols/model/concat-bytes.js';
import { floorDivide, floorRest } from '../shared/epoch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';

/** @typedef {import('../capture/frame-batch.js').FrameBatch} FrameBatch */
/** @typedef {import('../transport/transport.js').Transport} Transport */

/**
 * The frames of a capture to copy, and the format.
 * @typedef {object} FlowFrames
 * @property {number[]} frames numbers, ascending
 * @property {'pcap'|'pcapng'} format pcap where the capture has one interface, whose link type then goes for all
 *   packets, and all times fit
 * @property {boolean} isBeyondPcap a packet's time does not fit pcap
 * @property {bigint} fromNs time of the earliest packet since 1970
 * @property {boolean} nanoseconds a timestamp has a fraction of a microsecond
 * @property {bigint|null} startEpochNs time of the capture's first packet, to recognise it
 */

/** @typedef {Pick<CaptureReader, 'startEpochNs'|'interfaces'>} Reader */

/**
 * The frames of a connection. Of a fragmented IP datagram only the frame that completed it.
 * @param {{ reader: Reader, tcp: Transport }} analysis of the whole capture
 * @param {number} flow index
 */
export const flowFrames = ({ reader, tcp }, flow) => framesToCopy(reader, packetsOf(tcp, flow));

/**
 * @param {Transport} transport @param {number} flow index
 * @returns {Generator<[frame: number, timeNs: number]>}
 */
function* packetsOf({ flows, packets }, flow) {
  for (let row = flows.at(flow).firstRow; row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    yield [block.frame(at), block.timeNs[at]];
    row = block.next[at];
  }
}

/**
 * @param {Reader} reader of the whole capture
 * @param {Iterable<[frame: number, timeNs: number]>} packets in capture order; several may be in one frame
 * @returns {FlowFrames}
 */
export function framesToCopy(reader, packets) {
  /** @type {number[]} */
  const frames = [];
  const startEpochNs = reader.startEpochNs ?? 0n;
  const startNs = Number(floorRest(startEpochNs, 1000n));
  let nanoseconds = false;
  let [earliestNs, latestNs] = [Infinity, -Infinity];
  for (const [frame, timeNs] of packets) {
    if (frames.at(-1) !== frame) frames.push(frame);
    earliestNs = Math.min(earliestNs, timeNs);
    latestNs = Math.max(latestNs, timeNs);
    nanoseconds ||= Number.isSafeInteger(timeNs) && (startNs + timeNs) % 1000 !== 0;
  }
  const [fromNs, toNs] = [earliestNs, latestNs].map((ns) => epochOf(startEpochNs, ns));
  const isBeyondPcap = !fitsPcap(fromNs) || !fitsPcap(toNs);
  return {
    frames,
    format: reader.interfaces.length === 1 && !isBeyondPcap ? 'pcap' : 'pcapng',
    isBeyondPcap,
    fromNs,
    nanoseconds,
    startEpochNs: reader.startEpochNs,
  };
}

/**
 * Copies frames out of a capture that is read a second time, byte for byte, with their times, link types and lengths on
 * the wire: a target for `readCapture`. Copied bytes are held until `ready`, so they take no more memory than the
 * reader's chunk.
 */
export class FlowCapture {
  #selection;
  #write;
  #reader = new CaptureReader({ onFrames: (batch) => this.#copy(batch) });
  #next = 0;
  /** @type {Uint8Array[]} */
  #pieces = [];
  #pcapng;
  /** @type {PcapWriter|null} */
  #pcap = null;
  /** Interfaces of the capture to those written. @type {Map<number, number>} */
  #interfaces = new Map();

  /**
   * @param {FlowFrames} selection
   * @param {(bytes: Uint8Array) => void|Promise<void>} write takes the next bytes of the copy
   */
  constructor(selection, write) {
    this.#selection = selection;
    this.#write = write;
    this.#pcapng = new PcapngWriter({ fromNs: selection.fromNs });
    if (selection.format === 'pcapng') this.#pieces.push(this.#pcapng.header({ application: 'Selfclock' }));
  }

  /** All wanted frames are copied. */
  get finished() {
    return this.#next === this.#selection.frames.length;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#reader.push(chunk);
  }

  /** @throws {CaptureError} the capture is not the one that was analysed */
  end() {
    if (!this.finished) throw changed(`frame ${this.#selection.frames[this.#next]} is no longer there`);
  }

  /** Writes what was copied; to be awaited before more is pushed. */
  async ready() {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length > 0) await this.#write(concatBytes(pieces));
  }

  #copy(/** @type {FrameBatch} */ batch) {
    const { frames, startEpochNs } = this.#selection;
    if (this.#reader.startEpochNs !== startEpochNs) throw changed('its first packet is another');
    for (let end = batch.firstFrame + batch.count; frames[this.#next] < end; this.#next++) {
      const i = frames[this.#next] - batch.firstFrame;
      const start = batch.dataOffset[i];
      this.#packet(batch.interfaceIndex[i], {
        epochNs: epochOf(this.#reader.startEpochNs ?? 0n, batch.timeNs[i]),
        data: batch.bytes.subarray(start, start + batch.capturedLength[i]),
        wireLength: batch.wireLength[i],
      });
    }
  }

  #packet(/** @type {number} */ index, /** @type {import('../capture/writer.js').PacketToWrite} */ packet) {
    if (this.#selection.format === 'pcap') this.#pieces.push(this.#pcapWriter(index).packet(packet));
    else this.#pieces.push(this.#pcapng.packet({ ...packet, interfaceId: this.#interfaceId(index) }));
  }

  /** Made with the first packet, since the interface is not known before. */
  #pcapWriter(/** @type {number} */ index) {
    if (this.#pcap) return this.#pcap;
    this.#pcap = new PcapWriter({
      ...interfaceOptions(this.#reader.interfaces[index]),
      nanoseconds: this.#selection.nanoseconds,
    });
    this.#pieces.push(this.#pcap.header());
    return this.#pcap;
  }

  #interfaceId(/** @type {number} */ index) {
    const known = this.#interfaces.get(index);
    const id = known ?? this.#interfaces.size;
    if (known === undefined) {
      this.#interfaces.set(index, id);
      this.#pieces.push(this.#pcapng.interface(interfaceOptions(this.#reader.interfaces[index])));
    }
    return id;
  }
}

/**
 * Beyond 104 days after the first packet a double cannot hold every nanosecond, but for millennia every microsecond.
 * @param {bigint} startNs @param {number} timeNs
 */
function epochOf(startNs, timeNs) {
  const epochNs = startNs + BigInt(timeNs);
  return Number.isSafeInteger(timeNs) ? epochNs : floorDivide(epochNs + 500n, 1000n) * 1000n;
}

/** @param {import('../capture/frame-sink.js').CaptureInterface} from */
const interfaceOptions = ({ linkType, snapLength, name, description }) => ({
  linkType,
  snapLength: snapLength || undefined,
  name,
  description,
});

/** @param {string} how */
const changed = (how) =>
  new CaptureError('capture_changed', `The capture has changed since it was analysed: ${how}. Open it again.`);
