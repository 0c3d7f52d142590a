/**
 * Fetches what the view shows: the connection, its packets, its messages. While the capture grows they are fetched again, at
 * most three times a second and never two at a time, so that a slow server or page gets fewer, not more.
 */
import { decodeColumnFrame } from '../../../lib/columns/column-frame.js';
import { isAbort } from '../../state/api.js';
import { packetColumns } from './packet-columns.js';
import { pathData } from './path-data.js';

const AGAIN_MS = 330;
/** The path takes the server longer than the packets, and changes less from one moment to the next. */
const PATH_AGAIN_MS = 2000;
const MESSAGES_PAGE = 500;
/** Messages fetched of one connection; the lane cannot show more anyway. */
export const MESSAGES_LIMIT = 5000;

/** @typedef {{ flow: any, columns: import('./packet-columns.js').PacketColumns, messages: import('./messages.js').Message[] }} Answer */

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {number} given.flow
 * @param {(answer: Answer) => void} given.onAnswer
 * @param {(path: import('./path-data.js').PathData) => void} given.onPath after an answer; while packets come not after each
 * @param {(error: unknown) => void} given.onError
 */
export function createPacketSource({ api, captureId, flow, onAnswer, onPath, onError }) {
  const abort = new AbortController();
  const { signal } = abort;
  /** @type {import('./messages.js').Message[]} */
  let known = [];
  let isFetching = false;
  let isWanted = false;
  let lastStart = -Infinity;
  let lastPath = -Infinity;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  async function fetchAll() {
    const [described, packets] = await Promise.all([api.connection(captureId, flow, signal), api.packets(captureId, flow, signal)]);
    const columns = packetColumns(decodeColumnFrame(packets));
    return { flow: described, columns, messages: described.messages > 0 ? await allMessages() : [] };
  }

  /** Messages that are complete and paired do not change any more: only what comes after them is fetched again. */
  async function allMessages() {
    const open = known.findIndex(({ complete, pair }) => !complete || pair === null);
    const messages = open < 0 ? [...known] : known.slice(0, open);
    while (messages.length < MESSAGES_LIMIT) {
      const page = await api.messages(captureId, flow, { offset: messages.length, limit: MESSAGES_PAGE }, signal);
      messages.push(...page.messages);
      if (messages.length >= page.total || page.messages.length === 0) break;
    }
    known = messages;
    return messages;
  }

  async function fetchPath() {
    if (isWanted && performance.now() - lastPath < PATH_AGAIN_MS) return;
    const [rtt, flight] = await Promise.all([api.pathFrame(captureId, flow, 'rtt', signal), api.pathFrame(captureId, flow, 'flight', signal)]);
    lastPath = performance.now();
    if (!signal.aborted) onPath(pathData(decodeColumnFrame(rtt), decodeColumnFrame(flight)));
  }

  async function run() {
    isFetching = true;
    isWanted = false;
    lastStart = performance.now();
    try {
      const answer = await fetchAll();
      if (!signal.aborted) onAnswer(answer);
      if (!signal.aborted && answer.columns.rows > 0) await fetchPath();
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) onError(error);
    }
    isFetching = false;
    if (isWanted && !signal.aborted) schedule();
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(0, lastStart + AGAIN_MS - performance.now()));
  }

  return {
    /** Fetches, now or as soon as it is due again. */
    refresh() {
      if (isFetching) isWanted = true;
      else schedule();
    },
    destroy() {
      clearTimeout(timer);
      abort.abort();
    },
  };
}
