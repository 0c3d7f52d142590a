/**
 * What a connection's first drawing needs, fetched when the user is about to open it: the pointer rests on its row, or
 * was pressed there. The view uses it if it is opened at once; else it is discarded.
 */
import { ApiError } from './api-error.js';

/** A pointer that rests this long is taken as intent. */
const REST_MS = 80;
/** Older data is discarded, as the capture may have grown. */
const FRESH_MS = 4000;

/** Messages asked for at once. */
export const MESSAGES_PAGE = 500;

/**
 * The connection, its sketch, and the first of its messages, where it has any.
 * @typedef {{ described: import('./answer-types.js').Connection, packets: ArrayBuffer,
 *   messages: { total: number, messages: import('./answer-types.js').Message[] }|null }} Beginning
 */

/** @type {{ of: string, atMs: number, beginning: Promise<Beginning> }|null} */
let kept = null;

/** @param {string} captureId @param {number} flow */
const nameOf = (captureId, flow) => `${captureId}/${flow}`;

/**
 * @param {import('./api.js').Api} api
 * @param {string} captureId
 * @param {number} flow
 * @param {AbortSignal} [signal]
 * @returns {Promise<Beginning>}
 */
async function fetchBeginning(api, captureId, flow, signal) {
  const description = api.connection(captureId, flow, signal);
  const firstMessages = description.then((of) =>
    of.messages > 0 ? api.messages(captureId, flow, { offset: 0, limit: MESSAGES_PAGE }, signal) : null,
  );
  const [described, packets, messages] = await Promise.all([
    description,
    api.packets(captureId, flow, { sketch: true }, signal),
    firstMessages,
  ]);
  return { described, packets, messages };
}

/**
 * @param {import('./api.js').Api} api @param {string} captureId @param {number} flow @param {AbortSignal} [signal]
 * @returns {Promise<Beginning>} what is on its way already, or else fetched now
 */
export async function beginningOf(api, captureId, flow, signal) {
  const known =
    kept?.of === nameOf(captureId, flow) && performance.now() - kept.atMs < FRESH_MS ? kept.beginning : null;
  kept = null;
  if (known === null) return fetchBeginning(api, captureId, flow, signal);
  return known.catch((error) => {
    // What does not exist is not requested again.
    if (error instanceof ApiError && error.status === 404) throw error;
    return fetchBeginning(api, captureId, flow, signal);
  });
}

/**
 * A connection is about to be shown: what its first drawing needs is requested while the view's code is loaded.
 * @param {import('./api.js').Api} api
 * @param {string} captureId
 * @param {number} flow
 */
export function fetchAhead(api, captureId, flow) {
  if (kept?.of === nameOf(captureId, flow) && performance.now() - kept.atMs < FRESH_MS) return;
  const beginning = fetchBeginning(api, captureId, flow);
  beginning.catch(() => undefined);
  kept = { of: nameOf(captureId, flow), atMs: performance.now(), beginning };
}

/**
 * @param {import('./api.js').Api} api
 * @param {HTMLElement} table
 * @param {{ captureId: string, flowAt: (target: EventTarget|null) => number|null }} of `flowAt`: the connection whose
 *   row an event is in
 */
export function fetchAheadOf(api, table, { captureId, flowAt }) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let resting;
  /** @param {EventTarget|null} target */
  const begin = (target) => {
    const flow = flowAt(target);
    if (flow !== null) fetchAhead(api, captureId, flow);
  };
  table.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      clearTimeout(resting);
      if (pointerType === 'mouse') resting = setTimeout(begin, REST_MS, target);
    },
    { passive: true },
  );
  table.addEventListener('pointerleave', () => clearTimeout(resting), { passive: true });
  table.addEventListener('pointerdown', ({ target }) => begin(target), { passive: true });
}
