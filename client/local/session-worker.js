import { busy } from '../base/idle.js';
import { ApiError } from '../state/api-error.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Summary} Summary */
/** @typedef {typeof import('../../lib/browser/worker.js').aside} Aside what needs no capture */
/** @typedef {keyof import('../../lib/session/question-types.js').Answers} Method */

/**
 * @template {Method|keyof Aside} M
 * @typedef {M extends Method ? import('../../lib/session/question-types.js').Question<M>
 *   : M extends keyof Aside ? (Parameters<Aside[M]> extends [infer Q] ? Q : Record<string, never>) : never} Question
 */
/**
 * @template {Method|keyof Aside} M
 * @typedef {M extends Method ? import('../../lib/session/question-types.js').Answer<M>
 *   : M extends keyof Aside ? Awaited<ReturnType<Aside[M]>> : never} Answer
 */

/**
 * @typedef {object} Listener
 * @property {(summary: Summary) => void} onProgress
 * @property {(summary: Summary|null, error: { code: string, message: string }|null) => void} onEnd exactly once, when
 *   reading is over or the worker died
 */

const DIED = {
  code: 'analysis_crashed',
  message: 'The analysis failed, perhaps for lack of memory: split the capture (editcap -c), or filter it.',
};

let script = '';
/** The site's is a module of several files; a page from a file may have no such worker. @type {WorkerType} */
let type = 'module';

/** Finds the workers' script: a file beside the page, or a part of it. Called before there is any worker. */
export async function prepareWorkers() {
  const element = /** @type {HTMLElement} */ (document.getElementById('worker'));
  if (element instanceof HTMLLinkElement) {
    script = element.href;
    return;
  }
  type = 'classic';
  const packed = Uint8Array.from(atob(String(element.textContent)), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  script = URL.createObjectURL(new Blob([await new Response(unpacked).arrayBuffer()], { type: 'text/javascript' }));
}

/** The page's side of a Web Worker: numbered requests with promises. */
export class SessionWorker {
  #worker;
  #listener;
  #nextId = 0;
  #hasEnded = false;
  #isClosed = false;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map();

  /** @param {Listener} listener */
  constructor(listener) {
    this.#worker = new Worker(script, { type });
    this.#listener = listener;
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      console.error(event.message);
      this.#die();
    };
  }

  /** @param {object} message */
  tell(message) {
    this.#worker.postMessage(message);
  }

  /**
   * @template {Method|keyof Aside} M
   * @param {M} method
   * @param {Question<M>} args
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<M>>}
   */
  async ask(method, args, signal) {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new ApiError(DIED.message, { status: 503, code: DIED.code });
    const done = busy();
    const id = this.#nextId++;
    const onAbort = () => {
      this.tell({ kind: 'cancel', id });
      this.#asked.get(id)?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort);
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        this.tell({ kind: 'ask', id, method, args });
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#asked.delete(id);
      done();
    }
  }

  close() {
    this.#isClosed = true;
    this.#worker.terminate();
    for (const { reject } of this.#asked.values()) {
      reject(new ApiError('This capture was closed.', { status: 404, code: 'not_found' }));
    }
  }

  /** @param {any} message */
  #receive(message) {
    switch (message.kind) {
      case 'progress':
        return this.#listener.onProgress(message.summary);
      case 'end':
        return this.#end(message.summary, message.error);
      default: {
        const { id, result, error } = message;
        const asked = this.#asked.get(id);
        if (error) asked?.reject(new ApiError(error.message, error));
        else asked?.resolve(result);
      }
    }
  }

  /** @param {Summary|null} summary @param {{ code: string, message: string }|null} error */
  #end(summary, error) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#listener.onEnd(summary, error);
  }

  #die() {
    this.close();
    this.#end(null, DIED);
  }
}
