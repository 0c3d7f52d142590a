/**
 * Fetches what the view shows: the connection, its packets, its messages. Of a long connection first a sketch comes, the packets that make
 * its picture, then all, or if they are too many for the page (detail.js) only more of what is in view. While the capture grows they are
 * fetched again, at most three times a second, never two at a time, and the seldomer the longer it takes.
 */
import { decodeColumnFrame } from '../../../lib/columns/column-frame.js';
import { MESSAGES_PAGE, beginningOf } from '../../state/ahead.js';
import { isAbort } from '../../state/api.js';
import { isPartial } from './detail.js';
import { packetColumns } from './packet-columns.js';
import { pathData } from './path-data.js';
import { senderData } from './sender-data.js';

const AGAIN_MS = 330;
/** Fetching again may take this share of the time. */
const SHARE = 1 / 4;
/** The path takes the server longer than the packets, and changes less from one moment to the next. */
const PATH_AGAIN_MS = 2000;
/** Messages fetched of one connection; the lane cannot show more anyway. */
const MESSAGES_LIMIT = 5000;

/**
 * @typedef {{ flow: import('../../state/answer-types.js').Connection, columns: import('./packet-columns.js').PacketColumns,
 *   messages: import('./messages.js').Message[] }} Answer
 */

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {() => () => void} given.busy announces a piece of work, and gives what ends it
 * @param {string} given.captureId
 * @param {number} given.flow
 * @param {(answer: Answer) => void|Promise<void>} given.onAnswer awaited before anything more is fetched
 * @param {(path: import('./path-data.js').PathData) => void|Promise<void>} given.onPath after an answer; while packets come not after each
 * @param {(sender: import('./sender-data.js').Senders) => void} given.onSender after each path, and after `refine`
 * @param {(found: import('../../state/answer-types.js').ConnectionFindings) => void} given.onFindings behind the senders, where the connection came without
 * @param {(error: unknown) => void} given.onError
 */
export function createPacketSource({ api, busy, captureId, flow, onAnswer, onPath, onSender, onFindings, onError }) {
  const abort = new AbortController();
  const { signal } = abort;
  /** @type {import('./messages.js').Message[]} */
  let known = [];
  let isFetching = false;
  let isWanted = false;
  /** Whether what is shown is out of date for good, and not only until more comes. */
  let isLast = false;
  let isFirst = true;
  /** The latest answer, of a connection of which the page has only a part, and of what it has more. @type {Answer|null} */
  let partial = null;
  /** @type {{ startNs: number, endNs: number }|null} */
  let part = null;
  /** Whether only that has changed. */
  let isOtherPart = false;
  /** When it may be fetched again. */
  let due = -Infinity;
  let lastPath = -Infinity;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  /** @param {boolean} asSketch where the connection is long; only the first time @returns {Promise<Answer>} */
  async function fetchAll(asSketch) {
    const { described, packets, messages } = asSketch ? await beginningOf(api, captureId, flow, signal) : await everything();
    const columns = packetColumns(decodeColumnFrame(packets));
    if (isOtherPart && partial) return { ...partial, columns };
    return { flow: described, columns, messages: described.messages > 0 ? await allMessages(messages) : [] };
  }

  async function everything() {
    const wanted = { sketch: partial !== null, range: part };
    const [described, packets] = await Promise.all([
      isOtherPart && partial ? partial.flow : api.connection(captureId, flow, signal), api.packets(captureId, flow, wanted, signal),
    ]);
    return { described, packets, messages: null };
  }

  /**
   * Messages that are complete and paired do not change any more: only what comes after them is fetched again.
   * @param {import('../../state/ahead.js').Beginning['messages']} first fetched already
   */
  async function allMessages(first) {
    let begun = first;
    const open = known.findIndex(({ complete, pair }) => !complete || pair === null);
    const messages = open < 0 ? [...known] : known.slice(0, open);
    while (messages.length < MESSAGES_LIMIT) {
      const page = begun ?? await api.messages(captureId, flow, { offset: messages.length, limit: MESSAGES_PAGE }, signal);
      begun = null;
      messages.push(...page.messages);
      if (messages.length >= page.total || page.messages.length === 0) break;
    }
    known = messages;
    return messages;
  }

  /** @param {boolean} isDeferred whether nobody has looked for what is ill with the connection */
  async function fetchPath(isDeferred) {
    if (isWanted && performance.now() - lastPath < PATH_AGAIN_MS) return;
    const [rtt, flight] = await Promise.all([api.pathFrame(captureId, flow, 'rtt', signal), api.pathFrame(captureId, flow, 'flight', signal)]);
    lastPath = performance.now();
    const path = await pathData(decodeColumnFrame(rtt), decodeColumnFrame(flight));
    if (signal.aborted) return;
    await onPath(path);
    await fetchSender(null);
    const found = isDeferred && !signal.aborted ? await api.connectionFindings(captureId, flow, signal) : null;
    if (found !== null && !signal.aborted) onFindings(found);
  }

  /** @param {{ startNs: number, endNs: number }|null} range null: all */
  async function fetchSender(range) {
    const sender = await senderData(decodeColumnFrame(await api.senderFrame(captureId, flow, range, signal)));
    if (!signal.aborted) onSender(sender);
  }

  async function fetchPackets() {
    const answer = await fetchAll(isFirst);
    isFirst = false;
    isOtherPart = false;
    if (signal.aborted) return;
    partial = isPartial(answer.columns) ? answer : null;
    await onAnswer(answer);
    if (partial) return;
    if (answer.columns.sketch !== null) return fetchPackets();
    if (!signal.aborted && answer.columns.rows > 0) await fetchPath(answer.flow.findingsDeferred);
  }

  async function run() {
    const done = busy();
    timer = undefined;
    isFetching = true;
    isWanted = false;
    isLast = false;
    const startMs = performance.now();
    try {
      await fetchPackets();
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) onError(error);
    }
    isFetching = false;
    const endMs = performance.now();
    due = isLast ? -Infinity : Math.max(startMs + AGAIN_MS, endMs + (endMs - startMs) * (1 / SHARE - 1) - AGAIN_MS);
    if (isWanted && !signal.aborted) schedule();
    done();
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(0, due - performance.now()));
  }

  return {
    /** Fetches, now or as soon as it is due again. @param {{ last?: boolean }} [how] `last`: nothing more comes, so there is no reason to wait */
    refresh({ last = false } = {}) {
      isOtherPart = false;
      if (last) {
        isLast = true;
        due = -Infinity;
      }
      if (isFetching) isWanted = true;
      else schedule();
    },
    /** Finer, where what is known of the senders is a sketch. @param {{ startNs: number, endNs: number }} range */
    async refine(range) {
      const done = busy();
      // The coarse one stays; the next look asks again.
      await fetchSender(range).catch((error) => void (isAbort(error) || signal.aborted || onError(error)));
      done();
    },
    /** More of a range, where the page has only a part of the packets. @param {{ startNs: number, endNs: number }} range */
    refinePackets(range) {
      part = range;
      due = -Infinity;
      if (isFetching) isWanted = true;
      else {
        isOtherPart = timer === undefined;
        schedule();
      }
    },
    destroy() {
      clearTimeout(timer);
      abort.abort();
    },
  };
}
