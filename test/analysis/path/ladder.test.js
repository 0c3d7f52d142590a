/** What is drawn of captures of one path: single packets, and their sums where they are many. */
import { MAX_LADDER_PACKETS } from '../../../lib/shared/path/bounds.js';
import { FATE } from '../../../lib/shared/path/fate.js';
import { fileOf, pathOf, simulated } from './support/captures.js';

/** @typedef {import('./support/captures.js').Scenario} Scenario */

const LINK = { delayMs: 10, rateKbps: 20_000, queueBytes: 30_000 };

/** @param {number} bytes @returns {Scenario} */
const scenario = (bytes) => ({
  seed: 5,
  path: [{ name: 'link', clientToServer: LINK, serverToClient: LINK }],
  traffic: [{ kind: 'bulk', from: 'client', bytes }],
  taps: [{ at: 'client' }, { at: 'server' }],
});

const ALL = { startNs: 0, endNs: null, connection: null, between: /** @type {[number, number]} */ ([0, 1]) };

/** @param {ArrayLike<number>} numbers */
const sum = (numbers) => Array.from(numbers).reduce((total, one) => total + one, 0);

/** @param {ArrayLike<number>} numbers without those that are not known */
const known = (numbers) => Array.from(numbers).filter((one) => !Number.isNaN(one));

test('few packets are listed, with their times, frames and fates at each point, as `path --packets` has them', async () => {
  const path = await pathOf(simulated(scenario(300_000)).map(fileOf));
  const { rows, meta, columns } = path.ladder({ ...ALL, bins: 100 });
  const lines = [...path.packets()];
  expect(meta).toMatchObject({
    isListed: true,
    packets: lines.length,
    startNs: 0,
    segments: [
      [0, 1],
      [1, 0],
    ],
  });
  expect(rows).toBe(lines.length);
  const first = Math.min(...lines[0].times.filter((time) => time !== null));
  lines.forEach((line, at) => {
    expect([columns.frame0[at] || null, columns.frame1[at] || null]).toEqual(line.frames);
    expect(columns.direction[at]).toBe(line.direction === 'clientToServer' ? 0 : 1);
    line.times.forEach((time, place) => {
      const ns = columns[`time${place}`][at];
      expect(Number.isNaN(ns) ? null : ns / 1e9).toEqual(time === null ? null : expect.closeTo(time - first, 6));
    });
  });
  expect(Array.from(columns.fate1).filter((fate) => fate === FATE.LOST)).toHaveLength(
    path.segments().find(({ between }) => between[0] === 0)?.lost ?? NaN,
  );
});

test('of a stretch there are the packets on their way in it', async () => {
  const path = await pathOf(simulated(scenario(300_000)).map(fileOf));
  const [startNs, endNs] = [50e6, 55e6];
  const all = path.ladder({ ...ALL, bins: 100 }).columns;
  const some = path.ladder({ ...ALL, startNs, endNs, bins: 100 }).columns;
  const wanted = Array.from(all.packet).filter((_, at) => {
    const times = known([all.time0[at], all.time1[at]]);
    return Math.min(...times) <= endNs && Math.max(...times) >= startNs;
  });
  expect(wanted.length).toBeGreaterThan(5);
  expect(Array.from(some.packet)).toEqual(wanted);
  expect(path.ladder({ ...ALL, bins: 10, connection: 7 }).rows).toBe(0);
});

test('many packets are summed up by interval: sent, lost, how long they took', async () => {
  const path = await pathOf(simulated(scenario(7_000_000)).map(fileOf));
  const { rows, meta, columns } = path.ladder({ ...ALL, bins: 200 });
  expect(meta).toMatchObject({ isListed: false });
  expect(meta.packets).toBeGreaterThan(MAX_LADDER_PACKETS);
  expect(rows).toBe(0);
  const segments = path.segments();
  meta.segments.forEach((/** @type {[number, number]} */ [from], /** @type {number} */ at) => {
    const figures = segments.find(({ between }) => between[0] === from);
    expect(sum(columns[`sent${at}`])).toBe(figures?.sent);
    expect(sum(columns[`lost${at}`])).toBe(figures?.lost);
    expect(Math.min(...known(columns[`lag${at}`])) / 1e9).toBeGreaterThanOrEqual((figures?.delay?.min ?? NaN) - 1e-6);
  });
});

test('delays and queues of both ways are those of the figures of the segment', async () => {
  const path = await pathOf(simulated(scenario(1_000_000)).map(fileOf));
  const { columns } = path.ladder({ ...ALL, bins: 200, between: [1, 0] });
  for (const [prefix, from] of /** @type {const} */ ([
    ['there', 0],
    ['back', 1],
  ])) {
    const figures = path.segments().find(({ between }) => between[0] === from);
    expect(Math.min(...known(columns[`${prefix}DelayMin`])) / 1e9).toBeCloseTo(figures?.delay?.min ?? NaN, 6);
    expect(Math.max(...known(columns[`${prefix}DelayMax`])) / 1e9).toBeCloseTo(figures?.delay?.max ?? NaN, 6);
    expect(Math.max(...known(columns[`${prefix}QueueMax`])) / 1e9).toBeCloseTo(figures?.queue?.max ?? NaN, 5);
  }
});

test('the stream of the largest connection is there to be drawn: each packet’s place, and the bytes by interval', async () => {
  const few = (await pathOf(simulated(scenario(300_000)).map(fileOf))).ladder({ ...ALL, bins: 100 });
  expect(few.meta).toMatchObject({
    stream: { connection: 0, direction: 0 },
    least: [{ leastNs: expect.any(Number) }, expect.anything()],
  });
  const ends = Array.from(few.columns.start, (start, at) => start + few.columns.bytes[at]);
  const sent = ends.filter((_, at) => few.columns.direction[at] === 0 && few.columns.bytes[at] > 0);
  expect(Math.max(...sent)).toBe(few.columns.start[few.columns.direction.indexOf(0)] + 1 + 300_000);
  const many = await pathOf(simulated(scenario(7_000_000)).map(fileOf));
  const { columns } = many.ladder({ ...ALL, bins: 200 });
  for (const bound of ['streamFirst', 'streamSecond']) {
    expect(Math.max(...known(columns[`${bound}High`])) - Math.min(...known(columns[`${bound}Low`]))).toBe(7_000_000);
  }
  // What was lost is of the sender's bytes, in the intervals in which it left.
  const lost = Array.from(columns.streamLostLow, (low, bin) => [low, columns.sent0[bin], bin]).filter(
    ([low]) => low >= 0,
  );
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.every(([, left]) => left > 0)).toBe(true);
  // The other way there are acknowledgements alone.
  expect(known(many.ladder({ ...ALL, between: [1, 0], bins: 200 }).columns.streamFirstLow)).toEqual([]);
});
