/** Encoded field sections (RFC 9204 section 4.5). */
import { ENTRY_OVERHEAD, FieldList, UNKNOWN } from '../../http-fields/field-list.js';
import { BadBlock, PrefixedReader } from '../../http-fields/prefixed.js';
import { QPACK_STATIC_TABLE } from './static-table.js';

/** @typedef {import('../../http-fields/field-list.js').Field} Field */
/** @typedef {import('./dynamic-table.js').DynamicTable} DynamicTable */

/**
 * @typedef {object} SectionPrefix
 * @property {number} required Required Insert Count: entries of the table that must have come; 0 none, −1 unknown
 * @property {number} base
 * @property {number} start where the field lines begin
 */

const reader = new PrefixedReader();

/**
 * @param {Uint8Array} section
 * @param {DynamicTable} table
 * @param {number|null} mostTableBytes the decoder's SETTINGS_QPACK_MAX_TABLE_CAPACITY; null: not seen
 * @returns {SectionPrefix|null} null: it is no field section
 */
export function prefixOf(section, table, mostTableBytes) {
  reader.begin(section);
  try {
    const encoded = reader.integer(8);
    const isNegative = (reader.next & 0x80) !== 0;
    const delta = reader.integer(7);
    const required = encoded === 0 || mostTableBytes === null ? -encoded : requiredOf(encoded, table, mostTableBytes);
    if (required < 0) return { required: -1, base: 0, start: reader.at };
    return { required, base: isNegative ? required - delta - 1 : required + delta, start: reader.at };
  } catch (error) {
    if (!(error instanceof BadBlock)) throw error;
    return null;
  }
}

/**
 * The count is sent modulo twice the number of entries that fit (section 4.5.1.1).
 * @param {number} encoded @param {DynamicTable} table @param {number} mostTableBytes
 */
function requiredOf(encoded, { expectedCount }, mostTableBytes) {
  const mostEntries = Math.floor(mostTableBytes / ENTRY_OVERHEAD);
  const range = 2 * mostEntries;
  if (encoded > range) throw new BadBlock();
  const most = expectedCount + mostEntries;
  const required = Math.floor(most / range) * range + encoded - 1;
  if (required <= most && required > 0) return required;
  if (required <= range) throw new BadBlock();
  return required - range;
}

/**
 * @param {Uint8Array} section
 * @param {SectionPrefix|null} prefix of it
 * @param {DynamicTable} table
 * @returns {FieldList} fields of unknown entries of the table are `?`
 */
export function fieldsOf(section, prefix, table) {
  const list = new FieldList();
  if (prefix === null) list.isWhole = false;
  if (prefix === null) return list;
  reader.begin(section, prefix.start);
  try {
    while (!reader.isAtEnd) list.add(fieldLine(prefix, table));
  } catch (error) {
    if (!(error instanceof BadBlock)) throw error;
    list.isWhole = false;
  }
  return list;
}

/** @param {SectionPrefix} prefix @param {DynamicTable} table @returns {Field} */
function fieldLine(prefix, table) {
  const first = reader.next;
  if (first & 0x80) return entry(prefix, table, (first & 0x40) !== 0, reader.integer(6));
  if (first & 0x40) return [entry(prefix, table, (first & 0x10) !== 0, reader.integer(4))[0], reader.string()];
  if (first & 0x20) return [reader.string(3), reader.string()];
  if (first & 0x10) return postBase(prefix, table, reader.integer(4));
  return [postBase(prefix, table, reader.integer(3))[0], reader.string()];
}

/**
 * @param {SectionPrefix} prefix @param {DynamicTable} table @param {boolean} isStatic
 * @param {number} index relative to the base, if it is not static
 */
function entry(prefix, table, isStatic, index) {
  if (!isStatic) return dynamic(prefix, table, prefix.base - 1 - index);
  if (index >= QPACK_STATIC_TABLE.length) throw new BadBlock();
  return QPACK_STATIC_TABLE[index];
}

/** @param {SectionPrefix} prefix @param {DynamicTable} table @param {number} index */
const postBase = (prefix, table, index) => dynamic(prefix, table, prefix.base + index);

/** @param {SectionPrefix} prefix @param {DynamicTable} table @param {number} index absolute @returns {Field} */
function dynamic({ required }, table, index) {
  if (required < 0) return [UNKNOWN, UNKNOWN];
  if (index < 0 || index >= required) throw new BadBlock();
  return table.at(index) ?? [UNKNOWN, UNKNOWN];
}
