/**
 * Fetches what the view shows: the connection, its packets, its messages. For a long connection first a sketch, the
 * packets that shape its picture, then all, or if they are too many for the page (partial-packets.js) only more of
 * what is in view. While the capture grows they are fetched again, never twice at a time, less often the longer drawing
 * takes: it is paced by frames of the page, not by a clock.
 */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { beginningOf, MESSAGES_PAGE } from '../../../state/ahead.js';
import { isAbort } from '../../../state/api-error.js';
import { packetColumns } from './packet-columns.js';
import { isPartial } from './partial-packets.js';
import { PathSource } from './path-source.js';

/** Share of the time that fetching and drawing may take: the page is left to the user as long as they took. */
const SHARE = 1 / 2;
/** Messages fetched of one connection; the lane cannot show more anyway. */
const MESSAGES_LIMIT = 5000;

/**
 * @typedef {{ flow: import('../../../state/answer-types.js').Connection, columns:
 *   import('./packet-columns.js').PacketColumns,
 *   messages: import('./messages.js').Message[] }} Answer
 */

/**
 * @typedef {object} PacketSourceGiven
 * @property {import('../../../state/api.js').Api} api
 * @property {() => () => void} busy announces a piece of work, and gives what ends it
 * @property {() => Promise<void>} painted when what was drawn is on the screen
 * @property {string} captureId
 * @property {number} flow
 * @property {(answer: Answer) => void|Promise<void>} onAnswer awaited before anything more is fetched
 * @property {(path: import('./path-data.js').PathData) => void|Promise<void>} onPath after the packets; while they come
 *   not after each
 * @property {(sender: import('./sender-data.js').Senders) => void} onSender after each path, and after `refine`
 * @property {(found: import('../../../state/answer-types.js').ConnectionFindings) => void} onFindings behind the
 *   senders, where the connection came without
 * @property {(time: import('../../../state/answer-types.js').Waits|null) => void} onTime behind these
 * @property {(error: unknown) => void} onError
 */

export class PacketSource {
  #given;
  #abort = new AbortController();
  #signal = this.#abort.signal;
  #path;
  /** @type {import('./messages.js').Message[]} */
  #known = [];
  #isFetching = false;
  #isDue = false;
  /** Whether what is shown is permanently outdated, not just until more arrives. */
  #isLast = false;
  /** Whether the capture has ended, as far as known. */
  #isEnded = false;
  #isFirst = true;
  /**
   * The latest answer, of a connection of which the page has only a part, and of what it has more.
   * @type {Answer|null}
   */
  #partial = null;
  /** @type {{ startNs: number, endNs: number }|null} */
  #part = null;
  /** Whether only that has changed. */
  #isOtherPart = false;
  /** When it may be fetched again. */
  #dueMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {PacketSourceGiven} given */
  constructor(given) {
    this.#given = given;
    this.#path = new PathSource(given, this.#signal);
  }

  /** @param {boolean} asSketch where the connection is long; only the first time @returns {Promise<Answer>} */
  async #fetchAll(asSketch) {
    const { api, captureId, flow } = this.#given;
    const { described, packets, messages } = asSketch
      ? await beginningOf(api, captureId, flow, this.#signal)
      : await this.#fetchAgain();
    const columns = packetColumns(decodeColumnFrame(packets));
    if (this.#isOtherPart && this.#partial) return { ...this.#partial, columns };
    return { flow: described, columns, messages: described.messages > 0 ? await this.#allMessages(messages) : [] };
  }

  async #fetchAgain() {
    const { api, captureId, flow } = this.#given;
    const query = { sketch: this.#partial !== null, range: this.#part };
    const [described, packets] = await Promise.all([
      this.#isOtherPart && this.#partial ? this.#partial.flow : api.connection(captureId, flow, this.#signal),
      api.packets(captureId, flow, query, this.#signal),
    ]);
    return { described, packets, messages: null };
  }

  /**
   * Messages that are complete and paired no longer change: only later ones are fetched again.
   * @param {import('../../../state/ahead.js').Beginning['messages']} first fetched already
   */
  async #allMessages(first) {
    const { api, captureId, flow } = this.#given;
    let begun = first;
    const open = this.#known.findIndex(({ complete, pair }) => !complete || pair === null);
    const messages = open < 0 ? [...this.#known] : this.#known.slice(0, open);
    while (messages.length < MESSAGES_LIMIT) {
      const page =
        begun ?? (await api.messages(captureId, flow, { offset: messages.length, limit: MESSAGES_PAGE }, this.#signal));
      begun = null;
      messages.push(...page.messages);
      if (messages.length >= page.total || page.messages.length === 0) break;
    }
    this.#known = messages;
    return messages;
  }

  /** @returns {Promise<void>} */
  async #fetchPackets() {
    const answer = await this.#fetchAll(this.#isFirst);
    this.#isFirst = false;
    this.#isOtherPart = false;
    if (this.#signal.aborted) return;
    this.#partial = isPartial(answer.columns) ? answer : null;
    await this.#given.onAnswer(answer);
    if (this.#partial) return;
    if (answer.columns.sketch !== null) return this.#fetchPackets();
    if (this.#signal.aborted || answer.columns.rows === 0) return;
    this.#path.refresh(answer.flow.findingsDeferred, this.#isEnded);
  }

  async #run() {
    const { busy, onError } = this.#given;
    const done = busy();
    const startMs = performance.now();
    this.#timer = undefined;
    this.#isFetching = true;
    this.#isDue = false;
    this.#isLast = false;
    try {
      await this.#fetchPackets();
    } catch (error) {
      if (!isAbort(error) && !this.#signal.aborted) onError(error);
    }
    await this.#given.painted();
    this.#isFetching = false;
    const endMs = performance.now();
    this.#dueMs = this.#isLast ? -Infinity : endMs + (endMs - startMs) * (1 / SHARE - 1);
    if (this.#isDue && !this.#signal.aborted) this.#schedule();
    done();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, this.#dueMs - performance.now()));
  }

  /**
   * Fetches, now or as soon as it is due again.
   * @param {{ last?: boolean }} [how] `last`: nothing more comes, so there is no reason to wait
   */
  refresh({ last = false } = {}) {
    this.#isOtherPart = false;
    this.#isEnded = last;
    if (last) {
      this.#isLast = true;
      this.#dueMs = -Infinity;
    }
    if (this.#isFetching) this.#isDue = true;
    else this.#schedule();
  }

  /** Finer, where what is known of the senders is a sketch. @param {{ startNs: number, endNs: number }} range */
  async refine(range) {
    await this.#path.refine(range);
  }

  /**
   * More of a range, where the page has only a part of the packets.
   * @param {{ startNs: number, endNs: number }} range
   */
  refinePackets(range) {
    this.#part = range;
    this.#dueMs = -Infinity;
    if (this.#isFetching) {
      this.#isDue = true;
      return;
    }
    this.#isOtherPart = this.#timer === undefined;
    this.#schedule();
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
