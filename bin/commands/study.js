import { join } from 'node:path';

import { SettingError } from '../../lib/simulator/setting-text.js';
import { expectationsTable, passedOf, tableText } from '../../lib/studies/claims-table.js';
import { readLoad } from '../../lib/studies/given-load/read-load.js';
import { readOwnSettings } from '../../lib/studies/own-load/settings.js';
import { programHash } from '../../lib/studies/run/program-hash.js';
import { RunStore } from '../../lib/studies/run/run-store.js';
import { runStudy } from '../../lib/studies/run/run-study.js';
import { writeStudyFiles } from '../../lib/studies/run/study-files.js';
import { STUDIES, studyNamed } from '../../lib/studies/studies.js';
import { DEFAULT_SEED } from '../../lib/studies/study.js';
import { print } from './output.js';
import { makeFolder, writing } from './output-error.js';
import { statusLine } from './progress.js';
import { UsageError } from './usage-error.js';

/** @typedef {import('../../lib/studies/study.js').StudyResult} StudyResult */
/** @typedef {import('../../lib/studies/run/run-study.js').Progress} Progress */
/**
 * @typedef {{ folder?: string, seed?: number, draft?: boolean, jobs?: number, json?: boolean, workload?: string, set?:
 *   string[] }} Options folder: files are written there, and results of runs in its `runs`; workload: a file with
 *   requests; set: NAME=VALUE each
 */

/**
 * `simulate --study NAME`: prints summary and claims, or all as JSON.
 * @param {string} name @param {Options} options
 */
export async function printStudy(name, { folder, json, workload, set, ...options }) {
  const study = askedStudy(name, workload !== undefined || set !== undefined);
  const progress = statusLine();
  if (!study) {
    throw new UsageError(`there is no study "${name}"; there is: ${STUDIES.map((one) => one.name).join(', ')}`);
  }
  const given = study.given && (await givenTo(study.given(options.seed ?? DEFAULT_SEED), workload, set));
  const runs = folder === undefined ? null : join(folder, 'runs');
  const onProgress = (/** @type {Progress} */ { done, total, name: run }) =>
    progress.show(`${done} of ${total} runs ${run}`);
  if (runs !== null) await makeFolder(runs);
  const store = runs === null ? undefined : new RunStore(runs, programHash(study));
  const result = await writing(runs ?? '', () => runStudy(study, { ...options, given, store, onProgress })).finally(
    () => progress.clear(),
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

/**
 * @param {string} name
 * @param {boolean} isOwn whether a load or settings are given, which go to the study beside the published one
 */
function askedStudy(name, isOwn) {
  const study = studyNamed(name);
  const own = study && (study.given ? study : studyNamed(study.ownLoad ?? ''));
  if (isOwn && study && !own) throw new UsageError(`the study "${name}" takes no --workload and no --set; nz-us does`);
  return isOwn ? own : study;
}

/**
 * @param {import('../../lib/studies/study.js').Given} published
 * @param {string|undefined} workload
 * @param {string[]} [set]
 * @returns {Promise<import('../../lib/studies/study.js').Given>}
 */
async function givenTo(published, workload, set = []) {
  const settings = settingsFrom(set);
  return { settings, load: workload === undefined ? published.load : await readLoad(workload, settings) };
}

/** @param {string[]} texts */
function settingsFrom(texts) {
  try {
    return readOwnSettings(texts);
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(`--set: ${error.message}`);
    throw error;
  }
}

/** @param {import('../../lib/studies/study.js').Claim} claim */
function claimText({ id, source, published, claim, measured, tolerance, because, passed, note }) {
  return [
    `${passed ? 'pass' : 'miss'}  ${id}  published: ${published} (${source})\n`,
    `      ${claim}: ${measured}\n`,
    `      tolerance: ${tolerance}, because ${because}\n`,
    ...(note === undefined ? [] : [`      ${note}\n`]),
  ].join('');
}

/** @param {StudyResult} result @param {string[]} files */
function inWords({ title, draft, sources, summary, claims, expectations, unclaimed, tables }, files) {
  return [
    `${title}${draft ? ' (draft)' : ''}\n`,
    ...sources.map(({ text, address }) => `Source: ${text}${address === null ? '' : ` <${address}>`}\n`),
    ...summary.map((line) => `${line}\n`),
    '\n',
    ...claims.map(claimText),
    ...(claims.length === 0 ? [] : [`${passedOf(claims)} published claims within their tolerance\n`]),
    ...tables.filter(({ isAnswer }) => isAnswer).map((table) => `${table.title}:\n${tableText(table)}`),
    ...(expectations.length === 0
      ? []
      : [
          '\nOur own expectations (not published)\n',
          tableText(expectationsTable(expectations)),
          `${passedOf(expectations)} met\n`,
        ]),
    ...(unclaimed.length === 0 ? [] : ['\nPublished, not measured here\n']),
    ...unclaimed.map(({ statement, reason }) => `${statement}: ${reason}\n`),
    files.length === 0 ? '' : `\nwritten: ${files.join(' ')}\n`,
  ].join('');
}
