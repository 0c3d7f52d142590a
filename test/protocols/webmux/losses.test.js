/**
 * Gaps, wrong headers, and starts in mid-connection: what is lost is said, and reading goes on at the next run of
 * headers.
 */
import { muxBytes, muxStream } from '../../support/mux.js';
import { Reading } from './support/reading.js';

const SYN = { session: 3, syn: 80, filler: true };
const part = (/** @type {string} */ letter, /** @type {number} */ length = 20) => ({
  session: 3,
  payload: letter.repeat(length),
});
const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => part(letter));

/** @param {Reading} reading */
const lossesOf = ({ record }) =>
  record.losses.map(({ endpoint, cause, streamOffset, resumedAt }) => [endpoint, cause, streamOffset, resumedAt]);

test("a gap within a fragment's payload loses no header", () => {
  const bytes = muxStream('1996', SYN, part('a', 100), part('b'));
  const reading = new Reading('1996').push(0, bytes.slice(0, 22)).gap(0, 60).push(0, bytes.slice(82)).end();
  expect(reading.lines.slice(2)).toEqual(['c 8 s3 data 100 incomplete', 'c 112 s3 data 20']);
  expect(reading.streams).toEqual([
    `3 "${'a'.repeat(10)}${'·'.repeat(60)}${'a'.repeat(30)}${'b'.repeat(20)}" fin / "" fin`,
  ]);
  expect(lossesOf(reading)).toEqual([]);
});

test("a gap that ends with a fragment's payload, and one that ends with its padding", () => {
  const bytes = muxStream(
    '1998',
    { session: 2, syn: 80 },
    { session: 2, payload: 'x'.repeat(50) },
    { session: 2, fin: true },
  );
  for (const length of [46, 48]) {
    const reading = new Reading('1998')
      .push(0, bytes.slice(0, 12))
      .gap(0, length)
      .push(0, bytes.slice(12 + length))
      .end();
    expect(reading.lines).toEqual(['c 0 s2 data syn 0 value 80', 'c 4 s2 data 50+2 incomplete', 'c 60 s2 data fin 0']);
  }
});

test('a gap over headers: the next run of headers is found, and the one open session misses what it held', () => {
  const bytes = muxStream('1996', SYN, ...six, ...six);
  const reading = new Reading('1996').push(0, bytes.slice(0, 80)).gap(0, 100).push(0, bytes.slice(180)).end();
  expect(lossesOf(reading)).toEqual([[0, 'gap', 80, 200]]);
  expect(reading.lines.slice(2)).toEqual([
    'c 8 s3 data 20',
    'c 32 s3 data 20',
    'c 56 s3 data 20',
    'c 200 s3 data 20',
    'c 224 s3 data 20',
    'c 248 s3 data 20',
    'c 272 s3 data 20',
  ]);
  const [{ text }] = reading.sessions;
  expect(text[0]).toMatch(/^a{20}b{20}c{20}·{90,110}c{20}d{20}e{20}f{20}$/);
});

test('a gap in a header', () => {
  const bytes = muxStream('1996', SYN, ...six);
  const reading = new Reading('1996').push(0, bytes.slice(0, 34)).gap(0, 1).push(0, bytes.slice(35)).end();
  expect(lossesOf(reading)).toEqual([[0, 'gap', 32, 56]]);
});

test('of several open sessions each misses something', () => {
  const bytes = muxStream(
    '1998',
    { session: 2, syn: 80 },
    { session: 4, syn: 80 },
    { session: 2, payload: 'two' },
    { session: 4, payload: 'four' },
    ...new Array(4).fill({ session: 2, payload: 'more' }),
  );
  const reading = new Reading('1998').push(0, bytes.slice(0, 8)).gap(0, 8).push(0, bytes.slice(16)).end();
  expect(reading.streams).toEqual(['2 "·moremoremoremore" fin / "" fin', '4 "·four" fin / "" fin']);
});

test('bytes where no header may be are passed over', () => {
  const bytes = [
    muxStream('1996', SYN, part('a')),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, 1, 2, 3),
    muxStream('1996', part('b'), part('c'), part('d')),
  ];
  const reading = new Reading('1996');
  for (const piece of bytes) reading.push(0, piece);
  expect(lossesOf(reading.end())).toEqual([[0, 'framing', 32, 39]]);
  expect(reading.lines.slice(3)).toEqual(['c 39 s3 data 20', 'c 63 s3 data 20', 'c 87 s3 data 20']);
});

test('data for a session that nobody opened needs more headers to be believed', () => {
  const opened = (/** @type {import('../../support/mux.js').Message[]} */ ...messages) =>
    new Reading('1996')
      .push(1, muxBytes('1996', { session: 0, rst: true }))
      .push(0, muxStream('1996', SYN, ...messages));
  const stranger = { session: 9, payload: 'abcd' };
  expect(
    lossesOf(opened(stranger, { session: 77, payload: 'xxxx' }, { session: 111, length: 9999, payload: 'yy' }).end()),
  ).toEqual([[0, 'framing', 8, -1]]);
  const believed = opened(stranger, stranger, stranger, stranger).end();
  expect([lossesOf(believed), believed.lines.length]).toEqual([[], 7]);
});

test('a connection seen from its middle', () => {
  const bytes = muxStream('1996', ...six, ...six);
  const credit = muxStream('1996', ...new Array(4).fill({ session: 3, credit: 512 }));
  const reading = new Reading('1996', true).push(0, credit).push(1, bytes.slice(10)).end();
  expect(lossesOf(reading)).toEqual([[1, 'start', 0, 14]]);
  expect(reading.lines.slice(0, 6)).toEqual(
    [0, 8, 16, 24]
      .map((offset) => `c ${offset} s3 SendCredit long 0 credit 512`)
      .concat(['s 14 s3 data 20', 's 38 s3 data 20']),
  );
  expect(reading.streams).toEqual([`3 "" fin / "${'bcdefabcdef'.replace(/./g, (letter) => letter.repeat(20))}" fin`]);
  expect(reading.record.uses).toEqual([{ id: 3, initiator: null, protocolId: null, protocolName: null }]);
});

test('what cannot be read to its end is said to be lost, once', () => {
  const reading = new Reading('1996')
    .push(0, muxStream('1996', SYN))
    .push(0, new Uint8Array(5000).fill(0xee))
    .gap(0, 100)
    .push(0, new Uint8Array(5000).fill(0xee))
    .end();
  expect(lossesOf(reading)).toEqual([[0, 'framing', 8, -1]]);
});

test('a direction is given up after many losses, and says nothing wrong then', () => {
  const reading = new Reading('1996').push(0, muxStream('1996', SYN));
  for (let i = 0; i < 200; i++) {
    reading.push(0, Uint8Array.of(0xff, 0xff, 0xff, 0xff)).push(0, muxStream('1996', part('a'), part('b'), part('c')));
  }
  reading.end();
  expect(reading.record.lossCount).toBe(101);
  expect(reading.table.count).toBe(2 + 100 * 3);
});

test('a capture that ends in a fragment', () => {
  const reading = new Reading('1996').push(0, muxStream('1996', SYN, part('a')).slice(0, 20)).end('capture_end');
  expect(reading.lines.at(-1)).toBe('c 8 s3 data 20 incomplete');
  expect(reading.streams).toEqual(['3 "aaaaaaaa" capture_end / "" capture_end']);
});
