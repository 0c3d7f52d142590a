import { textOf } from './capture-notes.js';
import { NO_INTERFACE, UNKNOWN_LINK_TYPE } from './frame-sink.js';
import { InterfaceClock } from './interface-clock.js';
import { MAX_BLOCK_BYTES, MAX_INTERFACES } from './limits.js';
import { BLOCK, eachOption } from './pcapng-blocks.js';
import { MICROSECONDS, readInterface } from './pcapng-metadata.js';
import { int32At } from './read-integers.js';

/** @typedef {import('./pcapng-metadata.js').Block} Block */

const OPTION_COMMENT = 1;

/** Bytes of an enhanced packet block around the captured ones, when it has no options. */
const PACKET_FRAMING_BYTES = 32;

/** The interfaces and packets of a pcapng file's sections. */
export class PcapngPackets {
  #sink;
  #notes;
  /** Index of the section's interface 0. */
  #firstInterface = 0;
  /** Interface blocks met in this section, also those beyond the limit. */
  #sectionInterfaces = 0;
  /** Beside the sink's interfaces. */
  #clocks;
  #lastTimeNs = 0;
  #warnedOfUntimed = false;

  /**
   * @param {import('./frame-sink.js').FrameSink} sink
   * @param {import('./capture-notes.js').CaptureNotes} notes
   */
  constructor(sink, notes) {
    this.#sink = sink;
    this.#notes = notes;
    this.#clocks = sink.interfaces.map(() => new InterfaceClock(MICROSECONDS, 0n));
  }

  /** @param {Block} block a section header: interfaces are numbered anew */
  startSection(block) {
    this.#firstInterface = this.#sink.interfaces.length;
    this.#sectionInterfaces = 0;
    this.#comments(block, 24, null);
  }

  /** @param {Block} block an interface description */
  addInterface(block) {
    this.#sectionInterfaces++;
    const { interfaces, startEpochNs, base } = this.#sink;
    if (interfaces.length === MAX_INTERFACES) {
      const at = base + block.position;
      this.#notes.warn(
        'too_many_interfaces',
        `More than ${MAX_INTERFACES} interfaces: the one at byte ${at} and its packets are skipped.`,
        at,
      );
      return;
    }
    const { entry, clock } = readInterface(block);
    if (startEpochNs !== null) clock.start(startEpochNs);
    this.#clocks.push(clock);
    interfaces.push(entry);
    this.#comments(block, 16, null);
  }

  /** @param {number} id of the present section */
  interfaceOf(id) {
    return id < this.#sectionInterfaces ? this.#sink.interfaces[this.#firstInterface + id] : undefined;
  }

  /**
   * Takes valid enhanced packet blocks without options and of a known interface until the batch is full: nearly all
   * blocks are, hence one loop with its columns in local variables. Other blocks are left to the caller.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @param {boolean} bigEndian
   * @returns {number} where it left off
   */
  takePlain(bytes, position, end, bigEndian) {
    const sink = this.#sink;
    if (sink.startEpochNs === null) return position;
    const { interfaces, base } = sink;
    const batch = sink.makeRoom();
    const { dataOffset, capturedLength, wireLength, timeNs, linkType, interfaceIndex, fileOffset, capacity } = batch;
    const first = batch.count;
    let i = first;
    let index = -1;
    let ownLinkType = 0;
    let clock = this.#clocks[0];
    while (
      i < capacity &&
      end - position >= PACKET_FRAMING_BYTES &&
      int32At(bytes, position, bigEndian) === BLOCK.ENHANCED_PACKET
    ) {
      const captured = int32At(bytes, position + 20, bigEndian);
      if (captured < 0 || captured > MAX_BLOCK_BYTES - PACKET_FRAMING_BYTES) break;
      const length = PACKET_FRAMING_BYTES + ((captured + 3) & ~3);
      if (length > end - position || int32At(bytes, position + 4, bigEndian) !== length) break;
      if (int32At(bytes, position + length - 4, bigEndian) !== length) break;
      const id = int32At(bytes, position + 8, bigEndian);
      if (id < 0) break;
      if (id + this.#firstInterface !== index) {
        if (!this.interfaceOf(id)) break;
        index = id + this.#firstInterface;
        ownLinkType = interfaces[index].linkType;
        clock = this.#clocks[index];
      }
      dataOffset[i] = position + 28;
      capturedLength[i] = captured;
      const wire = int32At(bytes, position + 24, bigEndian);
      wireLength[i] = wire < 0 ? 0x7fffffff : wire;
      timeNs[i] = clock.sinceStart(
        int32At(bytes, position + 12, bigEndian) >>> 0,
        int32At(bytes, position + 16, bigEndian) >>> 0,
      );
      linkType[i] = ownLinkType;
      interfaceIndex[i] = index;
      fileOffset[i] = base + position + 28;
      i++;
      position += length;
    }
    if (i === first) return position;
    this.#lastTimeNs = timeNs[i - 1];
    batch.count = i;
    sink.frames += i - first;
    return position;
  }

  /**
   * An enhanced or an obsolete packet block: the two differ in the interface field alone.
   * @param {Block} block
   * @param {number} id of the interface
   */
  packet(block, id) {
    const sink = this.#sink;
    const { bytes, position, end, bigEndian } = block;
    const captured = int32At(bytes, position + 20, bigEndian);
    if (captured < 0 || captured > end - position - 28) {
      return this.#passOver(
        'impossible_length',
        `states ${captured >>> 0} captured bytes in a block of ${end + 4 - position}`,
        position,
      );
    }
    const own = this.interfaceOf(id);
    if (!own) {
      return this.#passOver(
        'unknown_interface',
        `names interface ${id}, which its section does not describe`,
        position,
      );
    }
    const index = this.#firstInterface + id;
    const high = int32At(bytes, position + 12, bigEndian) >>> 0;
    const low = int32At(bytes, position + 16, bigEndian) >>> 0;
    const clock = this.#clocks[index];
    if (sink.startEpochNs === null) this.#startAt(clock.epochNs(high, low));
    this.#lastTimeNs = clock.sinceStart(high, low);
    sink.add(position + 28, captured, int32At(bytes, position + 24, bigEndian), this.#lastTimeNs, own.linkType, index);
    this.#comments(block, 28 + ((captured + 3) & ~3), sink.frames);
  }

  /**
   * A simple packet block has no time and belongs to interface 0, whose snap length cuts it.
   * @param {Block} block
   */
  simplePacket({ bytes, position, end, bigEndian }) {
    const sink = this.#sink;
    const own = this.interfaceOf(0);
    if (!own) {
      return this.#passOver(
        'unknown_interface',
        'belongs to interface 0, which its section does not describe',
        position,
      );
    }
    const wire = int32At(bytes, position + 8, bigEndian);
    const captured = Math.min(wire >>> 0, own.snapLength === 0 ? Infinity : own.snapLength, end - position - 12);
    if (!this.#warnedOfUntimed) {
      this.#warnedOfUntimed = true;
      const at = sink.base + position;
      this.#notes.warn(
        'no_time',
        `Packet ${sink.frames + 1} at byte ${at} was saved without a time, as simple packet blocks are: ` +
          'such packets get the time of the packet before.',
        at,
      );
    }
    sink.add(position + 12, captured, wire, this.#lastTimeNs, own.linkType, this.#firstInterface);
  }

  /**
   * Wireshark gives custom blocks, journal entries and sysdig's events frame numbers, though capinfos counts none of
   * them as a packet; so they are handed on as frames that are not decoded.
   * @param {number} position
   * @param {number} length
   */
  otherFrame(position, length) {
    this.#sink.otherFrames++;
    this.#sink.add(position, length, length, this.#lastTimeNs, UNKNOWN_LINK_TYPE, NO_INTERFACE);
  }

  /** @param {bigint} epochNs */
  #startAt(epochNs) {
    this.#sink.startEpochNs = epochNs;
    for (const clock of this.#clocks) clock.start(epochNs);
  }

  /**
   * @param {Block} block
   * @param {number} optionsAt from the block's start
   * @param {number|null} frame
   */
  #comments({ bytes, position, end, bigEndian }, optionsAt, frame) {
    if (position + optionsAt >= end) return;
    eachOption(bytes, position + optionsAt, end, bigEndian, (code, start, stop) => {
      if (code === OPTION_COMMENT) this.#notes.addComment(frame, textOf(bytes, start, stop));
    });
  }

  /**
   * @param {string} code
   * @param {string} what
   * @param {number} position
   */
  #passOver(code, what, position) {
    const at = this.#sink.base + position;
    this.#notes.warn(code, `The packet block at byte ${at} ${what}: it is skipped.`, at);
  }
}
