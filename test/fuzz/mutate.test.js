/**
 * What the fuzzer makes of captures: always the same for the same seed, never beyond its bounds, and sound where it is
 * to be.
 */
import { readFileSync } from 'node:fs';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { readFrames, writeFrames } from './capture-form.js';
import { fixChecksums, tcpIn } from './frame-places.js';
import { LAYERS, MAX_INPUT_BYTES, mutate } from './mutate.js';
import { framesIn, hasPreface, mutateHttp2, newHttp2 } from './mutators/http2.js';
import { wrapFrames } from './mutators/ip.js';
import { isPcap, recordsOf } from './mutators/pcap.js';
import { blocksOf, isPcapng, joinBlocks } from './mutators/pcapng.js';
import { isTls, newTls, recordsIn } from './mutators/tls.js';
import { Random } from './random.js';
import { connectionsIn, framesOf, talkOf } from './streams.js';

/** @param {string} name */
const fixture = (name) => Uint8Array.from(readFileSync(new URL(`../../fixtures/pcaps/${name}`, import.meta.url)));
const PLAIN = fixture('handshake-get.pcap');
const NG = fixture('handshake-get.pcapng');
const MUX = fixture('mux-1998.pcap');

/** @param {{ bytes: Uint8Array }} frame */
const textOf = ({ bytes }) => Buffer.from(bytes).toString('latin1');

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  return analysis;
}

test.each([...LAYERS.keys()])('%s: the same mutants for the same seed, and others for others', (only) => {
  const made = (/** @type {number} */ seed) =>
    mutate([PLAIN, NG, MUX][seed % 3], new Random(seed), { only, other: () => MUX }).bytes;
  const first = Array.from({ length: 30 }, (_, seed) => made(seed));
  expect(first.filter((bytes, seed) => !Buffer.from(bytes).equals(made(seed)))).toEqual([]);
  expect(Math.max(...first.map(({ length }) => length))).toBeLessThanOrEqual(MAX_INPUT_BYTES);
  const changed = first.filter((bytes, seed) => Buffer.compare(bytes, [PLAIN, NG, MUX][seed % 3]) !== 0);
  expect(changed.length).toBeGreaterThan(25);
});

test('records and blocks are taken apart so that they can be joined again', () => {
  expect(isPcap(PLAIN) && !isPcap(NG) && isPcapng(NG)).toBe(true);
  expect(Buffer.concat([PLAIN.subarray(0, 24), ...recordsOf(PLAIN)]).equals(PLAIN)).toBe(true);
  expect(Buffer.from(joinBlocks(blocksOf(NG), true)).equals(NG)).toBe(true);
});

test('frames survive being written, whatever the format', () => {
  const capture = readFrames(PLAIN);
  for (let seed = 0; seed < 20; seed++) {
    const again = readFrames(writeFrames(capture, new Random(seed)));
    expect(again.frames.map(textOf)).toEqual(capture.frames.map(textOf));
  }
  const { secrets } = readFrames(writeFrames({ ...capture, secrets: 'CLIENT_RANDOM 00 11\n' }, new Random(1)));
  expect(secrets).toBe('CLIENT_RANDOM 00 11\n');
});

test('what was said is found in frames, and frames made of it have sound checksums and sequence numbers', () => {
  const [own] = connectionsIn(readFrames(MUX).frames).values();
  const talk = talkOf(own);
  let whole = 0;
  for (let seed = 0; seed < 40; seed++) {
    const frames = framesOf(talk, new Random(seed));
    const fixed = frames.map((frame) => ({ ...frame, bytes: frame.bytes.slice() }));
    for (const frame of fixed) if (frame.bytes.length === frame.originalLength) fixChecksums(frame);
    expect(fixed.map(textOf)).toEqual(frames.map(textOf));
    const again = talkOf(frames);
    if (JSON.stringify(again.turns) === JSON.stringify(talk.turns)) whole++;
  }
  expect(whole).toBeGreaterThan(10);
});

test('a talk that is put into segments anew is mostly read as before', () => {
  const [own] = connectionsIn(readFrames(PLAIN).frames).values();
  const talk = talkOf(own);
  const requests = Array.from(
    { length: 30 },
    (_, seed) =>
      analysed(writeFrames({ frames: framesOf(talk, new Random(seed)), secrets: '' }, new Random(seed))).ingest.messages
        .requestCount,
  );
  expect(requests.filter((count) => count === 1).length).toBeGreaterThan(20);
});

test('tunnels and link layers are mostly read through', () => {
  const { frames } = readFrames(PLAIN);
  const packets = Array.from({ length: 40 }, (_, seed) => {
    const random = new Random(seed);
    return analysed(writeFrames({ frames: wrapFrames(frames, random), secrets: '' }, random)).ingest.tcp.packets.count;
  });
  expect(packets.filter((count) => count === frames.length).length).toBeGreaterThan(10);
  expect(tcpIn(frames[0])?.transport).toBe(34);
});

test('HTTP/2 keeps its preface, and its frames are told apart', () => {
  const random = new Random(5);
  const client = newHttp2(random, true);
  expect(hasPreface(client)).toBe(true);
  for (let seed = 0; seed < 50; seed++) expect(hasPreface(mutateHttp2(client, new Random(seed)))).toBe(true);
  expect(framesIn(client.subarray(24)).frames[0]).toMatchObject({ type: 4, stream: 0 });
});

test('TLS records are told apart', () => {
  const made = Array.from({ length: 50 }, (_, seed) => newTls(new Random(seed)));
  expect(made.filter((bytes) => isTls(bytes) && recordsIn(bytes).records.length > 0).length).toBeGreaterThan(10);
});
