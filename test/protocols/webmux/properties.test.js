/**
 * However the stream is cut: the same fragments and the same bytes for each session. And whatever it holds: nothing is
 * thrown.
 */
import { muxFormatOf } from '../../../lib/protocols/webmux/signature.js';
import fc from '../../support/properties.js';
import { random } from '../support/streams.js';
import { bytesOf, randomMessages, upTo } from './support/random-mux.js';
import { Reading } from './support/reading.js';

const INPUTS = 4000;
const FORMATS = /** @type {const} */ (['1996', '1998']);

/**
 * @param {Reading} reading
 * @param {0|1} endpoint
 * @param {Uint8Array} bytes
 * @param {() => number} next
 * @param {number} longest
 */
function pushInPieces(reading, endpoint, bytes, next, longest) {
  for (let at = 0; at < bytes.length;) {
    const length = 1 + upTo(next, longest);
    reading.push(endpoint, bytes.subarray(at, at + length));
    at += length;
  }
}

/** What was read, without frames. @param {Reading} reading */
const readOf = ({ lines, streams, record }) => ({
  lines,
  streams,
  losses: record.losses.map(({ streamOffset, resumedAt, cause }) => [streamOffset, resumedAt, cause]),
});

test.each(FORMATS)('any cutting gives the same (%s)', (format) => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, longest) => {
      const next = random(seed);
      const bytes = bytesOf(format, randomMessages(format, next, 30));
      const whole = new Reading(format).push(0, bytes).end();
      const cut = new Reading(format);
      pushInPieces(cut, 0, bytes, next, longest);
      expect(readOf(cut.end())).toEqual(readOf(whole));
    }),
    { numRuns: 100 },
  );
});

test.each(FORMATS)('what keeps to the rules is read without loss (%s)', (format) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const messages = randomMessages(format, random(seed), 30);
      const reading = new Reading(format).push(0, bytesOf(format, messages)).end();
      expect(reading.record.losses).toEqual([]);
      expect(reading.fragments.filter(({ type }) => type !== 'filler')).toHaveLength(messages.length);
    }),
    { numRuns: 100 },
  );
});

test.each(FORMATS)('damaged streams, cut anywhere, give the same (%s)', (format) => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), fc.boolean(), (seed, longest, isMidConnection) => {
      const next = random(seed);
      const bytes = damaged(bytesOf(format, randomMessages(format, next, 40)), next);
      const whole = new Reading(format, isMidConnection).push(0, bytes).end();
      const cut = new Reading(format, isMidConnection);
      pushInPieces(cut, 0, bytes, next, longest);
      expect(readOf(cut.end())).toEqual(readOf(whole));
    }),
    { numRuns: 100 },
  );
});

/**
 * @param {Uint8Array} bytes
 * @param {() => number} next
 * @returns {Uint8Array} with some bytes replaced, cut out or put in
 */
function damaged(bytes, next) {
  let result = bytes;
  for (let n = upTo(next, 4); n > 0; n--) {
    const at = upTo(next, result.length);
    const length = upTo(next, 12);
    const kind = next();
    const kept = result.subarray(kind < 0.3 ? at : at + length);
    const added = kind < 0.6 ? length : 0;
    const longer = new Uint8Array(at + added + kept.length);
    longer.set(result.subarray(0, at));
    longer.set(kept, at + added);
    for (let i = at; i < at + added; i++) longer[i] = upTo(next, 256);
    result = longer;
  }
  return result;
}

test(`${INPUTS} damaged conversations: nothing is thrown, nothing hangs, offsets are sound`, () => {
  const next = random(19961023);
  const corpus = Array.from({ length: 400 }, (_, seed) => ({
    format: FORMATS[seed % 2],
    streams: [0, 1].map((end) =>
      bytesOf(FORMATS[seed % 2], randomMessages(FORMATS[seed % 2], random(seed * 2 + end), 6)),
    ),
  }));
  let fragments = 0;
  for (let input = 0; input < INPUTS; input++) {
    const { format, streams } = corpus[input % corpus.length];
    const reading = new Reading(format, input % 5 === 0);
    for (const endpoint of /** @type {const} */ ([0, 1, 0])) {
      feed(reading, endpoint, damaged(streams[endpoint], next), next);
    }
    reading.end(input % 2 === 0 ? 'fin' : 'rst');
    if (!isSound(reading)) throw new Error(`input ${input}: a fragment is out of its stream`);
    fragments += reading.table.count;
  }
  expect(fragments).toBeGreaterThan(INPUTS * 3);
}, 120_000);

/** @param {Reading} reading @param {0|1} endpoint @param {Uint8Array} bytes @param {() => number} next */
function feed(reading, endpoint, bytes, next) {
  const middle = upTo(next, bytes.length + 1);
  reading.push(endpoint, bytes.subarray(0, middle));
  if (next() < 0.3) reading.gap(endpoint, 1 + upTo(next, 30));
  reading.push(endpoint, bytes.subarray(middle));
}

/** @param {Reading} reading */
function isSound({ table, offsets }) {
  const last = [0, 0];
  for (let row = 0; row < table.count; row++) {
    const endpoint = table.endpoint[row];
    const start = table.streamOffset[row];
    const end = start + table.headerBytes[row] + table.received[row];
    if (start < last[endpoint] || end > offsets[endpoint] || table.received[row] > table.length[row]) return false;
    last[endpoint] = start + table.headerBytes[row];
  }
  return true;
}

test('the signature tells the same from any number of first bytes, once it tells', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.integer(), (format, seed) => {
      const bytes = bytesOf(format, randomMessages(format, random(seed), 12));
      const told = Array.from({ length: Math.min(bytes.length, 600) + 1 }, (_, length) =>
        muxFormatOf(bytes, 0, length),
      );
      const decided = told.filter((format) => format !== 0);
      expect([...new Set(decided)]).toEqual([FORMATS.indexOf(format) + 1]);
      expect(told.slice(told.findIndex((format) => format !== 0))).not.toContain(0);
    }),
    { numRuns: 100 },
  );
});

test('a hostile stream of wrong headers costs time linear in its length', () => {
  const word = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
  const good = bytesOf('1996', [
    { session: 3, syn: 80, filler: true },
    ...new Array(3).fill({ session: 3, payload: 'abc' }),
  ]);
  const bytes = new Uint8Array((word.length + good.length) * 40_000);
  for (let at = 0; at < bytes.length; at += word.length + good.length) {
    bytes.set(good, at);
    bytes.set(word, at + good.length);
  }
  const started = performance.now();
  const reading = new Reading('1996').push(0, bytes).end();
  expect(reading.record.lossCount).toBeLessThanOrEqual(101);
  expect(performance.now() - started).toBeLessThan(5000);
});
