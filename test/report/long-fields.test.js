/** Redaction takes four times as long for a head four times as long, whatever is in it. */
import { Heads } from '../../lib/report/redact/heads.js';
import { StandIns } from '../../lib/report/redact/stand-ins.js';
import { LONG_HEADS } from './support/long-fields.js';

const CHARACTERS = 48_000;
const TIMES = 4;
/** Between linear growth, which is TIMES, and quadratic growth, which is its square. */
const MAX_GROWTH = 10;
const ROUNDS = 7;
/** Below this the clock is too coarse to compare, and nothing quadratic is so fast. */
const MIN_MICROSECONDS = 2000;

const HTTP1 = /** @type {any} */ ({ names: ['http/1.1'], messages: { headForm: 'lines' } });

/** Processor time of the fastest round, µs. @param {string} text @param {boolean} keepsPaths */
function costOf(text, keepsPaths) {
  const bytes = Buffer.from(text, 'latin1');
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const standIns = new StandIns({ keepsPaths });
    standIns.name('a.example');
    const before = process.cpuUsage();
    new Heads(bytes, standIns).take(HTTP1, 0, bytes.length, true);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return Math.max(least, MIN_MICROSECONDS);
}

test.each(Object.entries(LONG_HEADS))('%s', (_name, head) => {
  for (const keepsPaths of [false, true]) {
    const growth = costOf(head(CHARACTERS * TIMES), keepsPaths) / costOf(head(CHARACTERS), keepsPaths);
    expect(growth).toBeLessThan(MAX_GROWTH);
  }
});
