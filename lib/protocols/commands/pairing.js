/**
 * Which command a response answers. Responses come in order, or carry their command's number. Where bytes are missing
 * the order of what is around them is unknown: then responses are held until the client, having its answers, sends the
 * next command; the last of them belong to the last commands. What cannot be told stays without a pair.
 */
import { MAX_WAITING_COMMANDS } from './limits.js';
import { WaitingCommands } from './waiting.js';

/** @typedef {import('./waiting.js').Asked} Asked */
/** @typedef {(data: any) => boolean} Fits whether a response may answer the command with that data */
/** @typedef {{ row: number, fits: Fits|undefined }} Answer */

/**
 * A client that sends commands before it has earlier answers never tells when it has all of them: after a silence of so
 * many of the longest waits so far, it has.
 */
const SILENT_WAITS = 4;
const MIN_QUIET_NS = 1e9;

export class Pairing {
  #waiting = new WaitingCommands();
  #pair;
  /** Whether bytes are missing, and the ends have not taken turns since. */
  #isLost = false;
  /** While it is lost: whether commands are missing before the newest ones. */
  #lacksCommands = false;
  /** While it is lost: the oldest commands that come before the missing ones: they are answered in order. */
  #before = 0;
  /** While it is lost: responses since the last missing byte. @type {Answer[]} */
  #held = [];
  #burst = 0;
  /** Whether a response has come since the latest command; and one that answers nothing. */
  #hasAnswered = false;
  #hasExtra = false;
  /** Whether each burst so far began when all before was answered; and whether the current one did not, it seems. */
  #awaitsAll = true;
  #isHasty = false;
  #lastNs = 0;
  #longestNs = 0;

  /** @param {(request: number, response: number, isFinal: boolean) => void} pair writes a pair of rows */
  constructor(pair) {
    this.#pair = pair;
  }

  /** Pending commands. */
  get count() {
    return this.#waiting.count;
  }

  /**
   * A command.
   * @param {Asked} command its burst is set here @param {number|null} number
   * @param {boolean} isAlone whether it is sent only when all earlier ones were answered
   * @param {number} startNs
   * @returns {boolean} false: too many are pending
   */
  ask(command, number, isAlone, startNs) {
    if (number !== null) return this.#waiting.add(command, number);
    if (command.isCut) this.lack(true);
    if (this.#isLost) this.#takeTurns(isAlone, startNs);
    if (isAlone) this.#dropCut();
    if (this.#hasAnswered) {
      this.#burst++;
      this.#isHasty ||= this.#waiting.inOrder > 0;
    }
    this.#hasAnswered = this.#hasExtra = false;
    this.#lastNs = startNs;
    command.burst = this.#burst;
    return this.#waiting.add(command, null);
  }

  /**
   * A response.
   * @param {number} row @param {number|null} number @param {boolean} isFinal whether no further one to its command
   *   follows
   * @param {Fits|undefined} fits @param {number} startNs
   * @param {number} frame in which it begins
   * @returns {Asked|undefined} undefined: its command is not known, or not yet
   */
  answer(row, number, isFinal, fits, startNs, frame) {
    // a number may be used again: what began before the command does not answer it
    if (number !== null && (this.#waiting.peek(number)?.frame ?? 0) > frame) return undefined;
    if (number === null) {
      this.#hasAnswered = true;
      this.#longestNs = Math.max(this.#longestNs, startNs - this.#lastNs);
      if (this.#isUncertain(fits)) {
        if (isFinal && this.#held.length < MAX_WAITING_COMMANDS) this.#held.push({ row, fits });
        return undefined;
      }
      this.#settleHaste();
    }
    const asked = isFinal ? this.#waiting.take(number) : this.#waiting.peek(number);
    if (number === null && asked === undefined) this.#hasExtra = true;
    if (number === null && isFinal && this.#before > 0) this.#before--;
    if (asked !== undefined) this.#pair(asked.row, row, isFinal);
    return asked;
  }

  /** Whether the oldest command may not be the one that is answered. @param {Fits|undefined} fits */
  #isUncertain(fits) {
    const { oldest, inOrder } = this.#waiting;
    if (this.#isLost && this.#before === 0) {
      if (this.#lacksCommands || this.#held.length > 0 || inOrder > 1 || !this.#awaitsAll) return true;
      this.#isLost = false;
    }
    if (oldest === undefined || fits === undefined || fits(oldest.data)) return false;
    this.#isLost = true;
    this.#before = 0;
    return true;
  }

  /** One that is sent alone shows that those of which bytes are missing were answered. */
  #dropCut() {
    while (this.#waiting.oldest?.isCut) this.#waiting.dropOldest(1);
  }

  /** A command sent before the answer to an earlier one came. */
  #settleHaste() {
    if (this.#isHasty) this.#awaitsAll = false;
    this.#isHasty = false;
  }

  /** Bytes of an end are missing. @param {boolean} isClient */
  lack(isClient) {
    if (isClient) this.#lackCommands();
    else this.#lackAnswers();
  }

  #lackCommands() {
    // a response to nothing answered the missing command
    if (!this.#isLost && this.#awaitsAll && this.#hasExtra && this.#waiting.inOrder === 0) return;
    if (this.#isLost) this.#waiting.keepOldest(this.#before);
    this.#before = this.#waiting.inOrder;
    this.#isLost = this.#lacksCommands = true;
    this.#hasAnswered = false;
  }

  #lackAnswers() {
    this.#waiting.dropOldest(this.#before);
    this.#before = 0;
    if (this.#awaitsAll) this.#dropEarlierBursts();
    this.#isLost = true;
    this.#isHasty = false;
    this.#held = [];
  }

  /** What was asked before an answer that the client waited for has been answered. */
  #dropEarlierBursts() {
    while (this.#waiting.oldest !== undefined && this.#waiting.oldest.burst < this.#burst) this.#waiting.dropOldest(1);
  }

  /** A command after missing bytes. @param {boolean} isAlone @param {number} startNs */
  #takeTurns(isAlone, startNs) {
    const isTurn = this.#hasAnswered && this.#awaitsAll;
    const isSilent = startNs - this.#lastNs > Math.max(MIN_QUIET_NS, this.#longestNs * SILENT_WAITS);
    if (!isTurn && !isAlone && !isSilent) return;
    this.settle();
  }

  /** All commands are answered: the last held responses answer the last commands. */
  settle() {
    const count = this.#awaitsAll ? Math.min(this.#held.length, this.#waiting.inOrder - this.#before) : 0;
    const pairs = Array.from({ length: count }, (_, place) => ({
      asked: /** @type {Asked} */ (this.#waiting.fromEnd(place)),
      answer: /** @type {Answer} */ (this.#held.at(-1 - place)),
    }));
    if (pairs.every(({ asked, answer }) => answer.fits?.(asked.data) ?? true)) {
      for (const { asked, answer } of pairs) this.#pair(asked.row, answer.row, true);
    }
    this.#waiting.keepOldest(0);
    this.#held = [];
    this.#before = 0;
    this.#isLost = this.#lacksCommands = false;
  }

  /** Both ends have closed the connection in order. */
  close() {
    if (this.#isLost && this.#hasAnswered) this.settle();
  }

  /** The command that the next response answers, or probably does. @param {number|null} number */
  next(number) {
    if (number !== null || !this.#isLost || this.#before > 0) return this.#waiting.peek(number);
    return this.#waiting.fromEnd(0);
  }

  /** The oldest command gets no response. */
  dismiss() {
    return this.#isLost && this.#before === 0 ? undefined : this.#waiting.take(null);
  }
}
