import { join } from 'node:path';

import { expectationsTable, passedOf, tableText } from '../../lib/simulator/study/claims-table.js';
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

/** @param {import('../../lib/simulator/study/study.js').Claim} claim */
function claimText({ id, source, published, claim, measured, tolerance, because, passed, note }) {
  return [
    `${passed ? 'pass' : 'miss'}  ${id}  published: ${published} (${source})\n`,
    `      ${claim}: ${measured}\n`,
    `      tolerated: ${tolerance}, as ${because}\n`,
    ...(note === undefined ? [] : [`      ${note}\n`]),
  ].join('');
}

/** @param {StudyResult} result @param {string[]} files */
function inWords({ title, draft, sources, summary, claims, expectations, unclaimed }, files) {
  return [
    `${title}${draft ? ' (draft)' : ''}\n`,
    ...sources.map(({ text, address }) => `Source: ${text}${address === null ? '' : ` <${address}>`}\n`),
    ...summary.map((line) => `${line}\n`),
    '\n',
    ...claims.map(claimText),
    `${passedOf(claims)} published claims within their tolerance\n`,
    ...(expectations.length === 0
      ? []
      : [
          '\nOur own expectations, which nobody published\n',
          tableText(expectationsTable(expectations)),
          `${passedOf(expectations)} met\n`,
        ]),
    ...(unclaimed.length === 0 ? [] : ['\nPublished, not measured here\n']),
    ...unclaimed.map(({ statement, reason }) => `${statement}: ${reason}\n`),
    files.length === 0 ? '' : `\nwritten: ${files.join(' ')}\n`,
  ].join('');
}
