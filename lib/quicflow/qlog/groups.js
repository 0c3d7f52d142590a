/**
 * One connection may be logged under several identifiers: quinn's client changes from the ID that it made up for the
 * server to the one that the server chose. They are joined by the numbers of packets.
 */
import { PACKET_EVENT, SPACES } from './tables.js';

/** @typedef {import('./qlog.js').Group} Group */

/** Packets that a log may lack between two of its own, or whose numbers were skipped on purpose. */
const MAX_MISSING = 16;
const INITIAL = 'initial';

/** What has come under one identifier. */
class Progress {
  /** Latest numbers, by what happened and space. @type {Map<string, number>} */
  numbers = new Map();
  hasReceived = false;
  /** Of all groups' packets, the latest of this one. */
  last = 0;
}

export class GroupJoiner {
  /** Groups that none continues, with their progress. @type {Map<Group, Progress>} */
  #open = new Map();
  #packets = 0;

  /**
   * A packet of a group.
   * @param {Group} group @param {number} event of `PACKET_EVENT` @param {number} type index of `PACKET_TYPES`
   * @param {number} number
   * @returns {Group|null} the group whose connection goes on with this one, at its first packet
   */
  take(group, event, type, number) {
    const space = SPACES[type];
    if (space === null || event > PACKET_EVENT.RECEIVED) return null;
    const known = this.#open.get(group);
    const key = `${event} ${space}`;
    const continued = known === undefined ? this.#followed(group, event, space, number) : null;
    const progress = known ?? (continued && this.#open.get(continued)) ?? new Progress();
    if (continued !== null) this.#open.delete(continued);
    this.#open.set(group, progress);
    progress.numbers.set(key, Math.max(number, progress.numbers.get(key) ?? -1));
    progress.hasReceived ||= event === PACKET_EVENT.RECEIVED;
    progress.last = ++this.#packets;
    return continued;
  }

  /** @param {Group} group @param {number} event @param {string} space @param {number} number @returns {Group|null} */
  #followed(group, event, space, number) {
    let best = null;
    let least = MAX_MISSING + 1;
    let latest = -1;
    for (const [other, { numbers, hasReceived, last }] of this.#open) {
      const before = numbers.get(`${event} ${space}`);
      // A connection begins with an Initial; an end changes its ID for another only when it has heard of it.
      if (space === INITIAL && (before === undefined || event !== PACKET_EVENT.SENT || !hasReceived)) continue;
      const missing = number - (before ?? -1) - 1;
      if (other.trace !== group.trace || missing < 0 || missing > least || (missing === least && last < latest)) {
        continue;
      }
      [best, least, latest] = [other, missing, last];
    }
    return best;
  }
}
