/** Records of pcap files: the core finds what the parser finds alone, whatever the bytes and however they come. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { CaptureReader } from '../../lib/capture/reader.js';
import { coreChunks, coreFrames } from '../../lib/engine/batches.js';
import { createCore } from '../../lib/engine/engine.js';
import { join, u16, u16le, u32, u32le, zeros } from '../packet/bytes.js';
import { cutBytes, mutatedBytes } from '../protocols/support/mutate.js';
import { random } from '../protocols/support/streams.js';

/** @typedef {import('../../lib/capture/frame-batch.js').FrameBatch} FrameBatch */

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const VERSIONS = [
  [2, 4],
  [2, 3],
  [2, 2],
  [543, 0],
];
const ORDERS = /** @type {const} */ ([
  [u16, u32],
  [u16le, u32le],
]);
const INPUTS = 500;
const LONGEST_PIECE = 3000;
const core = createCore();
const [chunk] = coreChunks(core);
let taken = 0;

/** @param {FrameBatch} [batch] */
function newReader(batch) {
  /** @type {unknown[]} */
  const frames = [];
  const reader = new CaptureReader({
    batch,
    onFrames: ({ count, firstFrame, bytes, dataOffset, capturedLength, ...columns }) => {
      const { wireLength, timeNs, linkType, interfaceIndex, fileOffset } = columns;
      for (let i = 0; i < count; i++) {
        const data = Array.from(bytes.subarray(dataOffset[i], dataOffset[i] + Math.min(capturedLength[i], 40)));
        frames.push([
          firstFrame + i,
          data,
          capturedLength[i],
          wireLength[i],
          timeNs[i],
          linkType[i],
          interfaceIndex[i],
          fileOffset[i],
        ]);
      }
    },
  });
  return { reader, frames };
}

/** @param {ReturnType<typeof newReader>} of @param {() => void} push @returns {object} all that it says */
function said({ reader, frames }, push) {
  try {
    push();
    reader.end();
    return { frames, warnings: reader.warnings, startEpochNs: reader.startEpochNs, interfaces: reader.interfaces };
  } catch (error) {
    return { frames, error: String(error) };
  }
}

/** @param {Uint8Array[]} pieces */
function byCore(pieces) {
  const batch = coreFrames(core);
  const { records } = batch;
  const of = newReader(batch);
  if (records === null) throw new Error('nothing to find records by');
  batch.records = {
    holds: (bytes) => records.holds(bytes),
    begin: (layout) => records.begin(layout),
    get refusedLength() {
      return records.refusedLength;
    },
    fill: (into, ...rest) => {
      const before = into.count;
      const next = records.fill(into, ...rest);
      taken += into.count - before;
      return next;
    },
  };
  return said(of, () => {
    for (const piece of pieces) {
      chunk.set(piece);
      of.reader.push(chunk.subarray(0, piece.length));
    }
  });
}

/** @param {Uint8Array[]} pieces */
function byParser(pieces) {
  const of = newReader();
  return said(of, () => pieces.forEach((piece) => of.reader.push(piece)));
}

/**
 * Of both orders, in both units, with lengths the other way round, behind headers that are longer.
 * @type {Uint8Array[]}
 */
const files = [
  ...['handshake-get', 'handshake-get-big-endian', 'node-keep-alive', 'cut-in-mid-packet', 'snaplen'].map(
    (name) => new Uint8Array(readFileSync(`${FIXTURES}${name}.pcap`)),
  ),
  ...VERSIONS.flatMap(([major, minor]) =>
    ORDERS.flatMap(([order16, order32]) =>
      [0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34].map((magic) =>
        join(
          order32(magic),
          order16(major),
          order16(minor),
          zeros(8),
          order32(262144),
          order32(1),
          ...[
            [10, 999_999],
            [11, 3],
            [4_000_000_000, 5],
            [9, 0],
          ].flatMap(([seconds, fraction], i) => [
            order32(seconds),
            order32(fraction),
            order32(60),
            order32(i === 3 ? 0xfffffff0 : 60 + 10 * i),
            zeros(magic === 0xa1b2cd34 ? 8 : 0),
            zeros(60 + 10 * (i % 3)),
          ]),
        ),
      ),
    ),
  ),
];

files.push(join(files[0], files[1], files[7]), join(files[20], files[3]));

test('whole, in pieces, and damaged', () => {
  const next = random(7);
  for (let input = 0; input < INPUTS; input++) {
    const file = files[input % files.length];
    const bytes = input < 2 * files.length ? file : mutatedBytes(file, next);
    const pieces = input < files.length ? [bytes] : cutBytes(bytes, next, next() < 0.2 ? 40 : LONGEST_PIECE);
    expect({ input, ...byCore(pieces) }).toEqual({ input, ...byParser(pieces) });
  }
  expect(taken).toBeGreaterThan(INPUTS);
});

test('more than a batch holds', () => {
  const packets = Array.from({ length: 9000 }, (_, i) => [
    ...u32le(i),
    ...u32le(1),
    ...u32le(4),
    ...u32le(4),
    1,
    2,
    3,
    i & 0xff,
  ]);
  const bytes = join(u32le(0xa1b2c3d4), u16le(2), u16le(4), zeros(8), u32le(65535), u32le(1), packets.flat());
  expect(byCore([bytes])).toEqual(byParser([bytes]));
});
