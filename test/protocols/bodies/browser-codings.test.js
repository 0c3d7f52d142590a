/** Holds what a browser unpacks to what Node does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { provideBrotli } from '../../../lib/browser/brotli.js';
import { browserDecoder } from '../../../lib/browser/content-codings.js';
import { browserGunzip } from '../../../lib/browser/inflate.js';
import { ContentTarget } from '../../../lib/capture/content/content-target.js';
import { nodeGunzip } from '../../../lib/capture/file/node-gunzip.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import fc from '../../support/properties.js';

provideBrotli(async () => readFileSync(createRequire(import.meta.url).resolve('brotli-dec-wasm/web/bg.wasm')));

/** @typedef {import('../../../lib/protocols/bodies/codings.js').Coding} Coding */
/** @typedef {import('../../../lib/protocols/bodies/codings.js').Decoder} Decoder */

const TEXT = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(5000));
/** @type {[Coding, Buffer][]} */
const PACKED = [
  ['gzip', gzipSync(TEXT)],
  ['gzip', Buffer.concat([gzipSync('one '), gzipSync('two'), Buffer.alloc(7)])],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['deflate-raw', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
];

/** @param {Decoder} decode @param {Coding} coding @param {Buffer} packed @param {number} length of a piece */
async function unpacked(decode, coding, packed, length) {
  /** @type {string[]} */
  const notes = [];
  const out = [];
  const pieces = decode(coding, inPieces(packed, length), (note) => notes.push(note));
  for await (const piece of pieces ?? []) out.push(Buffer.from(piece));
  return { notes, bytes: Buffer.concat(out) };
}

/** @param {Buffer} bytes @param {number} length */
async function* inPieces(bytes, length) {
  for (let at = 0; at < bytes.length; at += length) yield new Uint8Array(bytes.subarray(at, at + length));
}

test.each(PACKED)('%s gives the same bytes, whole and cut anywhere', async (coding, packed) => {
  for (const length of [1, 100, 1_000_000]) {
    for (const end of [packed.length, packed.length - 1, Math.floor(packed.length / 2), 5, 0]) {
      const part = packed.subarray(0, end);
      const [ours, nodes] = [
        await unpacked(browserDecoder, coding, part, length),
        await unpacked(nodeDecoder, coding, part, length),
      ];
      expect([coding, length, end, ours.notes, ours.bytes.equals(nodes.bytes)]).toEqual([
        coding,
        length,
        end,
        nodes.notes,
        true,
      ]);
    }
  }
});

/** Of Brotli its two decoders see a break at other bytes. */
const CHECKED = PACKED.filter(([coding]) => coding !== 'br');

test.each(CHECKED)('%s that is damaged is told to be, and gives a beginning of what it was', async (coding, packed) => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: packed.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = Buffer.from(packed);
      damaged[at] ^= flip;
      const ours = await unpacked(browserDecoder, coding, damaged, 100);
      const nodes = await unpacked(nodeDecoder, coding, damaged, 100);
      expect(ours.notes).toEqual(nodes.notes);
      // How much of a break's beginning comes out depends on the decoder's own buffers.
      const [less, more] = [ours.bytes, nodes.bytes].sort((a, b) => a.length - b.length);
      expect(more.subarray(0, less.length).equals(less)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

/**
 * @param {import('../../../lib/capture/content/gunzip-target.js').CreateGunzip} create @param {Buffer} bytes
 * @param {number} length
 */
async function gunzipped(create, bytes, length) {
  /** @type {(Buffer|string)[]} */
  const out = [];
  /** @type {unknown[]} */
  const warnings = [];
  const target = {
    push: (/** @type {Uint8Array} */ chunk) => void out.push(Buffer.from(chunk)),
    end: () => void out.push('end'),
    warn: (/** @type {unknown[]} */ ...warning) => void warnings.push(warning),
  };
  const content = new ContentTarget(target, 150_000, create);
  try {
    for await (const piece of inPieces(bytes, length)) await content.push(piece);
    await content.end();
  } catch (error) {
    warnings.push(String(error));
  }
  content.close();
  const isEnded = out.at(-1) === 'end';
  return { isEnded, warnings, bytes: Buffer.concat(out.filter((one) => typeof one !== 'string')).toString('latin1') };
}

test('a gzip of a capture gives the same, whole, in members, cut, damaged and too large', async () => {
  const noise = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * i * 31) >> 7));
  const packed = gzipSync(noise);
  const damaged = Buffer.from(packed);
  damaged[damaged.length >> 1] ^= 0x55;
  const files = [packed, Buffer.concat([packed, gzipSync('more'), Buffer.alloc(20)]), packed.subarray(0, 30_000)];
  files.push(damaged, gzipSync(Buffer.alloc(1_000_000)), packed.subarray(0, 9), Buffer.concat([packed, noise]));
  for (const file of files) {
    for (const length of [999, 1 << 20]) {
      expect(await gunzipped(browserGunzip, file, length)).toEqual(await gunzipped(nodeGunzip, file, length));
    }
  }
});
