/** The dialogue of two applications, and what each waited for. */
import { TCP } from '../engine/segment-batch.js';
import { NS_PER_MS } from '../simulator/units.js';

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../simulator/applications/dialogue.js').Turn} Turn */

const { FIN } = TCP;

/** Most turns of a connection: the rest is treated as a stream. */
export const MAX_TURNS = 20_000;
/** A silence longer than the round trip plus this is due to the application. */
const PAUSE_SHARE = 1.3;
const MIN_PAUSE_NS = 3e6;
const ENDS = /** @type {const} */ (['client', 'server']);

/**
 * A turn begins where an end sends new bytes after it has acknowledged more of the other's: they may be an answer; or
 * where it continues although nothing had limited it: its application had paused; or after a segment that was not full:
 * there a write ended. Think time counts only where TCP did not limit it, that is, where all that it had sent was
 * acknowledged:
 *
 * ```
 *  client   request ──────▶                              ─ ACK ▶  request ──▶
 *  server                   ├─ waitMs ─┤ ◀── answer ───
 * ```
 * @param {ConnectionPackets} packets
 * @param {[number, number]} distancesNs round trips between the capture point and the client, the server: packets seen
 *   here went to them and back
 * @param {number} fullBytes payload of a full segment
 * @returns {Turn[]} in the order in which they began; none beyond MAX_TURNS: the last then holds the rest
 */
export function turnsOf(packets, distancesNs, fullBytes) {
  const speakers = [new Speaker(0), new Speaker(1)];
  /** @type {Turn[]} */
  const turns = [];
  let openedNs = -1;
  for (let i = 0; i < packets.count; i++) {
    const direction = packets.direction[i];
    const speaker = speakers[direction];
    const other = speakers[1 - direction];
    const timeNs = packets.timeNs[i];
    if (openedNs < 0 && direction === 0 && packets.ackOffset[i] >= 1) openedNs = timeNs;
    other.acknowledge(packets.ackOffset[i], timeNs);
    const thoughtNs = speaker.sinceItHeard(packets.ackOffset[i], timeNs);
    // Bytes of a gap were sent before, and lost before the capture point.
    const bytes = packets.length[i] === 0 ? 0 : packets.endOffset[i] - speaker.highest - finLength(packets, i);
    if (bytes <= 0) continue;
    const heard = Math.max(0, Math.min(packets.ackOffset[i], other.highest) - 1);
    const hasPaused = speaker.hasPaused(timeNs, distancesNs[direction]);
    const isAnswer = heard > speaker.heard || speaker.turn === null;
    if ((isAnswer || hasPaused || speaker.endedShort) && turns.length < MAX_TURNS) {
      const since = heard > 0 ? other.timeOf(heard) : openedNs;
      const isHeldBack = speaker.acknowledged < speaker.highest && speaker.highest > 1;
      const waitNs =
        isHeldBack || !isAnswer || since < 0
          ? 0
          : Math.max(0, Math.min(timeNs - since - distancesNs[direction], thoughtNs));
      const pauseNs = isAnswer || !(hasPaused || speaker.isUnprompted(timeNs)) ? 0 : timeNs - speaker.begunNs;
      turns.push(
        speaker.begin(
          { from: ENDS[direction], bytes: 0, after: heard, waitMs: waitNs / NS_PER_MS, pauseMs: pauseNs / NS_PER_MS },
          heard,
          timeNs,
        ),
      );
    }
    if (speaker.turn) speaker.turn.bytes += bytes;
    speaker.send(packets.endOffset[i] - finLength(packets, i), timeNs, packets.length[i] < fullBytes);
  }
  return turns;
}

/** @param {ConnectionPackets} packets @param {number} i */
const finLength = ({ flags }, i) => flags[i] & FIN;

/** One end's data so far. */
class Speaker {
  /** Sequence offset after all data sent. */
  highest = 1;
  acknowledged = 1;
  /** Bytes of the other end that its current turn answers. */
  heard = -1;
  begunNs = 0;
  /** Whether its last segment was not full: there a write of its application ended. */
  endedShort = false;
  #sentNs = 0;
  #acknowledgedNs = 0;
  /** Its latest acknowledgement of the other's data, and since when. */
  #ack = -1;
  #ackNs = 0;
  /** @type {Turn|null} */
  turn = null;
  /** Ends of new data, and when it was sent. @type {number[]} */
  #ends = [];
  /** @type {number[]} */
  #times = [];
  #cursor = 0;

  /** @param {number} direction */
  constructor(direction) {
    this.direction = direction;
  }

  /** @param {number} offset @param {number} timeNs */
  acknowledge(offset, timeNs) {
    if (offset <= this.acknowledged) return;
    this.acknowledged = offset;
    this.#acknowledgedNs = timeNs;
  }

  /**
   * Whether it sends after a silence without a trigger from the other end: its application had not written before.
   * @param {number} timeNs
   */
  isUnprompted(timeNs) {
    return timeNs - this.#sentNs > MIN_PAUSE_NS && this.#acknowledgedNs <= this.#sentNs;
  }

  /**
   * How long ago it first acknowledged as much as now: it had received it by then, however long the bytes took.
   * Infinity where it acknowledges it only now.
   * @param {number} ack @param {number} timeNs
   */
  sinceItHeard(ack, timeNs) {
    if (ack > this.#ack) {
      this.#ack = ack;
      this.#ackNs = timeNs;
      return Infinity;
    }
    return timeNs - this.#ackNs;
  }

  /**
   * Whether it had nothing more to send although it could: all was acknowledged, and it had received that.
   * @param {number} timeNs
   * @param {number} distanceNs
   */
  hasPaused(timeNs, distanceNs) {
    return (
      this.highest > 1 &&
      this.acknowledged >= this.highest &&
      timeNs - this.#acknowledgedNs > PAUSE_SHARE * distanceNs + MIN_PAUSE_NS
    );
  }

  /** @param {Turn} turn @param {number} heard @param {number} timeNs */
  begin(turn, heard, timeNs) {
    this.turn = turn;
    this.heard = heard;
    this.begunNs = timeNs;
    return turn;
  }

  /** @param {number} end @param {number} timeNs @param {boolean} isShort */
  send(end, timeNs, isShort) {
    this.highest = end;
    this.endedShort = isShort;
    this.#sentNs = timeNs;
    this.#ends.push(end);
    this.#times.push(timeNs);
  }

  /** When so many bytes had passed here; called with increasing values. @param {number} bytes */
  timeOf(bytes) {
    while (this.#cursor + 1 < this.#ends.length && this.#ends[this.#cursor] - 1 < bytes) this.#cursor++;
    return this.#times[this.#cursor] ?? -1;
  }
}
