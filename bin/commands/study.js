import { join } from 'node:path';

import { claimsTable, tableText } from '../../lib/simulator/study/claims-table.js';
import { STUDIES, studyNamed } from '../../lib/simulator/study/studies.js';
import { programHash } from '../../lib/studies/program-hash.js';
import { RunStore } from '../../lib/studies/run-store.js';
import { runStudy } from '../../lib/studies/run-study.js';
import { writeStudyFiles } from '../../lib/studies/study-files.js';
import { print } from './output.js';
import { makeFolder, writing } from './output-error.js';
import { statusLine } from './progress.js';
import { UsageError } from './usage-error.js';

/** @typedef {import('../../lib/simulator/study/study.js').StudyResult} StudyResult */
/** @typedef {import('../../lib/studies/run-study.js').Progress} Progress */
/**
 * @typedef {{ folder?: string, seed?: number, draft?: boolean, jobs?: number, json?: boolean }} Options folder: files
 *   are written there,
 *   and results of runs in its `runs`
 */

/**
 * `simulate --study NAME`: prints summary and claims, or all as JSON.
 * @param {string} name @param {Options} options
 */
export async function printStudy(name, { folder, json, ...options }) {
  const study = studyNamed(name);
  const progress = statusLine();
  if (!study) {
    throw new UsageError(`there is no study "${name}"; there is: ${STUDIES.map((one) => one.name).join(', ')}`);
  }
  const runs = folder === undefined ? null : join(folder, 'runs');
  const onProgress = (/** @type {Progress} */ { done, total, name: run }) =>
    progress.show(`${done} of ${total} runs ${run}`);
  if (runs !== null) await makeFolder(runs);
  const store = runs === null ? undefined : new RunStore(runs, programHash(study));
  const result = await writing(runs ?? '', () => runStudy(study, { ...options, store, onProgress })).finally(() =>
    progress.clear(),
  );
  const names =
    folder === undefined ? [] : await writing(folder, () => writeStudyFiles(result, folder, study.files?.(result)));
  const files = names.map((file) => join(folder ?? '', file));
  await print(
    json
      ? `${JSON.stringify({ ...result, captures: result.captures.map((capture) => capture.name), files }, null, 1)}\n`
      : inWords(result, files),
  );
}

/** @param {StudyResult} result @param {string[]} files */
function inWords({ title, draft, summary, claims }, files) {
  const passed = claims.filter((claim) => claim.passed).length;
  return [
    `${title}${draft ? ' (draft)' : ''}\n`,
    ...summary.map((line) => `${line}\n`),
    '\n',
    tableText(claimsTable(claims)),
    `${passed} of ${claims.length} claims within their tolerance\n`,
    files.length === 0 ? '' : `\nwritten: ${files.join(' ')}\n`,
  ].join('');
}
