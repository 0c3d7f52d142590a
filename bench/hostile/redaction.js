/** Time to redact one long header field or line, by form, in three lengths. */
import { Heads } from '../../lib/report/redact/heads.js';
import { StandIns } from '../../lib/report/redact/stand-ins.js';
import { LONG_HEADS } from '../../test/report/support/long-fields.js';

const LENGTHS = [50_000, 200_000, 800_000];
const ROUNDS = 5;
const HTTP1 = /** @type {any} */ ({ names: ['http/1.1'], messages: { headForm: 'lines' } });

/** @param {string} text @returns {number} ms of the fastest round, with paths kept, which costs more */
function costOf(text) {
  const bytes = Buffer.from(text, 'latin1');
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    new Heads(bytes, new StandIns({ keepsPaths: true })).take(HTTP1, 0, bytes.length, true);
    return performance.now() - start;
  });
  return Math.min(...rounds);
}

for (const [name, head] of Object.entries(LONG_HEADS)) {
  const times = LENGTHS.map((length) => `${costOf(head(length)).toFixed(1).padStart(8)} ms`);
  process.stdout.write(`${name.padEnd(40)}${times.join('')}\n`);
}
