/** Spans of `index` that the collector did not take when they were made: sent at the end, when it is back. */
import { MAX_OUTAGE_MS, Outage } from '../outage.js';

/** @typedef {import('./send-spans.js').SentSpans} SentSpans */
/** @typedef {{ file: string, after: number }} Waiting `after`: so many of its spans were sent */

/** The collector did not take all that was left of a file. */
class Unsent extends Error {}

/**
 * @param {Waiting[]} files in order
 * @param {(waiting: Waiting) => Promise<SentSpans>} send the rest of a file's spans
 * @param {(sentence: string) => void} tell
 */
export async function sendWaiting(files, send, tell) {
  const outage = new Outage(
    (error) => error instanceof Unsent,
    () => undefined, // told when the first file's spans were not taken
  );
  for (const [i, waiting] of files.entries()) {
    const attempt = async () => {
      const { sent, dropped, unsent, problem } = await send(waiting);
      waiting.after += sent + dropped;
      if (unsent > 0) throw new Unsent(String(problem));
      if (problem !== null) tell(`${waiting.file}: ${problem}`);
    };
    try {
      await outage.outlast(attempt);
    } catch (error) {
      if (!(error instanceof Unsent)) throw error;
      const count = files.length - i;
      const whose = count === 1 ? 'one file were' : `${count} files were`;
      return tell(`The spans of ${whose} not sent: the collector did not answer for ${MAX_OUTAGE_MS / 1000} s.`);
    }
  }
}
