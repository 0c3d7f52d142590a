import { OPTION } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { StampClock, STILL } from '../clock-jumps.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { Shown } from '../evidence/evidence.js';
import { finding, ofEachDirection, receiverName, senderName, timesText, timeText } from '../finding.js';

export const PATH_STALLED = defineKind('path_stalled', 'Path stalled', 'network', ['RFC 7323 section 3', 'RFC 5682'], {
  needs: SHOWS.BOTH_WAYS,
});

/** @typedef {import('../context.js').Context['packets']} Packets */

/** A timer would have fired meanwhile (RFC 6298: 1 s), so that more than jitter or a queue is behind it. */
const MIN_STALL_NS = 1e9;
/** Of the pause: what the receiver's clock has to have gone on by. */
const WENT_ON = 0.8;
/**
 * Data that had been sent before a pause, as its timestamps say, and came only after it, while the receiver's clock
 * went on: the path, and neither the sender nor a loss, held it. Where both clocks stood still the capture's jumped.
 *
 * ```
 *   sent      1 2 3 4 5 6
 *   captured  1 2 3 · · · · · · · · 4 5 6
 * ```
 */
export const pathStalled = ofEachDirection([PATH_STALLED], ({ direction }, { packets, seen, durationNs }) => {
  if (seen.backwards === 0 && seen.stallMs[direction] * 1e6 < MIN_STALL_NS) return null;
  const { count, direction: sender, length, options, timeNs, verdict } = packets;
  const clocks = [new StampClock(packets), new StampClock(packets)];
  const shown = new Shown(packets);
  let costNs = 0;
  let lastNs = -1;
  let startNs = -1;
  let waiting = { ns: 0, packet: -1 };
  for (let i = 0; i < count; i++) {
    if ((options[i] & OPTION.TIMESTAMPS) === 0) continue;
    const isData = sender[i] === direction && length[i] > 0;
    if (isData && lastNs >= 0 && timeNs[i] - lastNs >= MIN_STALL_NS && verdict[i] === VERDICT.ORIGINAL) {
      const ns = timeNs[i] - lastNs;
      if (clocks[direction].since(i) <= ns * STILL) waiting = { ns, packet: i };
    }
    if (sender[i] !== direction && waiting.packet >= 0) {
      if (clocks[1 - direction].since(i) >= waiting.ns * WENT_ON) {
        if (startNs < 0) startNs = timeNs[waiting.packet] - waiting.ns;
        shown.add(waiting.packet);
        costNs += waiting.ns;
      }
      waiting.packet = -1;
    }
    if (isData) lastNs = timeNs[i];
    clocks[sender[i]].add(i);
  }
  if (shown.count === 0) return null;
  const to = receiverName(direction);
  return finding(
    {
      kind: PATH_STALLED,
      severity: 'warning',
      direction,
      startNs,
      endNs: shown.endNs,
      costNs,
      message: `The path to the ${to} stalled ${timesText(shown.count)}, for ${timeText(costNs)} of ${timeText(durationNs)}: by its timestamps the ${senderName(direction)} had sent before what arrived only then.`,
      advice:
        'Look for a radio link without signal or in a handover, a link that flaps, or a router or host that was suspended. Nothing was lost; timeouts meanwhile are spurious.',
    },
    { stalls: shown.count, frames: shown.frames },
  );
});
