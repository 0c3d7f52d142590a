/** Damage to a report's data: to its bytes, packed or unpacked, and to the values that it has. */
import { gunzipSync, gzipSync } from 'node:zlib';

import { pack, unpack } from '../../../lib/report/pack.js';
import { mutateBytes } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/** @typedef {{ value: any, put: (value: any) => void, remove: () => void }} Place */

const NESTED = 20_000;

/** What may be where something else was. @type {((random: Random) => any)[]} */
const STRANGERS = [
  () => null,
  () => [],
  () => ({}),
  () => 'text',
  () => true,
  () => NaN,
  () => new Map([[0, 0]]),
  () => new Float64Array(3),
  (random) => -random.field(32),
  (random) => random.field(32),
  (random) => random.field(52) + 0.5,
  (random) => BigInt(random.field(52)),
  () => Array.from({ length: 100 }).reduce((inner) => [inner], 0),
];

/**
 * @param {Uint8Array} data of a report
 * @param {Random} random
 * @returns {Uint8Array}
 */
export function mutateReport(data, random) {
  const kind = random.below(10);
  if (kind === 0) return mutateBytes(data, random);
  const unpacked = gunzipSync(data);
  if (kind === 1) return gzipSync(mutateBytes(unpacked, random));
  if (kind === 2) return gzipSync(nested(unpacked, random));
  const state = unpack(Uint8Array.from(unpacked).buffer);
  for (let places = random.few(4); places > 0; places--) mutateValue(state, random);
  return gzipSync(pack(state));
}

/** Lists within lists, deeper than a stack. @param {Uint8Array} frame @param {Random} random */
function nested(frame, random) {
  const length = random.between(1, NESTED);
  const header = Buffer.from(`{"meta":{"value":${'['.repeat(length)}${']'.repeat(length)}},"columns":[]}`);
  const start = Buffer.alloc(4);
  start.writeUInt32LE(header.length);
  return Buffer.concat([start, header, frame.subarray(0, 8)]);
}

/** @param {any} state @param {Random} random */
export function mutateValue(state, random) {
  const places = /** @type {Place[]} */ ([]);
  collect(state, places);
  // Lists and columns are few among the numbers.
  const structured = places.filter(({ value }) => typeof value === 'object' && value !== null);
  const { value, put, remove } = random.pick(random.chance(0.7) ? structured : places);
  if (ArrayBuffer.isView(value) && random.chance(0.8)) put(mutateColumn(/** @type {Int32Array} */ (value), random));
  else if (typeof value === 'number' && random.chance(0.6)) put(random.field(32, value) * random.pick([1, 1, -1]));
  else if (Array.isArray(value) && value.length > 0 && random.chance(0.5)) value.push(random.pick(value));
  else if (random.chance(0.2)) remove();
  else put(random.pick(STRANGERS)(random));
}

/** @param {Int32Array} column @param {Random} random */
function mutateColumn(column, random) {
  if (column.length === 0 || random.chance(0.1)) {
    return new /** @type {any} */ (column.constructor)(random.below(2 * column.length + 2));
  }
  const changed = column.slice();
  if (random.chance(0.1)) return changed.subarray(random.below(column.length)).slice();
  for (let places = random.few(8); places > 0; places--) {
    const at = random.below(column.length);
    changed[at] = random.chance(0.3) ? -random.below(4) : random.field(32, changed[at]);
  }
  return changed;
}

/** @param {any} value @param {Place[]} places all below it */
function collect(value, places) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  const isMap = value instanceof Map;
  const names = isMap ? [...value.keys()] : Object.keys(value);
  for (const name of names) {
    const part = isMap ? value.get(name) : value[name];
    places.push({
      value: part,
      put: (next) => (isMap ? value.set(name, next) : (value[name] = next)),
      remove: () => (isMap ? value.delete(name) : delete value[name]),
    });
    collect(part, places);
  }
}
