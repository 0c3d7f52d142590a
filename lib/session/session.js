import { DeferredExamination } from '../analysis/deferred-examination.js';
import { OpenedAnalysis } from '../analysis/opened-analysis.js';
import { AllConnections } from '../analysis/quic/all-connections.js';
import { takeHostLog } from '../analysis/take-host-log.js';
import { DecodeAs } from '../protocols/decode-as.js';
import { KeyLog } from '../protocols/tls/key-log.js';
import { readReport } from '../report/report-data.js';
import { DAMAGED, ReportError } from '../report/report-error.js';
import { restoredAnalysis } from '../report/restored-analysis.js';
import { answers } from './answers.js';
import { ConnectionIndex } from './connection-index.js';
import { Exports } from './exports.js';
import { HostRecord } from './host-record.js';
import { PathSession } from './path.js';
import { readInto } from './read-into.js';
import { RequestError } from './request-error.js';
import { summarise } from './summary.js';

/**
 * @typedef {object} Task
 * @property {string} keyLog secrets that decrypt TLS, as SSLKEYLOGFILE has them
 * @property {readonly string[]} decodeAs the user's choice of connections' protocols
 * @property {boolean} isGrowing whether bytes, and secrets, may still come
 * @property {number} versionBase added to the analysis' own version, so that a reopened capture's version keeps growing
 * @property {number} columnBytes most that typed arrays may take
 * @property {number} memoryBytes of the process, named in an error when it is too little
 * @property {number} reportMs least time between two progress reports
 *
 * @typedef {object} SessionState
 * @property {OpenedAnalysis} analysis
 * @property {import('./host.js').Host} host
 * @property {AllConnections} connections of all transports; what describes QUIC's is there once a question comes
 * @property {ConnectionIndex} index
 * @property {Exports} exports
 * @property {Promise<import('./what-if.js').WhatIfSession>|null} whatIf loaded with the first such question
 * @property {PathSession} path
 * @property {DeferredExamination} deferred
 * @property {(how: { isGrowing: boolean }) => Promise<void>} readRecord gives the analysis what the host has recorded
 *   beside the capture so far
 * @property {number} analysedBytes
 * @property {boolean} ended
 * @property {number} version grows with every change of the tables, beyond this session's life
 * @property {number[]} watchedFlows
 */

/**
 * One capture, from its first byte to the last request about it: reads it, reports progress, and answers in between.
 * Messages come in by `receive` and go out by `post`: `progress` and `end` with a summary, `answer` to each `ask`.
 * Answers are encoded here, so that they are only bytes to the transport.
 */
export class Session {
  #host;
  #post;
  /** Out of memory: reading has stopped. */
  #stop = new AbortController();
  /** State of the reading; null before `begin`. @type {SessionState|null} */
  #state = null;
  /** Settled once a report is opened: until then there is nothing to answer from. */
  #opening = Promise.resolve();
  /** Whether a report was opened instead of a capture. */
  #isReport = false;
  /** What the host records beside the capture. */
  #record;
  /** Pending requests. @type {Map<number, AbortController>} */
  #asked = new Map();

  /**
   * @param {import('./host.js').Host} host
   * @param {(message: object, transferred?: ArrayBuffer[]) => void} post
   */
  constructor(host, post) {
    this.#host = host;
    this.#post = post;
    this.#record = new HostRecord(host);
  }

  /** What is in memory: the capture's, and those of captures that lie over it. @returns {OpenedAnalysis[]} */
  get analyses() {
    return this.#state === null ? [] : [this.#state.analysis, ...this.#state.path.others];
  }

  /** @param {any} message */
  receive(message) {
    switch (message.kind) {
      case 'begin':
        return void this.#begin(message.task);
      case 'restore':
        return void (this.#opening = this.#restore(message.task, message.data));
      case 'stop':
        return this.#stop.abort();
      case 'keys':
        return void this.#state?.analysis.ingest.keyLog.add(message.text);
      case 'cancel':
        return this.#asked.get(message.id)?.abort();
      case 'watch':
        return void (this.#state && (this.#state.watchedFlows = message.flows));
      default:
        return void this.#answer(message);
    }
  }

  /** @param {Task} task */
  async #begin(task) {
    const keyLog = new KeyLog();
    keyLog.add(task.keyLog);
    keyLog.isOpen = task.isGrowing;
    let state = this.#newState(task, keyLog);
    let error = await this.#read(state, task);
    keyLog.isOpen = false;
    // Secrets came after packets that needed them (lib/analysis/late-secrets.js).
    while (error === null && state.analysis.ingest.hasLateSecrets && this.#host.canReadAgain()) {
      const again = { ...task, versionBase: state.version + 1 };
      state = this.#newState(again, keyLog, state);
      error = await this.#read(state, again);
    }
    await state.readRecord({ isGrowing: false });
    state.ended = true;
    await loadQuic(state);
    this.#post({ kind: 'end', summary: summarise(state), error });
  }

  /**
   * Opens a report instead of a capture.
   * @param {Task} task @param {Uint8Array<ArrayBuffer>} data of the report
   */
  async #restore(task, data) {
    this.#isReport = true;
    try {
      const analysis = await restoredAnalysis(await readReport(data), this.#host.ciphers);
      this.#state = this.#stateOf(task, analysis, null);
      this.#state.ended = true;
      await loadQuic(this.#state);
      this.#post({ kind: 'end', summary: summarise(this.#state), error: null });
    } catch (error) {
      if (!(error instanceof ReportError)) this.#host.logUnexpected('opening a report', error);
      this.#post({ kind: 'end', summary: null, error: { code: 'damaged', message: DAMAGED } });
    }
  }

  /** @param {SessionState} state @param {Task} task */
  #read(state, task) {
    this.#state = state;
    return readInto(state, task, {
      stop: this.#stop,
      report: () => this.#post({ kind: 'progress', summary: summarise(state) }),
    });
  }

  /**
   * @param {Task} task @param {KeyLog} keyLog @param {SessionState|null} [before] whose tables are rebuilt
   * @returns {SessionState}
   */
  #newState(task, keyLog, before = null) {
    const decodeAs = task.decodeAs.length === 0 ? null : DecodeAs.of(task.decodeAs);
    const analysis = new OpenedAnalysis({ keepMessages: true, ciphers: this.#host.ciphers, keyLog, decodeAs });
    return this.#stateOf(task, analysis, before);
  }

  /** @param {Task} task @param {OpenedAnalysis} analysis @param {SessionState|null} before @returns {SessionState} */
  #stateOf(task, analysis, before) {
    const host = this.#host;
    const connections = new AllConnections(analysis);
    return {
      host,
      analysis,
      analysedBytes: 0,
      ended: false,
      watchedFlows: before?.watchedFlows ?? [],
      // The end changes tables too, though it brings no packet.
      get version() {
        return task.versionBase + analysis.ingest.version + Number(this.ended);
      },
      connections,
      index: new ConnectionIndex(connections),
      exports: before?.exports ?? new Exports(host),
      whatIf: null,
      path: before?.path ?? new PathSession(host, task.columnBytes),
      deferred: new DeferredExamination(analysis),
      readRecord: async (how) => {
        await takeHostLog(analysis.ingest, await this.#record.read(how), host.decode);
      },
    };
  }

  /** What a report says of itself cannot all be checked before. @param {unknown} error */
  #refusalOf(error) {
    const known = this.#host.refusalOf(error);
    return known !== error && this.#isReport ? new RequestError(422, 'damaged', DAMAGED) : known;
  }

  /** @param {{ id: number, method: string, args: any }} question */
  async #answer({ id, method, args }) {
    const cancel = new AbortController();
    this.#asked.set(id, cancel);
    try {
      await this.#opening;
      const state = this.#state;
      if (state !== null) await loadQuic(state);
      const result = state && (await answers[/** @type {keyof typeof answers} */ (method)](state, args, cancel.signal));
      this.#post(
        { kind: 'answer', id, result },
        result instanceof Uint8Array ? [/** @type {ArrayBuffer} */ (result.buffer)] : [],
      );
    } catch (error) {
      const known = this.#refusalOf(error);
      if (known !== error) this.#host.logUnexpected(`answering "${method}"`, error);
      this.#post({ kind: 'answer', id, error: { status: known.status, code: known.code, message: known.message } });
    } finally {
      this.#asked.delete(id);
    }
  }
}

/** What describes QUIC's connections, where there are any. @param {SessionState} state */
async function loadQuic({ analysis: { ingest, overview }, connections }) {
  if (ingest.quic === null || connections.quic !== null) return;
  const { QuicOverview, QuicRows } = await import('../analysis/quic/quic-views.js');
  connections.quic = new QuicRows(ingest);
  overview.other = new QuicOverview(ingest, connections.quic);
}
