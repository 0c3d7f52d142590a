import { beginsPcap } from './joined.js';
import {
  BLOCK,
  BLOCK_HEAD_BYTES,
  findBlock,
  isPossibleLength,
  packetBlockEdges,
  sectionIsBigEndian,
} from './pcapng-blocks.js';
import { readNames, readSecrets, readStatistics } from './pcapng-metadata.js';
import { PcapngPackets } from './pcapng-packets.js';
import { int32At, uint16At } from './read-integers.js';

/**
 * Blocks of a pcapng file (draft-ietf-opsawg-pcapng). A section's stated length is ignored, as Wireshark does: a
 * section ends where the next one starts.
 * ```
 *  | type | length L | body …            | L |
 *  |<--------------- L bytes --------------->|
 * ```
 * After a block with invalid lengths, reading resumes at the next valid block.
 */
export class PcapngParser {
  format = /** @type {const} */ ('pcapng');
  #sink;
  #notes;
  #packets;
  #bigEndian = false;
  /** Stream offset of the damage that is being skipped; −1: none. */
  #damagedAt = -1;
  #damage = '';

  /**
   * @param {import('./frame-sink.js').FrameSink} sink
   * @param {import('./capture-notes.js').CaptureNotes} notes
   */
  constructor(sink, notes) {
    this.#sink = sink;
    this.#notes = notes;
    this.#packets = new PcapngPackets(sink, notes);
    this.inHeader = true;
    /** Bytes wanted from the position that `consume` returned. */
    this.need = BLOCK_HEAD_BYTES;
    /** A pcap file begins at that position. */
    this.another = false;
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
    for (;;) {
      position = this.#packets.takePlain(bytes, position, end, this.#bigEndian);
      this.need = BLOCK_HEAD_BYTES;
      if (end - position < BLOCK_HEAD_BYTES) return position;
      this.another = beginsPcap(bytes, position);
      if (this.another) return position;
      const type = int32At(bytes, position, this.#bigEndian);
      if (type === BLOCK.SECTION_HEADER) {
        const bigEndian = sectionIsBigEndian(bytes, position);
        if (bigEndian === null) return this.#damaged('has no byte-order magic', position);
        this.#bigEndian = bigEndian;
      }
      const length = int32At(bytes, position + 4, this.#bigEndian);
      if (!isPossibleLength(type, length)) {
        return this.#damaged(`states an impossible length of ${length >>> 0} bytes`, position);
      }
      if (length > end - position) {
        this.need = length;
        return position;
      }
      const again = int32At(bytes, position + length - 4, this.#bigEndian);
      if (again !== length) {
        return this.#damaged(`states ${length} bytes at its start and ${again >>> 0} at its end`, position);
      }
      this.inHeader = false;
      this.#block(type, { bytes, position, end: position + length - 4, bigEndian: this.#bigEndian });
      position += length;
    }
  }

  /**
   * @param {number} type
   * @param {import('./pcapng-metadata.js').Block} block
   */
  #block(type, block) {
    const { bytes, position, end, bigEndian } = block;
    switch (type) {
      case BLOCK.SECTION_HEADER:
        return this.#packets.startSection(block);
      case BLOCK.INTERFACE:
        return this.#packets.addInterface(block);
      case BLOCK.ENHANCED_PACKET:
        return this.#packets.packet(block, int32At(bytes, position + 8, bigEndian) >>> 0);
      case BLOCK.PACKET:
        return this.#packets.packet(block, uint16At(bytes, position + 8, bigEndian));
      case BLOCK.SIMPLE_PACKET:
        return this.#packets.simplePacket(block);
      case BLOCK.CUSTOM:
      case BLOCK.CUSTOM_NOT_COPIED:
        return this.#packets.otherFrame(position + 12, end - position - 12);
      case BLOCK.JOURNAL:
      case BLOCK.SYSDIG_EVENT:
      case BLOCK.SYSDIG_EVENT_2:
      case BLOCK.SYSDIG_EVENT_2_LARGE:
        return this.#packets.otherFrame(position + 8, end - position - 8);
      case BLOCK.NAMES:
        return readNames(block, this.#notes);
      case BLOCK.SECRETS:
        return readSecrets(block, this.#notes);
      case BLOCK.STATISTICS:
        return readStatistics(block, this.#packets.interfaceOf(int32At(bytes, position + 8, bigEndian) >>> 0));
      default:
    }
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
      this.#notes.warn(
        'damaged_block',
        `${this.#damage}: it is skipped; reading continues at byte ${this.#sink.base + place.position}.`,
        this.#damagedAt,
      );
      this.#damagedAt = -1;
    }
    return place.position;
  }

  /** @type {import('./reader.js').EdgesOf} */
  edgesOf(bytes, at, captured) {
    return packetBlockEdges(bytes, at, captured);
  }

  /**
   * The stream is over, with `bytes[position, end)` left: a block that was cut, or one whose damaged length reaches
   * beyond the end and hides valid blocks.
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
   * Like `findBlock`, skipping candidates that need more bytes than there are; −1: none.
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
    this.#notes.warn(
      'damaged_block',
      `${this.#damage}, and no sound block follows: the ${this.#sink.packets} packets before are shown.`,
      this.#damagedAt,
    );
  }

  /**
   * @param {number} position
   * @param {number} end
   */
  #warnOfCut(position, end) {
    const { base, frames, packets } = this.#sink;
    this.#notes.warn(
      'cut_short',
      `The file ends in the middle of a block, after packet ${frames}, at byte ${base + end}: ${end - position} of the block's ${this.need} bytes are there. ` +
        `The ${packets} packets before are shown.`,
      base + end,
    );
  }
}
