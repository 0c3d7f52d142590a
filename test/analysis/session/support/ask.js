/** A session that has read a capture, to be asked. */
import { nodeCiphers } from '../../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../../lib/node/content-codings.js';
import { Session } from '../../../../lib/session/session.js';

/** @typedef {import('../../../../lib/session/host.js').CaptureTarget} CaptureTarget */

const TASK = {
  keyLog: '',
  decodeAs: [],
  isGrowing: false,
  versionBase: 0,
  columnBytes: 2 ** 31,
  memoryBytes: 2 ** 33,
  reportMs: 1000,
};

/** @param {Uint8Array} bytes of a capture */
function hostOf(bytes) {
  const read = async (/** @type {CaptureTarget} */ target) => {
    target.push(bytes.slice());
    await target.ready?.();
    target.end();
  };
  return /** @type {import('../../../../lib/session/host.js').Host} */ (
    /** @type {unknown} */ ({
      version: '',
      ciphers: nodeCiphers,
      decode: nodeDecoder,
      columnBytes: () => 0,
      canReadAgain: () => true,
      logUnexpected: () => undefined,
      readHostLogs: async () => undefined,
      refusalOf: (/** @type {unknown} */ error) => error,
      turn: async () => undefined,
      follow: read,
      read,
    })
  );
}

/**
 * @param {Uint8Array} bytes of a capture
 * @param {string} [keyLog]
 * @returns {Promise<{ summary: any, ask: (method: string, args: object) => Promise<any> }>} `ask` gives an answer's
 *   JSON, or its bytes where it has none
 */
export async function readSession(bytes, keyLog = '') {
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  /** @type {(message: any) => void} */
  let onEnd = () => undefined;
  const session = new Session(hostOf(bytes), (/** @type {any} */ message) => {
    if (message.kind === 'end') onEnd(message);
    else waiting.get(message.id)?.(message);
  });
  const { summary } = await new Promise((resolve) => {
    onEnd = resolve;
    session.receive({ kind: 'begin', task: { ...TASK, keyLog } });
  });
  let id = 0;
  const ask = async (/** @type {string} */ method, /** @type {object} */ args) => {
    const { result, error } = await new Promise((resolve) => {
      waiting.set(++id, resolve);
      session.receive({ kind: 'ask', id, method, args });
    });
    if (error) throw Object.assign(new Error(error.message), error);
    return result instanceof Uint8Array && result[0] === '{'.charCodeAt(0)
      ? JSON.parse(new TextDecoder().decode(result))
      : result;
  };
  return { summary, ask };
}
