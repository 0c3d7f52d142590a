import { parentPort, workerData } from 'node:worker_threads';
import { CaptureAnalysis } from '../../lib/analysis.js';
import { asRequestError, logUnexpected } from '../errors.js';
import { answers } from './answers.js';
import { ConnectionIndex } from './connection-index.js';
import { readTask } from './read-task.js';
import { SpoolMirror } from './spool-mirror.js';
import { summarise } from './summary.js';

/**
 * The analysis thread of one capture: reads the file that `workerData` names, reports ten times a second what it has found,
 * and answers questions in between. Answers are encoded here, so that the server's own thread only passes bytes on.
 *
 * @typedef {object} WorkerTask
 * @property {string} path
 * @property {boolean} follow whether the file still grows until `finish` is said
 * @property {import('./spool-mirror.js').SpoolView|null} spool the files of a live capture, read in place of `path`
 * @property {number} versionBase added to the analysis' own version, so that a reopened capture's version goes on growing
 * @property {number} columnBytes most that typed arrays may take
 * @property {number} reportMs least time between two reports
 *
 * @typedef {object} WorkerState
 * @property {CaptureAnalysis} analysis
 * @property {ConnectionIndex} index
 * @property {WorkerTask} task
 * @property {number} analysedBytes
 * @property {boolean} ended
 * @property {number} version grows with every change of the tables, beyond this thread's life
 * @property {number[]} watchedFlows
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {WorkerTask} */
const task = workerData;
const analysis = new CaptureAnalysis({ keepMessages: true });
/** @type {WorkerState} */
const state = {
  analysis, task, analysedBytes: 0, ended: false, watchedFlows: [],
  // The end changes tables too, though it brings no packet.
  get version() { return task.versionBase + analysis.version + Number(state.ended); },
  index: new ConnectionIndex(analysis, () => state.version),
};
const finish = new AbortController();
const spool = task.spool && new SpoolMirror(task.spool);

port.on('message', (message) => {
  if (message.kind === 'finish') finish.abort();
  else if (message.kind === 'spool') spool?.update(message.view);
  else if (message.kind === 'watch') state.watchedFlows = message.flows;
  else answer(message);
});

/** @param {{ id: number, method: string, args: any }} question */
function answer({ id, method, args }) {
  try {
    const result = answers[/** @type {keyof typeof answers} */ (method)](state, args);
    port.postMessage({ kind: 'answer', id, result }, result instanceof Uint8Array ? [/** @type {ArrayBuffer} */ (result.buffer)] : []);
  } catch (error) {
    const known = asRequestError(error);
    if (known.status === 500) logUnexpected(`answering "${method}"`, error);
    port.postMessage({ kind: 'answer', id, error: { status: known.status, code: known.code, message: known.message } });
  }
}

const error = await readTask(state, { finish: finish.signal, spool }, () => port.postMessage({ kind: 'progress', summary: summarise(state) }));
state.ended = true;
port.postMessage({ kind: 'end', summary: summarise(state), error });
