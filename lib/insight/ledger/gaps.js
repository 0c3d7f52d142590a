import { ANALYSIS } from '../../transport/tcp/analysis-flags.js';
import { LIKELY } from '../confidence.js';
import { ofUnseen } from '../findings/evidence/missing.js';
import { NOTICEABLE_NS } from '../findings/times.js';
import { Strip } from './strip.js';

/** @typedef {import('./strip.js').Interval} Interval */
/** @typedef {{ startNs: number, endNs: number, frames: number[] }} Gap */

/** Packets behind a silence of which one acknowledges what nobody saw being sent in it. */
const MAX_AFTER_SILENCE = 8;

/**
 * Silences of the capture, not of the connection: what comes after acknowledges data that was never captured.
 * @param {import('../findings/context.js').Context['packets']} packets
 * @returns {Gap[]} by start
 */
export function gapsOf(packets) {
  const { seen, count, timeNs, frame } = packets;
  /** @type {Gap[]} */
  const gaps = [];
  if ((seen.analysis & ANALYSIS.ack_lost_segment) === 0) return gaps;
  const isOfUnseen = ofUnseen(packets);
  let silence = -1;
  for (let i = 1; i < count; i++) {
    if (timeNs[i] - timeNs[i - 1] >= NOTICEABLE_NS) silence = i;
    if (silence < 0 || !isOfUnseen(i)) continue;
    if (i - silence < MAX_AFTER_SILENCE) {
      const before = silence - 1;
      gaps.push({ startNs: timeNs[before], endNs: timeNs[silence], frames: [frame[before], frame[silence]] });
    }
    silence = -1;
  }
  return gaps;
}

/**
 * Intervals with the capture's gaps instead of what they cover.
 * @param {Interval[]} intervals side by side @param {readonly Gap[]} gaps
 */
export function withGaps(intervals, gaps) {
  if (gaps.length === 0 || intervals.length === 0) return intervals;
  const strip = new Strip(intervals[0].startNs);
  const endNs = intervals[intervals.length - 1].endNs;
  for (const gap of gaps) {
    strip.lay(intervals, strip.atNs, Math.min(gap.startNs, endNs));
    if (gap.endNs <= strip.startNs) continue;
    strip.until(Math.min(gap.endNs, endNs), { owner: 'capture', rule: 'gap', confidence: LIKELY, frames: gap.frames });
  }
  strip.lay(intervals, strip.atNs, endNs);
  return strip.intervals;
}

/** What would have shown the owners where the capture lacks much. */
const WHOLE_CAPTURE = 'a capture that lacks no packets';
/** What does not depend on packets that are missing. @type {readonly string[]} */
const SURE_RULES = ['gap', 'propagation'];

/**
 * Where a capture lacks a large share of the packets, what released a departure may be among them.
 * @param {Interval[]} intervals side by side
 */
export function untold(intervals) {
  if (intervals.length === 0) return intervals;
  const strip = new Strip(intervals[0].startNs);
  for (const one of intervals) {
    const isSure = SURE_RULES.includes(one.rule);
    strip.until(
      one.endNs,
      isSure ? one : { ...one, owner: 'unknown', rule: 'not_captured', confidence: 0, would: WHOLE_CAPTURE },
    );
  }
  return strip.intervals;
}
