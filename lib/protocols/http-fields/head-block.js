/** A decoded header list in the store of heads: references to its fields. */
import { isFailedCall } from '../grpc/outcome.js';
import { MAX_HEADER_CHARACTERS, MAX_HEADER_CHARACTERS_PER_CONNECTION } from '../http2/limits.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { Scratch } from './scratch.js';

/** @typedef {import('./field-list.js').Field} Field */

const WIRE_BYTES = 4;
const REFERENCE_BYTES = 4;

const scratch = new Scratch();

/**
 * Shared by all connections of a capture: characters of the header lists that are kept, each field as often as it
 * occurs in one.
 */
export class HeaderBudget {
  characters = 0;
}

/** Keeps the header lists of a connection. */
export class HeadPacker {
  #table;
  #budget;
  #characters = 0;
  /** Whether a header list was over a limit. */
  isOverLimit = false;

  /** @param {import('../model/message-table.js').MessageTable} table @param {HeaderBudget} budget */
  constructor(table, budget) {
    this.#table = table;
    this.#budget = budget;
  }

  /**
   * Writes a message's columns `headAt`, −1 where there is no room, and `headBytes`.
   *
   * ```
   *  header block's bytes on the wire (4) | then each field: its reference (4)
   * ```
   * @param {number} row @param {Field[]} fields @param {number} wireBytes
   */
  keep(row, fields, wireBytes) {
    const table = this.#table;
    table.headBytes[row] = WIRE_BYTES + REFERENCE_BYTES * fields.length;
    table.headAt[row] = this.#add(fields, wireBytes);
    if (isFailedCall(fields)) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }

  /** The trailer fields of a message. @param {number} row @param {Field[]} fields */
  keepTrailers(row, fields) {
    const table = this.#table;
    table.trailersBytes[row] = WIRE_BYTES + REFERENCE_BYTES * fields.length;
    table.trailersAt[row] = this.#add(fields, 0);
    if (isFailedCall(fields)) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }

  /** @param {Field[]} fields @param {number} wireBytes @returns {number} their offset, −1: there is no room */
  #add(fields, wireBytes) {
    const isKept = this.#mayKeep(fields) && this.#pack(fields, wireBytes);
    return isKept ? this.#table.heads.add(scratch.bytes, 0, WIRE_BYTES + REFERENCE_BYTES * fields.length) : -1;
  }

  /** @param {Field[]} fields */
  #mayKeep(fields) {
    let characters = 0;
    for (const [name, value] of fields) characters += name.length + value.length;
    const ofConnection = this.#characters + characters;
    const ofCapture = this.#budget.characters + characters;
    this.isOverLimit ||= ofConnection > MAX_HEADER_CHARACTERS_PER_CONNECTION || ofCapture > MAX_HEADER_CHARACTERS;
    if (this.isOverLimit) return false;
    this.#characters = ofConnection;
    this.#budget.characters = ofCapture;
    return true;
  }

  /** @param {Field[]} fields @param {number} wireBytes @returns {boolean} false: there is no room for a field */
  #pack(fields, wireBytes) {
    for (const field of fields) if (this.#referenceOf(field) < 0) return false;
    scratch.begin(WIRE_BYTES + REFERENCE_BYTES * fields.length);
    scratch.putUint32(wireBytes);
    for (const field of fields) scratch.putUint32(this.#referenceOf(field));
    return true;
  }

  /** @param {Field} field @returns {number} −1: there is no room for it */
  #referenceOf(field) {
    field.reference ??= this.#table.fields.add(field);
    return field.reference;
  }
}

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row of an HTTP/2 message whose head is kept
 */
export const unpackHead = (table, row) => unpack(table, table.headAt[row], table.headBytes[row]);

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row of an HTTP/2 message
 * @returns {Field[]|null} null: it had no trailer fields, or they were not kept
 */
export const trailersOf = (table, row) =>
  table.trailersAt[row] < 0 ? null : unpack(table, table.trailersAt[row], table.trailersBytes[row]).fields;

/**
 * @param {import('../model/message-table.js').MessageTable} table @param {number} start @param {number} length
 * @returns {{ fields: Field[], wireBytes: number }}
 */
function unpack(table, start, length) {
  const bytes = table.heads.read(start, length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = /** @type {Field[]} */ ([]);
  for (let at = WIRE_BYTES; at < bytes.length; at += REFERENCE_BYTES) {
    fields.push(table.fields.read(view.getUint32(at)));
  }
  return { fields, wireBytes: view.getUint32(0) };
}
