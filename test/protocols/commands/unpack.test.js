/** What messages of protocols of commands compress. */
import { deflateSync } from 'node:zlib';

import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { MAX_UNPACKED_BYTES } from '../../../lib/protocols/commands/limits.js';
import { unpackBeginning } from '../../../lib/protocols/commands/unpack.js';

const TEXT = `${'{"find":"people"} '.repeat(4)}end`;

/** TEXT by the program zstd, and by hand: a literal, a copy, a literal. */
const ZSTD = Buffer.from('28b52ffd0458e50000a87b2266696e64223a2270656f706c65227d20656e64010056e70c036f18b715', 'hex');
const SNAPPY = Buffer.from('4b447b2266696e64223a2270656f706c65227d20d6120008656e64', 'hex');

/** @param {'snappy'|'zlib'|'zstd'} coding @param {Uint8Array} packed */
const textOf = (coding, packed) => {
  const bytes = unpackBeginning(coding, packed, nodeCiphers);
  return bytes === null ? null : Buffer.from(bytes).toString('latin1');
};

test('zlib, zstd and snappy', () => {
  expect(textOf('zlib', deflateSync(TEXT))).toBe(TEXT);
  expect(textOf('zstd', ZSTD)).toBe(TEXT);
  expect(textOf('snappy', SNAPPY)).toBe(TEXT);
});

test('of what is cut the beginning, of what is none nothing', () => {
  expect(TEXT.startsWith(textOf('zlib', deflateSync(TEXT).subarray(0, 20)) ?? '-')).toBe(true);
  expect(TEXT.startsWith(textOf('snappy', SNAPPY.subarray(0, 12)) ?? '-')).toBe(true);
  expect(textOf('zlib', Buffer.from('this is none'))).toBeNull();
  expect(textOf('zstd', Buffer.from('this is none'))).toBeNull();
  expect(unpackBeginning('zlib', deflateSync(TEXT), null)).toBeNull();
});

test('what unpacks to far more is bounded', () => {
  const bomb = deflateSync(Buffer.alloc(16 * MAX_UNPACKED_BYTES));
  expect(unpackBeginning('zlib', bomb, nodeCiphers)?.length ?? 0).toBeLessThanOrEqual(MAX_UNPACKED_BYTES);
  // 128 KiB of one byte in each block of four bytes
  const blocks = Buffer.alloc(400, Buffer.from('02001000', 'hex'));
  const zstdBomb = Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), blocks]);
  expect(unpackBeginning('zstd', zstdBomb, nodeCiphers)?.length ?? 0).toBeLessThanOrEqual(MAX_UNPACKED_BYTES);
  // a copy of what is not there, and one of itself without end
  expect(unpackBeginning('snappy', Buffer.from('ff7f01ff', 'hex'), null)).toHaveLength(0);
  const copies = Buffer.concat([Buffer.from('ff7f0061', 'hex'), Buffer.alloc(500, Buffer.from('fe0100', 'hex'))]);
  expect(unpackBeginning('snappy', copies, null)?.length).toBe(1024);
});
