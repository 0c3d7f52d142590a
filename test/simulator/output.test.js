import { NumberTable } from '../../lib/simulator/output/number-table.js';
import { TextBuffer } from '../../lib/simulator/output/text-buffer.js';
import fc from '../support/properties.js';

test('numbers are written as String() writes them, times with nine digits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double())),
      fc.nat(1_000_000),
      fc.nat(999_999_999),
      (values, seconds, ns) => {
        const text = new TextBuffer();
        for (const value of values) text.number(value);
        expect(text.take()).toBe(values.map((value) => (Object.is(value, -0) ? '0' : String(value))).join(''));
        text.seconds(1_767_225_600, seconds * 1e9 + ns);
        expect(text.take()).toBe(`${1_767_225_600 + seconds}.${String(ns).padStart(9, '0')}`);
      },
    ),
  );
});

test('a text longer than its buffer is whole', () => {
  const text = new TextBuffer();
  const name = new TextEncoder().encode('ESTABLISHED');
  for (let count = 0; count < 20_000; count++) text.name(name);
  expect(text.take()).toBe('ESTABLISHED'.repeat(20_000));
});

test('a table keeps all rows in order, in whatever piece they are', () => {
  const table = new NumberTable(3);
  const count = 10_000;
  for (let index = 0; index < count; index++) {
    const row = table.add();
    table.cells[row + 2] = index;
  }
  /** @type {number[][]} */
  const rows = [];
  table.each((cells, row) => rows.push([...cells.subarray(row, row + 3)]));
  expect(rows.length).toBe(count);
  expect(rows.every(([first, , last], index) => first === 0 && last === index)).toBe(true);
});
