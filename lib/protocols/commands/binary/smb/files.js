/** Which file a request of SMB 2 is about: its name, or its identifier, which a response to Create has given it. */
import { latin1 } from '../../../model/latin1.js';
import { Fields, littleUint16, littleUint32 } from '../fields.js';
import { MAX_SMB_FILES } from '../limits.js';
import { utf16Text } from '../tds/text.js';
import { COMMAND } from './names.js';

export const HEADER_BYTES = 64;
const ID_BYTES = 16;
/** Of a request that takes the file of the one before it. */
const SAME = '\xff'.repeat(ID_BYTES);
/** In the response to Create. */
const CREATED_AT = 64;
/** Places of a name's offset and length. @type {ReadonlyMap<number, number>} */
const NAME_AT = new Map([
  [COMMAND.CREATE, 44],
  [COMMAND.TREE_CONNECT, 4],
]);
/** Places of a file's identifier. @type {ReadonlyMap<number, number>} */
const ID_AT = new Map([
  [COMMAND.CLOSE, 8],
  [COMMAND.FLUSH, 8],
  [COMMAND.READ, 16],
  [COMMAND.WRITE, 16],
  [COMMAND.LOCK, 8],
  [COMMAND.IOCTL, 8],
  [COMMAND.QUERY_DIRECTORY, 8],
  [COMMAND.CHANGE_NOTIFY, 8],
  [COMMAND.QUERY_INFO, 24],
  [COMMAND.SET_INFO, 16],
]);

export class Files {
  /** Names by identifier. @type {Map<string, string>} */
  #names = new Map();
  /** Of the latest request. */
  #latest = '';

  /**
   * What a request is about.
   * @param {number} command @param {Uint8Array} bytes @param {number} start of its body @param {number} end
   */
  subjectOf(command, bytes, start, end) {
    const nameAt = NAME_AT.get(command);
    if (nameAt !== undefined) {
      const textAt = start - HEADER_BYTES + littleUint16(bytes, start + nameAt);
      const text = utf16Text(bytes, textAt, Math.min(end, textAt + littleUint16(bytes, start + nameAt + 2)));
      if (command === COMMAND.CREATE) this.#latest = text;
      return text;
    }
    const idAt = start + (ID_AT.get(command) ?? Infinity);
    if (idAt + ID_BYTES > end) return '';
    const id = latin1(bytes, idAt, idAt + ID_BYTES);
    if (id !== SAME) this.#latest = this.#names.get(id) ?? '';
    if (command === COMMAND.CLOSE) this.#names.delete(id);
    const isTransfer = command === COMMAND.READ || command === COMMAND.WRITE;
    return [this.#latest, isTransfer ? placeOf(bytes, start, end) : ''].filter(Boolean).join(' ');
  }

  /**
   * A file is open.
   * @param {string} name @param {Uint8Array} bytes @param {number} start of the body @param {number} end
   */
  open(name, bytes, start, end) {
    const at = start + CREATED_AT;
    if (at + ID_BYTES > end) return;
    if (this.#names.size >= MAX_SMB_FILES) this.#names.clear();
    this.#names.set(latin1(bytes, at, at + ID_BYTES), name);
  }
}

/** Of Read and Write. @param {Uint8Array} bytes @param {number} start of the body @param {number} end */
function placeOf(bytes, start, end) {
  const fields = new Fields(bytes, start + 8, end);
  const place = fields.littleUint32() + fields.littleUint32() * 2 ** 32;
  return `${littleUint32(bytes, start + 4)} bytes at ${place}`;
}
