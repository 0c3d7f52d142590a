/**
 * The thread of one run of a study: it plans, runs in threads of its own, evaluates, and writes the files.
 */
import { rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

import { readLoad } from '../../lib/studies/given-load/read-load.js';
import { readOwnSettings } from '../../lib/studies/own-load/settings.js';
import { programHash } from '../../lib/studies/run/program-hash.js';
import { RunStore } from '../../lib/studies/run/run-store.js';
import { runStudy } from '../../lib/studies/run/run-study.js';
import { writeStudyFiles } from '../../lib/studies/run/study-files.js';
import { studyNamed } from '../../lib/studies/studies.js';
import { OWNER_ONLY } from '../library/capture-store.js';
import { folderReason, makeFolder } from '../library/folders.js';

/**
 * @typedef {{ name: string, seed: number, draft: boolean, jobs: number, folder: string, runsFolder: string, set:
 *   string[], file: import('./studies.js').GivenFile }} StudyTask
 */
/**
 * @typedef {{ progress: import('../../lib/studies/run/run-study.js').Progress } | { done: true } | { failure: string }}
 *   StudyNews
 */

const { name, folder, runsFolder, set, file, ...options } = /** @type {StudyTask} */ (workerData);
const study = studyNamed(name);
const tell = (/** @type {StudyNews} */ news) => parentPort?.postMessage(news);

try {
  if (!study) throw new Error(`there is no study "${name}"`);
  await makeFolder(runsFolder, OWNER_ONLY);
  const result = await runStudy(study, {
    ...options,
    given: await givenTo(study),
    store: new RunStore(runsFolder, programHash(study)),
    onProgress: (progress) => tell({ progress }),
  });
  await writeStudyFiles(result, folder);
  await rm(runsFolder, { recursive: true, force: true }); // the next run starts over
  tell({ done: true });
} catch (error) {
  tell({ failure: sentenceOf(error) });
}

/** @param {import('../../lib/studies/study.js').Study} asked */
async function givenTo(asked) {
  if (!asked.given) return undefined;
  const settings = readOwnSettings(set);
  const load = file === null ? asked.given(options.seed).load : await readLoad(file.path, { ...settings, ...file });
  return { settings, load };
}

/** @param {any} error @returns {string} the system's can only be of the folder for the results */
function sentenceOf(error) {
  if (!/^E[A-Z]+$/.test(String(error?.code))) return error instanceof Error ? error.message : String(error);
  return (
    `The results cannot be kept in ${folder} (${folderReason(error)}); check that folder, ` +
    'or start Selfclock with another library (--data).'
  );
}
