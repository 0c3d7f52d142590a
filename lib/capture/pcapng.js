import { textOf } from './capture-notes.js';
import { NO_INTERFACE, UNKNOWN_LINK_TYPE } from './frame-sink.js';
import { MAX_INTERFACES } from './limits.js';
import { BLOCK, BLOCK_HEAD_BYTES, eachOption, findBlock, isPossibleLength, sectionIsBigEndian } from './pcapng-blocks.js';
import { readInterface, readNames, readSecrets, readStatistics } from './pcapng-metadata.js';
import { int32At, uint16At } from './read-integers.js';

const OPTION_COMMENT = 1;

/**
 * Blocks of a pcapng file (draft-ietf-opsawg-pcapng). A section's stated length is ignored, as Wireshark does: a section
 * ends where the next one starts.
 * ```
 *  | type | length L | body …            | L |
 *  |<--------------- L bytes --------------->|
 * ```
 * After a block whose lengths cannot be, reading goes on at the next sound block.
 */
export class PcapngParser {
  #sink;
  #notes;
  #bigEndian = false;
  /** Index of the section's interface 0. */
  #firstInterface = 0;
  /** Interface blocks met in this section, also those beyond the limit. */
  #sectionInterfaces = 0;
  /** @type {import('./interface-clock.js').InterfaceClock[]} */
  #clocks = [];
  #lastTimeNs = 0;
  /** Stream offset of the damage that reading has not got past yet; −1: none. */
  #damagedAt = -1;
  #damage = '';
  #warnedOfUntimed = false;

  /**
   * @param {import('./frame-sink.js').FrameSink} sink
   * @param {import('./capture-notes.js').CaptureNotes} notes
   */
  constructor(sink, notes) {
    this.#sink = sink;
    this.#notes = notes;
    this.inHeader = true;
    /** Bytes wanted from the position that `consume` returned. */
    this.need = BLOCK_HEAD_BYTES;
  }

  /**
   * Takes whole blocks from `bytes[position, end)`.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @returns {number} where the first block that is not whole starts
   */
  consume(bytes, position, end) {
    for (;;) {
      if (this.#damagedAt >= 0) {
        position = this.#resynchronise(bytes, position, end);
        if (this.#damagedAt >= 0) return position;
      }
      position = this.#blocks(bytes, position, end);
      if (this.#damagedAt < 0) return position;
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #blocks(bytes, position, end) {
    while (end - position >= BLOCK_HEAD_BYTES) {
      const type = int32At(bytes, position, this.#bigEndian);
      if (type === BLOCK.SECTION_HEADER) {
        const bigEndian = sectionIsBigEndian(bytes, position);
        if (bigEndian === null) return this.#damaged('has no byte-order magic', position);
        this.#bigEndian = bigEndian;
      }
      const length = int32At(bytes, position + 4, this.#bigEndian);
      if (!isPossibleLength(type, length)) return this.#damaged(`states an impossible length of ${length >>> 0} bytes`, position);
      if (length > end - position) {
        this.need = length;
        return position;
      }
      const again = int32At(bytes, position + length - 4, this.#bigEndian);
      if (again !== length) return this.#damaged(`states ${length} bytes at its start and ${again >>> 0} at its end`, position);
      this.inHeader = false;
      if (type === BLOCK.ENHANCED_PACKET) this.#packet(bytes, position, length, int32At(bytes, position + 8, this.#bigEndian) >>> 0);
      else this.#rareBlock(type, bytes, position, length);
      position += length;
    }
    this.need = BLOCK_HEAD_BYTES;
    return position;
  }

  /**
   * @param {number} type
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} length
   */
  #rareBlock(type, bytes, position, length) {
    const block = { bytes, position, end: position + length - 4, bigEndian: this.#bigEndian };
    switch (type) {
      case BLOCK.SECTION_HEADER: return this.#section(block);
      case BLOCK.INTERFACE: return this.#interface(block);
      case BLOCK.PACKET: return this.#packet(bytes, position, length, uint16At(bytes, position + 8, this.#bigEndian));
      case BLOCK.SIMPLE_PACKET: return this.#simplePacket(bytes, position, length);
      case BLOCK.NAMES: return readNames(block, this.#notes);
      case BLOCK.SECRETS: return readSecrets(block, this.#notes);
      case BLOCK.CUSTOM:
      case BLOCK.CUSTOM_NOT_COPIED: return this.#otherFrame(position + 12, length - 16);
      case BLOCK.JOURNAL: return this.#otherFrame(position + 8, length - 12);
      case BLOCK.STATISTICS: return readStatistics(block, this.#interfaceOf(int32At(bytes, position + 8, this.#bigEndian) >>> 0));
      default:
    }
  }

  /** @param {number} id of the present section */
  #interfaceOf(id) {
    return id < this.#sectionInterfaces ? this.#sink.interfaces[this.#firstInterface + id] : undefined;
  }

  /** @param {import('./pcapng-metadata.js').Block} block */
  #section(block) {
    this.#firstInterface = this.#sink.interfaces.length;
    this.#sectionInterfaces = 0;
    this.#comments(block, 24, null);
  }

  /** @param {import('./pcapng-metadata.js').Block} block */
  #interface(block) {
    this.#sectionInterfaces++;
    const { interfaces, startEpochNs, base } = this.#sink;
    if (interfaces.length === MAX_INTERFACES) {
      this.#notes.warn('too_many_interfaces', `More than ${MAX_INTERFACES} interfaces: the one at byte ${base + block.position} and its packets are passed over.`, base + block.position);
      return;
    }
    const { entry, clock } = readInterface(block);
    if (startEpochNs !== null) clock.start(startEpochNs);
    this.#clocks.push(clock);
    interfaces.push(entry);
    this.#comments(block, 16, null);
  }

  /**
   * An enhanced or an obsolete packet block: the two differ in the interface field alone.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} length
   * @param {number} id
   */
  #packet(bytes, position, length, id) {
    const sink = this.#sink;
    const bigEndian = this.#bigEndian;
    const captured = int32At(bytes, position + 20, bigEndian);
    if (captured < 0 || captured > length - 32) {
      return this.#passOver('impossible_length', `states ${captured >>> 0} captured bytes in a block of ${length}`, position);
    }
    const index = this.#firstInterface + id;
    if (id >= this.#sectionInterfaces || index >= sink.interfaces.length) {
      return this.#passOver('unknown_interface', `names interface ${id}, which its section does not describe`, position);
    }
    const high = int32At(bytes, position + 12, bigEndian) >>> 0;
    const low = int32At(bytes, position + 16, bigEndian) >>> 0;
    const clock = this.#clocks[index];
    if (sink.startEpochNs === null) this.#startAt(clock.epochNs(high, low));
    this.#lastTimeNs = clock.sinceStart(high, low);
    sink.add(position + 28, captured, int32At(bytes, position + 24, bigEndian), this.#lastTimeNs, sink.interfaces[index].linkType, index);
    const optionsAt = 28 + ((captured + 3) & ~3);
    if (optionsAt < length - 4) this.#comments({ bytes, position, end: position + length - 4, bigEndian }, optionsAt, sink.frames);
  }

  /**
   * A simple packet block has no time and belongs to interface 0, whose snap length cuts it.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} length
   */
  #simplePacket(bytes, position, length) {
    const sink = this.#sink;
    const own = this.#interfaceOf(0);
    if (!own) return this.#passOver('unknown_interface', 'names interface 0, which its section does not describe', position);
    const wire = int32At(bytes, position + 8, this.#bigEndian);
    const snapLength = own.snapLength === 0 ? Infinity : own.snapLength;
    const captured = Math.min(wire >>> 0, snapLength, length - 16);
    if (!this.#warnedOfUntimed) {
      this.#warnedOfUntimed = true;
      this.#notes.warn('no_time', `Packet ${sink.frames + 1} at byte ${sink.base + position} was saved without a time, as simple packet blocks are: `
        + 'such packets are given the time of the packet before.', sink.base + position);
    }
    sink.add(position + 12, captured, wire, this.#lastTimeNs, own.linkType, this.#firstInterface);
  }

  /**
   * Wireshark gives custom blocks and journal entries frame numbers; so they are handed on as frames that nobody decodes.
   * @param {number} position
   * @param {number} length
   */
  #otherFrame(position, length) {
    this.#sink.add(position, length, length, this.#lastTimeNs, UNKNOWN_LINK_TYPE, NO_INTERFACE);
  }

  /** @param {bigint} epochNs */
  #startAt(epochNs) {
    this.#sink.startEpochNs = epochNs;
    for (const clock of this.#clocks) clock.start(epochNs);
  }

  /**
   * @param {import('./pcapng-metadata.js').Block} block
   * @param {number} optionsAt
   * @param {number|null} frame
   */
  #comments({ bytes, position, end, bigEndian }, optionsAt, frame) {
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
    this.#notes.warn(code, `The packet block at byte ${at} ${what}: it is passed over.`, at);
  }

  /**
   * @param {string} what
   * @param {number} position
   */
  #damaged(what, position) {
    this.#damagedAt = this.#sink.base + position;
    this.#damage = `The block at byte ${this.#damagedAt} ${what}`;
    return position + 4;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #resynchronise(bytes, position, end) {
    const place = findBlock(bytes, position, end, this.#bigEndian);
    this.need = place.need;
    if (place.found) {
      this.#notes.warn('damaged_block', `${this.#damage}: it is passed over, and reading goes on at byte ${this.#sink.base + place.position}.`, this.#damagedAt);
      this.#damagedAt = -1;
    }
    return place.position;
  }

  /**
   * The stream is over, with `bytes[position, end)` left: a block that was cut, or one whose length was damaged so that it
   * reaches beyond the end and hides sound blocks.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  finish(bytes, position, end) {
    while (position < end) {
      const cutAt = position;
      const wasDamaged = this.#damagedAt >= 0;
      if (!wasDamaged) this.#damaged(`states ${this.need} bytes, more than the file has`, position);
      position = this.#soundBlock(bytes, position + 4, end);
      if (position < 0) return wasDamaged ? this.#warnOfLostEnd() : this.#warnOfCut(cutAt, end);
      position = this.consume(bytes, position, end);
    }
    if (this.#damagedAt >= 0) this.#warnOfLostEnd();
  }

  /**
   * Like `findBlock`, past places that would need more bytes than there are; −1: none.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #soundBlock(bytes, position, end) {
    for (;;) {
      const place = findBlock(bytes, position, end, this.#bigEndian);
      if (place.found) return place.position;
      if (place.need === BLOCK_HEAD_BYTES) return -1;
      position = place.position + 4;
    }
  }

  #warnOfLostEnd() {
    this.#notes.warn('damaged_block', `${this.#damage}, and no sound block follows: the ${this.#sink.frames} packets before are shown.`, this.#damagedAt);
  }

  /**
   * @param {number} position
   * @param {number} end
   */
  #warnOfCut(position, end) {
    const { base, frames } = this.#sink;
    this.#notes.warn('cut_short', `The file ends in the middle of a block, after packet ${frames}, at byte ${base + end}: ${end - position} of the block's ${this.need} bytes are there. `
      + `The ${frames} packets before are shown.`, base + end);
  }
}

