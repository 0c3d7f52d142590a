import { TCP } from '../../../../transport/tcp/header.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind } from '../../define-kind.js';
import { Shown } from '../../evidence/evidence.js';
import { detector, finding, timeText } from '../../finding.js';

export const ACK_LOOP = defineKind(
  'ack_loop',
  'ACK loop',
  'network',
  ['RFC 9293 section 3.10.7.4', 'RFC 5961 section 10'],
  {
    explains: [
      'capture_drops',
      'ack_loss',
      'ack_thinning',
      'queueing_delay',
      'half_open',
      'keep_alive',
      'keep_alive_unanswered',
    ],
  },
);

/** @typedef {import('../../context.js').Context} Context */

/** Acknowledgements of alternating ends in a row that make a loop: timer-driven retransmissions make fewer. */
const MIN_OF_EACH = 10;

/**
 * Two ends that no longer agree on the sequence numbers: a segment outside the window must be answered with an
 * acknowledgement (RFC 9293 section 3.10.7.4), and where that is outside the other's window too, it is answered in
 * turn, endlessly, one per round trip. A keep-alive is outside the window at one end only, and its answer is not.
 */
export const ackLoop = detector([ACK_LOOP], ({ packets, durationNs }) => {
  const shown = packets.seen.bareRun < MIN_OF_EACH ? null : longestLoop(packets);
  if (shown === null) return [];
  const lastedNs = shown.endNs - shown.startNs;
  return finding(
    {
      kind: ACK_LOOP,
      severity: 'error',
      during: shown,
      costNs: lastedNs,
      message: `The ends exchanged ${shown.count} ACKs without data over ${timeText(lastedNs)} of ${timeText(durationNs)}, each outside the other's window: they disagree on the sequence numbers, and each ACK triggers the next.`,
      advice:
        'Reset the connection: it cannot recover. Look for a middlebox that injected data, or lost its sequence number translation. Linux limits the rate of such ACKs (net.ipv4.tcp_invalid_ratelimit).',
    },
    { acknowledgements: shown.count, frames: shown.frames },
  );
});

/** @param {Context['packets']} packets @returns {Shown | null} */
function longestLoop(packets) {
  const { count, direction, verdict } = packets;
  const expected = [-1, -1];
  const edge = [-1, -1];
  let best = null;
  let run = new Shown(packets);
  const ofEach = [0, 0];
  for (let i = 0; i < count; i++) {
    if (verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
    const from = direction[i];
    const isOutside = isOutOfWindow(packets, i, expected[from], edge[from]);
    if (packets.ackOffset[i] >= 0) {
      expected[1 - from] = packets.ackOffset[i];
      edge[1 - from] = packets.ackOffset[i] + packets.windowBytes[i];
    }
    if (!isOutside) {
      if (run.count > 0) run = new Shown(packets);
      ofEach.fill(0);
      continue;
    }
    run.add(i);
    ofEach[from]++;
    if (Math.min(...ofEach) >= MIN_OF_EACH && run.count > (best?.count ?? 0)) best = run;
  }
  return best;
}

/**
 * Whether a packet without data lies outside the other end's receive window.
 * @param {Context['packets']} packets @param {number} i @param {number} expected @param {number} edge
 */
function isOutOfWindow({ flags, length, seqOffset }, i, expected, edge) {
  const isPlain = length[i] === 0 && (flags[i] & (TCP.SYN | TCP.FIN | TCP.RST | TCP.ACK)) === TCP.ACK;
  return isPlain && expected >= 0 && (seqOffset[i] < expected || seqOffset[i] > edge);
}
