import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { MAX_EVIDENCE_FRAMES } from '../finding.js';
import { isCopy } from './duplicate-acks.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/** Packets as evidence: how many, the first and the last, and some frames. */
export class Shown {
  count = 0;
  startNs = 0;
  endNs = 0;
  /** Who sent the first. */
  direction = 0;
  /** @type {number[]} */
  frames = [];
  #packets;

  /** @param {Context['packets']} packets */
  constructor(packets) {
    this.#packets = packets;
  }

  /** @param {number} i */
  add(i) {
    const { timeNs, frame, direction } = this.#packets;
    if (this.count++ === 0) {
      this.startNs = timeNs[i];
      this.direction = direction[i];
    }
    this.endNs = timeNs[i];
    if (this.frames.length < MAX_EVIDENCE_FRAMES) this.frames.push(frame[i]);
  }
}

/** Packets for which `matches` holds. @param {Context['packets']} packets @param {(i: number) => boolean} matches */
export function packetsWhere(packets, matches) {
  const shown = new Shown(packets);
  for (let i = 0; i < packets.count; i++) if (matches(i)) shown.add(i);
  return shown;
}

/**
 * Packets that open or end a connection: few, and used by many detectors.
 * @type {WeakMap<Context['packets'], number[]>}
 */
const controls = new WeakMap();

/**
 * @param {Context['packets']} packets
 * @returns {number[]} those with SYN, FIN or RST, without duplicates in the capture
 */
export function controlsOf(packets) {
  const known = controls.get(packets);
  if (known !== undefined) return known;
  const found = Array.from(packets.controls).filter(
    (i) => packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE && !isCopy(packets, i),
  );
  controls.set(packets, found);
  return found;
}

/**
 * As `packetsWhere`, of packets with SYN, FIN or RST.
 * @param {Context['packets']} packets
 * @param {(i: number) => boolean} matches
 */
export function controlsWhere(packets, matches) {
  const shown = new Shown(packets);
  for (const i of controlsOf(packets)) if (matches(i)) shown.add(i);
  return shown;
}

/**
 * First packets of bursts for which `matches` holds.
 * @param {DirectionContext} way
 * @param {Context['packets']} packets
 * @param {(b: number) => boolean} matches
 */
export function framesOfBursts({ insight: { bursts } }, packets, matches) {
  /** @type {number[]} */
  const frames = [];
  for (let b = 0; b < bursts.count && frames.length < MAX_EVIDENCE_FRAMES; b++) {
    if (matches(b)) frames.push(packets.frame[bursts.packet[b]]);
  }
  return frames;
}

/**
 * Frames of the first packets that are sent at or after these times.
 * @param {Context['packets']} packets
 * @param {number[]} timesNs ascending
 * @param {number} direction
 */
export function framesAt(packets, timesNs, direction) {
  /** @type {number[]} */
  const frames = [];
  let next = 0;
  for (let i = 0; i < packets.count && next < timesNs.length && frames.length < MAX_EVIDENCE_FRAMES; i++) {
    if (packets.direction[i] !== direction || packets.timeNs[i] < timesNs[next]) continue;
    frames.push(packets.frame[i]);
    while (next < timesNs.length && timesNs[next] <= packets.timeNs[i]) next++;
  }
  return frames;
}

/**
 * Index of the first of ascending values that is not below `least`.
 * @param {ArrayLike<number>} values
 * @param {number} least
 * @param {number} count
 */
export function lowerBound(values, least, count) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What ended a connection: the first FIN or RST.
 * @typedef {object} Ending
 * @property {number} direction who sent it
 * @property {number} timeNs
 * @property {'closed' | 'reset'} verb
 * @property {number} frame
 */

/** @param {Context['packets']} packets @returns {Ending | null} null: it was open when the capture ended */
export function endingOf(packets) {
  const ending = controlsOf(packets).find((i) => (packets.flags[i] & (TCP.FIN | TCP.RST)) !== 0);
  if (ending === undefined) return null;
  return {
    direction: packets.direction[ending],
    timeNs: packets.timeNs[ending],
    verb: packets.flags[ending] & TCP.RST ? 'reset' : 'closed',
    frame: packets.frame[ending],
  };
}
