/**
 * Fuzzes reports: whatever a report's data is, it is opened, or refused in one sentence, and so is each question that
 * the page asks of it; and the work is bounded by what it unpacks to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Coverage } from '../coverage.js';
import { mutateReport } from '../mutators/report.js';
import { Random } from '../random.js';

/** Captures whose bytes differ from run to run, so that a failing input could not be made again. */
const UNSTEADY = /^TLS/;
/** Answers that the page would show as they are, or that somebody would have to look for. */
const UNEXPECTED = /: 500 |TypeError|RangeError|undefined|not iterable|Cannot /;

/**
 * Opens a report, and asks what the page asks.
 * @param {Uint8Array} data
 * @returns {Promise<{ error: string|null, fault: string|null }>} error: why it was refused; fault: what is wrong
 */
export async function askedAll(data) {
  const { askedOfReport, questionsOf } = await import('../../browser/support/asked.js');
  const { DAMAGED } = await import('../../../lib/report/report-error.js');
  const { connections, error } = await askedOfReport(data, []);
  if (error !== null) return { error, fault: error === DAMAGED ? null : `refused by "${error}"` };
  const { answers } = await askedOfReport(data, questionsOf(connections));
  return { error, fault: answers.find((answer) => UNEXPECTED.test(answer)) ?? null };
}

/** @param {Uint8Array} data @returns {number} bytes that it unpacks to, or its own */
function unpackedBytes(data) {
  try {
    return gunzipSync(data).length;
  } catch {
    return data.length;
  }
}

/** Of the captures that the fuzzing of captures begins with. @returns {Promise<Uint8Array[]>} */
async function allReports() {
  const { CaptureError } = await import('../../../lib/capture/capture-error.js');
  const { madeReport, written } = await import('../../report/support/made-report.js');
  const { seeds } = await import('../corpus.js');
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-reports-'));
  const reports = [];
  const steady = seeds().own.filter(({ name }) => !UNSTEADY.test(name));
  for (const [number, { load }] of steady.entries()) {
    const path = written(join(folder, 'capture'), await load(new Random(number)));
    const made = await madeReport(path, { isRedacted: number % 2 === 1 }).catch((error) => {
      if (!(error instanceof CaptureError)) throw error;
      return null;
    });
    if (made !== null) reports.push(made.data);
  }
  rmSync(folder, { recursive: true });
  return reports;
}

/** @returns {Promise<import('./run-kind.js').Kind>} */
export async function prepare() {
  const coverage = new Coverage();
  coverage.start();
  // What is counted is loaded only now.
  const { MAX_WORK, MAX_WORK_PER_BYTE } = await import('../oracles.js');
  const reports = await allReports();
  // The session logs the cause of each refusal.
  process.stderr.write = () => true;
  return {
    check: async (random) => {
      const data = mutateReport(random.pick(reports), random);
      coverage.skip();
      const { fault } = await askedAll(data).catch((error) => ({ fault: `throws ${error.stack}` }));
      const { work, hottest } = coverage.take();
      const bytes = unpackedBytes(data);
      if (fault !== null) return fault;
      if (work <= MAX_WORK + MAX_WORK_PER_BYTE * bytes) return null;
      return `work: ${work} calls and turns for ${bytes} bytes, most in ${hottest}`;
    },
    close: async () => undefined,
  };
}
