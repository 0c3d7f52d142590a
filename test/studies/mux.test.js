/** The study of MUX: W3C's three runs, and what a sweep must show. */
import { sessionLedgers } from '../../lib/protocols/webmux/ledger.js';
import { MUX } from '../../lib/studies/mux/mux.js';
import { analysed } from '../simulator/support/run.js';

const options = { seed: 1, draft: true };
/** This study uses none. @typedef {import('../../lib/studies/study.js').StudyTools} StudyTools */
const tools = /** @type {StudyTools} */ (/** @type {unknown} */ (null));
const runs = MUX.plan(options);
const executed = await Promise.all(runs.map(async (run) => ({ run, ...(await MUX.execute(run, options, tools)) })));
const {
  claims,
  figures,
  tables: [{ rows }],
  summary,
} = MUX.conclude(executed, options);
const captures = new Map(executed.flatMap(({ captures: made = [] }) => made).map(({ name, bytes }) => [name, bytes]));
const captureOf = (/** @type {string} */ name) => /** @type {Uint8Array} */ (captures.get(name));

test('every published count, ratio and flight has a row for both kinds of hosts, and those that miss are told', () => {
  const rowsFor = (/** @type {string} */ hosts) => claims.filter(({ id }) => id.endsWith(`-${hosts}`)).length;
  expect([rowsFor('linux'), rowsFor('bsd')]).toEqual([14, 14]);
  const missed = claims.filter(({ passed }) => !passed).map(({ id }) => id);
  expect(missed).toEqual([
    'MUX-bad-client-count-linux',
    'MUX-bad-few-linux',
    'MUX-plain-client-count-bsd',
    'MUX-good-client-bsd',
    'MUX-bad-client-bsd',
    'MUX-bad-few-bsd',
  ]);
  expect(summary.at(-1)).toBe(`Missed: ${missed.join(', ')}.`);
});

test('each row says where it was published, and why so much is tolerated', () => {
  for (const { source, published, because } of claims) {
    expect([source, String(published), because].every((text) => text.length > 0)).toBe(true);
  }
});

test('the credits that a sweep compares have names of their own, and a full one has more', () => {
  const full = MUX.plan({ ...options, draft: false });
  const names = new Set(full.map(({ name }) => name));
  expect(names.size).toBe(full.length);
  expect(full.length).toBeGreaterThan(3 * runs.length);
  expect(runs.every(({ name }) => names.has(name))).toBe(true);
});

test('over a long way, time falls as credit grows: a window of credit each round trip', () => {
  const wan = rows
    .filter(([path, , credit, buffer]) => path === 'wan' && credit !== 'plain' && buffer === 8192)
    .sort((a, b) => Number(a[2]) - Number(b[2]));
  const times = wan.map((row) => Number(row[6]));
  expect(wan.length).toBeGreaterThan(3);
  expect(times.every((time, index) => index === 0 || time < times[index - 1])).toBe(true);
  for (const [, , credit, , , , time] of wan) {
    expect(Number(time)).toBeGreaterThan((65_536 / (Number(credit) + 512)) * 40 - 40);
  }
});

test('the captures hold what the settings say: grants of five and of three fragments', () => {
  for (const [name, grant] of /** @type {const} */ ([
    ['lan-linux-credit-4096-buffer-8192', 5 * 512],
    ['lan-linux-credit-2048-buffer-2048', 3 * 512],
  ])) {
    const analysis = analysed(captureOf(name));
    const { mux } = analysis.ingest.messages;
    const [record] = mux.connections;
    expect(analysis.ingest.describe().warnings).toEqual([]);
    const [
      {
        directions: [, server],
      },
    ] = sessionLedgers(mux, record);
    const credits = [...mux.rowsOf(record)]
      .map((row) => analysis.ingest.messages.describeFragment(row).credit)
      .filter((credit) => credit !== null);
    expect([server.bytes > 65_536, server.creditMessages]).toEqual([true, credits.length]);
    expect(credits.filter((credit) => credit === grant).length).toBeGreaterThan(0.9 * credits.length);
  }
  expect([...analysed(captureOf('lan-linux-plain')).messages.inOrder()].length).toBe(2);
});

test('each figure has a line for each write buffer', () => {
  for (const { series } of figures) {
    expect(series.map(({ name }) => name)).toEqual(['write buffer 1024', 'write buffer 2048', 'write buffer 8192']);
  }
});
