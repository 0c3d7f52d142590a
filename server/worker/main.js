import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

import { DeferredExamination } from '../../lib/analysis/deferred-examination.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { DecodeAs } from '../../lib/protocols/decode-as.js';
import { KeyLog } from '../../lib/protocols/tls/key-log.js';
import { asRequestError, logUnexpected } from '../errors.js';
import { answers } from './answers.js';
import { ConnectionIndex } from './connection-index.js';
import { Exports } from './exports.js';
import { KeptDescriptions } from './kept-descriptions.js';
import { columnBytes, readTask } from './read-task.js';
import { MOST } from './sketch-ahead.js';
import { SpoolMirror } from './spool-mirror.js';
import { summarise } from './summary.js';
import { WhatIfSession } from './what-if.js';

/**
 * The analysis thread of one capture: reads the file of its task, reports ten times a second what it has found,
 * and answers questions in between. Answers are encoded here, so that the server's own thread only passes bytes on.
 *
 * @typedef {object} WorkerTask
 * @property {string} path
 * @property {boolean} follow whether the file still grows until `finish` is said
 * @property {import('./spool-mirror.js').SpoolView|null} spool the files of a live capture, read instead of `path`
 * @property {string} keyLog secrets that decrypt TLS, as SSLKEYLOGFILE has them
 * @property {readonly string[]} decodeAs what the user says that connections carry
 * @property {number} versionBase added to the analysis' own version, so that a reopened capture's version goes on
 *   growing
 * @property {number} columnBytes most that typed arrays may take
 * @property {number} memoryBytes of the process, to be named where it is too little
 * @property {number} reportMs least time between two reports
 *
 * @typedef {object} WorkerState
 * @property {OpenedAnalysis} analysis
 * @property {ConnectionIndex} index
 * @property {KeptDescriptions} descriptions
 * @property {Exports} exports
 * @property {WhatIfSession} whatIf
 * @property {DeferredExamination} deferred
 * @property {WorkerTask} task
 * @property {import('./read-task.js').Growth} growth
 * @property {number} analysedBytes
 * @property {boolean} ended
 * @property {number} version grows with every change of the tables, beyond this thread's life
 * @property {number[]} watchedFlows
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const finish = new AbortController();
/** There is no memory to read more. */
const stop = new AbortController();
/** What is being read; null before `begin`. @type {WorkerState|null} */
let state = null;
/** Questions under way. @type {Map<number, AbortController>} */
const asked = new Map();

port.on('message', (message) => {
  switch (message.kind) {
    case 'begin':
      return void begin(message.task);
    case 'finish':
      return finish.abort();
    case 'stop':
      return stop.abort();
    case 'spool':
      return state?.growth.spool?.update(message.view);
    case 'keys':
      return void state?.analysis.ingest.keyLog.add(message.text);
    case 'cancel':
      return asked.get(message.id)?.abort();
    case 'watch':
      return void (state && (state.watchedFlows = message.flows));
    default:
      return answer(message);
  }
});

port.postMessage({ kind: 'loaded' });

/** @param {object} message goes with what the thread takes of the memory @param {ArrayBuffer[]} [transferred] */
function send(message, transferred) {
  port.postMessage(
    { ...message, bytes: getHeapStatistics().total_heap_size + columnBytes(state?.analysis) },
    transferred,
  );
}

/** @param {WorkerTask} task */
async function begin(task) {
  const keyLog = new KeyLog();
  keyLog.add(task.keyLog);
  keyLog.isOpen = task.follow || task.spool !== null;
  let begun = newState(task, keyLog);
  let error = await read(begun);
  keyLog.isOpen = false;
  while (error === null && mayReadAgain(begun)) {
    begun = newState({ ...task, versionBase: begun.version + 1 }, keyLog, begun);
    error = await read(begun);
  }
  begun.ended = true;
  send({ kind: 'end', summary: summarise(begun), error });
}

/** @param {WorkerState} begun */
async function read(begun) {
  state = begun;
  return readTask(begun, () => send({ kind: 'progress', summary: summarise(begun) }));
}

/**
 * Secrets came behind packets that needed them (lib/analysis/late-secrets.js). A ring that lost files cannot be read
 * again.
 * @param {WorkerState} begun
 */
const mayReadAgain = ({ analysis, growth: { spool } }) =>
  analysis.ingest.hasLateSecrets && (spool === null || spool.path(0) !== null);

/**
 * @param {WorkerTask} task @param {KeyLog} keyLog @param {WorkerState|null} [before] of which the tables are made anew
 * @returns {WorkerState}
 */
function newState(task, keyLog, before = null) {
  const decodeAs = task.decodeAs.length === 0 ? null : DecodeAs.of(task.decodeAs);
  const analysis = new OpenedAnalysis({ keepMessages: true, ciphers: nodeCiphers, keyLog, decodeAs });
  return {
    task,
    analysis,
    analysedBytes: 0,
    ended: false,
    watchedFlows: before?.watchedFlows ?? [],
    growth: before?.growth ?? { finish: finish.signal, stop, spool: task.spool && new SpoolMirror(task.spool) },
    // The end changes tables too, though it brings no packet.
    get version() {
      return task.versionBase + analysis.ingest.version + Number(this.ended);
    },
    index: new ConnectionIndex(analysis.connections),
    descriptions: new KeptDescriptions(MOST),
    exports: before?.exports ?? new Exports(),
    whatIf: new WhatIfSession(),
    deferred: new DeferredExamination(analysis),
  };
}

/** @param {{ id: number, method: string, args: any }} question */
async function answer({ id, method, args }) {
  const cancel = new AbortController();
  asked.set(id, cancel);
  try {
    const result = state && (await answers[/** @type {keyof typeof answers} */ (method)](state, args, cancel.signal));
    send(
      { kind: 'answer', id, result },
      result instanceof Uint8Array ? [/** @type {ArrayBuffer} */ (result.buffer)] : [],
    );
  } catch (error) {
    const known = asRequestError(error);
    if (known !== error) logUnexpected(`answering "${method}"`, error);
    send({ kind: 'answer', id, error: { status: known.status, code: known.code, message: known.message } });
  } finally {
    asked.delete(id);
  }
}
