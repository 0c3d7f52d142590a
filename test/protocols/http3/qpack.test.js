/** QPACK against ls-qpack (fixtures/qpack), and RFC 9204 appendix B. */
import { readFileSync } from 'node:fs';

import { DynamicTable } from '../../../lib/protocols/http3/qpack/dynamic-table.js';
import { EncoderStream } from '../../../lib/protocols/http3/qpack/encoder-stream.js';
import { fieldsOf, prefixOf } from '../../../lib/protocols/http3/qpack/field-section.js';

/** @typedef {[stream: number, instructions: string, section: string, fields: [string, string][]]} Row */
/** @type {{ name: string, capacity: number, first: string, rows: Row[] }[]} */
const SERIES = JSON.parse(readFileSync(new URL('../../../fixtures/qpack/vectors.json', import.meta.url), 'utf8'));

const bytes = (/** @type {string} */ hex) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));

class Decoder {
  table = new DynamicTable();
  #encoder = new EncoderStream(this.table);
  #capacity;

  /** @param {number} capacity */
  constructor(capacity) {
    this.#capacity = capacity;
  }

  /** @param {string} hex @param {number} [step] bytes at a time */
  instruct(hex, step = 1000) {
    const all = bytes(hex);
    for (let at = 0; at < all.length; at += step) this.#encoder.push(all, at, Math.min(all.length, at + step));
  }

  cut() {
    this.#encoder.cut();
  }

  /** @param {string} hex */
  required(hex) {
    return prefixOf(bytes(hex), this.table, this.#capacity)?.required ?? null;
  }

  /** @param {string} hex */
  fields(hex) {
    const section = bytes(hex);
    const prefix = prefixOf(section, this.table, this.#capacity);
    if (prefix !== null) this.table.learn(prefix.required);
    const { fields, isWhole } = fieldsOf(section, prefix, this.table);
    return { fields: fields.map(([name, value]) => [name, value]), isWhole };
  }
}

test.each(SERIES.flatMap((series) => [1000, 1].map((step) => ({ ...series, step }))))(
  '$name, $step bytes of instructions at a time',
  ({ capacity, first, rows, step }) => {
    const decoder = new Decoder(capacity);
    decoder.instruct(first, step);
    for (const [, instructions, section, fields] of rows) {
      decoder.instruct(instructions, step);
      expect(decoder.fields(section)).toEqual({ fields, isWhole: true });
    }
  },
);

test('the vectors use the table: entries are evicted, and counts go round', () => {
  const inserted = SERIES.map(({ capacity, first, rows }) => {
    const decoder = new Decoder(capacity);
    for (const instructions of [first, ...rows.map(([, hex]) => hex)]) decoder.instruct(instructions);
    return decoder.table.insertCount;
  });
  const [, , acknowledged, small, risky] = inserted;
  expect([acknowledged > 10, small > 2 * (256 / 32), risky > 5]).toEqual([true, true, true]);
});

test('sections wait for as many entries as they need', () => {
  const risky = SERIES.find(({ name }) => name === 'risky');
  if (risky === undefined) throw new Error('no such vectors');
  const decoder = new Decoder(risky.capacity);
  decoder.instruct(risky.first);
  const [first] = risky.rows.filter(([, instructions]) => instructions !== '');
  expect(decoder.required(first[2])).toBeGreaterThan(decoder.table.insertCount);
  decoder.instruct(first[1]);
  expect(decoder.required(first[2])).toBe(decoder.table.insertCount);
});

describe('RFC 9204 appendix B', () => {
  const decoder = new Decoder(220);
  const AUTHORITY = [':authority', 'www.example.com'];
  const PATH = [':path', '/sample/path'];

  test('B.1: a literal with a name of the static table', () => {
    expect(decoder.fields('0000 510b 2f69 6e64 6578 2e68 746d 6c').fields).toEqual([[':path', '/index.html']]);
  });

  test('B.2: indexes behind the base', () => {
    decoder.instruct('3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d c10c 2f73 616d 706c 652f 7061 7468');
    expect(decoder.fields('0381 10 11')).toEqual({ fields: [AUTHORITY, PATH], isWhole: true });
  });

  test('B.3 and B.4: an entry of its own name, a duplicate, indexes before the base', () => {
    decoder.instruct('4a63 7573 746f 6d2d 6b65 790c 6375 7374 6f6d 2d76 616c 7565');
    decoder.instruct('02');
    expect(decoder.fields('0500 80 c1 81').fields).toEqual([AUTHORITY, [':path', '/'], ['custom-key', 'custom-value']]);
  });

  test('B.5: an insertion evicts the oldest', () => {
    decoder.instruct('810d 6375 7374 6f6d 2d76 616c 7565 32');
    expect(decoder.table.at(0)).toBeNull();
    expect(decoder.table.at(4)).toEqual(['custom-key', 'custom-value2']);
  });
});

test('entries behind missing instructions are unknown, and the others keep their places', () => {
  const decoder = new Decoder(4096);
  decoder.instruct('3fe11f c001 61 c101 2f');
  decoder.cut();
  decoder.instruct('c101 78'); // where it begins is not known any more
  expect(decoder.fields('0500 80 81 82 83')).toEqual({
    fields: [
      ['?', '?'],
      ['?', '?'],
      [':path', '/'],
      [':authority', 'a'],
    ],
    isWhole: false,
  });
});

test.each([
  ['an index beyond the static table', '0000 ff80 01'],
  ['a count beyond all entries', 'ff80 01 00 80'],
  ['an entry after the count', '0200 80'],
  ['a base before the first entry', '0285 80'],
  ['a string that is cut', '0000 5105 61'],
  ['nothing', ''],
  ['a prefix that is cut', 'ff'],
])('%s is no field section, and does no harm', (_name, hex) => {
  const decoder = new Decoder(4096);
  decoder.instruct('3fe11f');
  expect(decoder.fields(hex).isWhole).toBe(false);
});

test('the table keeps no more than its limit, whatever its capacity is', () => {
  const decoder = new Decoder(2 ** 24);
  decoder.instruct('3fe1ffff07');
  const value = '61'.repeat(1000);
  for (let i = 0; i < 100; i++) decoder.instruct(`c07fe906${value}`);
  expect(decoder.table.at(99)).not.toBeNull();
  expect(decoder.table.at(10)).toBeNull();
});
