import { MIN_SAMPLES, windowDifference } from '../../../kernel/comparison.js';
import { countersOf } from '../../../kernel/counters.js';
import { defineKind } from '../../define-kind.js';
import { finding, inSeconds, ofEachDirection, percent, senderName, shareOf, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const KERNEL_CONTRADICTS = defineKind(
  'kernel_contradicts',
  "Kernel's record contradicts the packets",
  'capture',
  ['RFC 4898'],
  {
    // What was inferred of a limit that the kernel did not count.
    doubts: (other, { direction, evidence }) =>
      other.direction === direction &&
      String(evidence.doubted ?? '')
        .split(' ')
        .includes(other.cause) &&
      Number(evidence.inferredSeconds) > Number(evidence.recordedSeconds),
  },
);

/** Of the time in which the sender had data, or of the window: chronographs and inference are seldom a tenth apart. */
const APART = 0.5;

/**
 * What a sender's kernel recorded beside the capture, and what is inferred from the packets, exclude each other: the
 * time in which a limit held, or the congestion window while that was the limit.
 */
export const kernelContradicts = ofEachDirection([KERNEL_CONTRADICTS], (way, context) => {
  const kernel = context.kernels?.[way.direction] ?? null;
  if (kernel === null || context.clock !== null || kernel.timeNs.length < MIN_SAMPLES) return null;
  return limitApart(way, kernel) ?? windowApart(way, kernel);
});

/** @typedef {import('../../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../../../kernel/kernel-sender.js').KernelSender} KernelSender */

const ADVICE =
  "Take the kernel's figures, if the record is of this socket and host. Packets that are missing from the capture, or a record of another run, explain such a difference too.";

/** @param {DirectionContext} way @param {KernelSender} kernel */
const found = (way, kernel) => ({
  kind: KERNEL_CONTRADICTS,
  severity: /** @type {const} */ ('warning'),
  direction: way.direction,
  startNs: Math.max(0, kernel.timeNs[0]),
  endNs: kernel.timeNs[kernel.timeNs.length - 1],
  advice: ADVICE,
});

/** @param {DirectionContext} way @param {KernelSender} kernel */
function limitApart(way, kernel) {
  const counters = countersOf(way, kernel);
  if (counters === null) return null;
  const { busyNs, counted } = counters;
  const apartNs = (/** @type {import('../../../kernel/counters.js').Counted} */ { recordedNs, inferredNs }) =>
    Math.abs(recordedNs - inferredNs);
  const [most] = counted.sort((a, b) => apartNs(b) - apartNs(a));
  if (apartNs(most) < Math.max(busyNs * APART, NOTICEABLE_NS)) return null;
  const { counter, words, causes, recordedNs, inferredNs } = most;
  return finding(
    {
      ...found(way, kernel),
      message: `The ${senderName(way.direction)}'s kernel counts ${timeText(recordedNs)} of ${timeText(busyNs)} as limited by ${words} (${counter}); the packets suggest ${timeText(inferredNs)}.`,
    },
    {
      counter,
      recordedSeconds: inSeconds(recordedNs),
      inferredSeconds: inSeconds(inferredNs),
      busySeconds: inSeconds(busyNs),
      samples: kernel.timeNs.length,
      doubted: causes.join(' '),
    },
  );
}

/** @param {DirectionContext} way @param {KernelSender} kernel */
function windowApart(way, kernel) {
  const difference = windowDifference(way.insight, kernel);
  if (difference === null || difference.samples < MIN_SAMPLES || difference.median < APART) return null;
  return finding(
    {
      ...found(way, kernel),
      message: `The congestion window in the ${senderName(way.direction)}'s kernel differs by ${percent(difference.median)} (median) from that which the packets suggest, while they show it.`,
    },
    { counter: 'cwnd', medianDifference: shareOf(difference.median), samples: difference.samples },
  );
}
