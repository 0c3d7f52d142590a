/** The Web Worker of a capture: a session (lib/session) that talks to the page; and requests that need no capture. */
import * as brotliModule from 'brotli-dec-wasm/web/bg.wasm';

import { differenceOf } from '../compare/differences.js';
import { DECODE_AS_NAMES, DecodeAs, DecodeAsError } from '../protocols/decode-as.js';
import { RequestError } from '../session/request-error.js';
import { Session } from '../session/session.js';
import { EXAMPLES } from '../simulator/examples.js';
import { provideBrotli } from './brotli.js';
import { BrowserHost } from './browser-host.js';

/** Set by the bundler: its bytes in the single file, its name next to the worker in the site. */
const { default: brotli } = /** @type {{ default: Uint8Array<ArrayBuffer>|string }} */ (
  /** @type {unknown} */ (brotliModule)
);
provideBrotli(async () =>
  typeof brotli === 'string' ? (await fetch(new URL(brotli, globalThis.location.href))).arrayBuffer() : brotli,
);

/** Requests to a worker that reads no capture. */
export const aside = {
  examples: () => EXAMPLES.map(({ name, title, words, isPage }) => ({ name, title, words, isPage })),

  /** @param {{ name: string }} question @returns {Promise<Uint8Array>} a pcap file */
  async example({ name }) {
    const example = EXAMPLES.find((one) => one.name === name);
    if (!example) throw new RequestError(404, 'no_example', 'There is no example with this name.');
    const { captureOf } = await import('../simulator/example-capture.js');
    return captureOf(example);
  },

  /** @param {{ summaries: import('../compare/capture-summary.js').CaptureSummary[] }} question */
  differences: ({ summaries: [first, ...others] }) => [null, ...others.map((other) => differenceOf(first, other))],

  protocols: () => DECODE_AS_NAMES,

  /** @param {{ rules: string[] }} question */
  checkDecodeAs({ rules }) {
    try {
      DecodeAs.of(rules);
    } catch (error) {
      if (!(error instanceof DecodeAsError)) throw error;
      throw new RequestError(400, 'bad_request', `Decode as: ${error.message}.`);
    }
    return null;
  },
};

const scope = /** @type {Pick<Worker, 'postMessage'|'onmessage'>} */ (/** @type {unknown} */ (globalThis));
const host = new BrowserHost();
const session = new Session(host, (message, transferred = []) => scope.postMessage(message, transferred));

scope.onmessage = ({ data }) => {
  if (data.kind === 'ask' && Object.hasOwn(aside, data.method)) return answerAside(data);
  if (data.kind === 'begin' || data.kind === 'restore') host.open(data.task.file, data.task.hostLogs);
  session.receive(data);
};

/** @param {{ id: number, method: keyof typeof aside, args: any }} question */
async function answerAside({ id, method, args }) {
  try {
    scope.postMessage({ kind: 'answer', id, result: await aside[method](args) });
  } catch (error) {
    const { status, code, message } = host.refusalOf(error);
    scope.postMessage({ kind: 'answer', id, error: { status, code, message } });
  }
}
