import { TRIGGER } from '../../../transport/bursts.js';
import { hasVerdict } from '../../../transport/packets.js';
import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { quantile } from '../../sender/pacing.js';
import { defineKind } from '../define-kind.js';
import { controlsOf, framesAt, packetsWhere } from '../evidence/evidence.js';
import { beganWithDamage } from '../evidence/refused.js';
import {
  counted,
  detector,
  finding,
  inSeconds,
  ofEachDirection,
  receiverName,
  senderName,
  shareOf,
  timeText,
  tripText,
} from '../finding.js';
import { NOTICEABLE_NS } from '../times.js';

export const REORDERING = defineKind('reordering', 'Reordering', 'network', ['RFC 4737', 'RFC 8985']);
export const QUEUEING_DELAY = defineKind('queueing_delay', 'Bufferbloat', 'network', [
  'RFC 7567',
  'RFC 8289',
  'RFC 8290',
]);
export const CORRUPTED_SEGMENTS = defineKind('corrupted_segments', 'Checksum errors', 'network', [
  'RFC 9293 section 3.1',
  'Stone and Partridge, SIGCOMM 2000',
]);

const MIN_REORDERED = 2;
const MUCH_REORDERING = 0.005;
const MIN_SAMPLES = 20;
const HIGH = 0.95;

/** A noticeable queue, and as long as the path itself. @param {number} queueNs @param {number} rttMinNs */
const isLong = (queueNs, rttMinNs) => queueNs >= NOTICEABLE_NS && queueNs >= rttMinNs;

/**
 * Reordered segments: seen here, or inferred from acknowledgements where they were reordered after the capture point
 * (RFC 4737).
 */
export const reordering = ofEachDirection(
  [REORDERING],
  ({ direction, insight: { bursts }, reordering: seen, startNs, endNs, dataPackets }, { packets }) => {
    const acknowledged = bursts.count > 0 ? bursts.overtaken[bursts.count - 1] : 0;
    const reordered = Math.max(seen?.reordered ?? 0, acknowledged);
    const share = reordered / dataPackets;
    if (reordered < MIN_REORDERED) return null;
    const late = packetsWhere(
      packets,
      (i) => packets.direction[i] === direction && packets.verdict[i] === VERDICT.REORDERED,
    );
    return finding(
      {
        kind: REORDERING,
        severity: share > MUCH_REORDERING ? 'warning' : 'note',
        direction,
        startNs,
        endNs,
        message: `${reordered} of ${dataPackets} segments to the ${receiverName(direction)} arrived out of order${late.count > 0 ? '' : ', as its ACKs show'}.`,
        advice:
          'Look for load balancing by packet (LAG, ECMP, SD-WAN), a radio link that retransmits frames, or a host with several receive queues. A sender with RACK (RFC 8985) takes it less often for loss.',
      },
      {
        reordered,
        share: shareOf(share),
        lateSeconds: seen === null ? null : inSeconds(seen.lateNs),
        frames: late.frames,
      },
    );
  },
);

/**
 * How long the path itself took for what each round trip measures, at least. A receiver may delay the ACK of the last
 * segment it has (RFC 1122 section 4.2.3.2). It did not if later segments, sent at least a shortest round trip ago, are
 * still in flight: without a queue they would have arrived and ended the delay. Otherwise the measured segment was
 * still on its way when the receiver sent the previous acknowledgement, which does not cover it.
 *
 * @param {import('../context.js').DirectionContext} way @param {import('../context.js').Context['packets']} packets
 */
function pathTrips({ samples: { count, timeNs, rttNs }, rttMinNs, insight: { bursts } }, { ackOffset }) {
  const tripNs = new Float64Array(count).fill(rttMinNs);
  for (let k = 0, b = 0, next = 0, acked = 0, answeredNs = 0; k < count; k++) {
    for (; b < bursts.count && bursts.startNs[b] < timeNs[k]; b++) {
      if (bursts.trigger[b] !== TRIGGER.NOTHING) answeredNs = bursts.startNs[b];
    }
    if (b >= bursts.count || bursts.startNs[b] > timeNs[k]) continue; // the handshake's
    acked = Math.max(acked, ackOffset[bursts.packet[b]]);
    while (next < b && bursts.sentEnd[next] <= acked) next++;
    const isPrompt = next < b && timeNs[k] - bursts.endNs[next] >= rttMinNs;
    tripNs[k] = isPrompt ? rttNs[k] : Math.max(rttMinNs, rttNs[k] - (timeNs[k] - answeredNs));
  }
  return tripNs;
}

/** The sender's own data fills a queue on the path: round trips far above the shortest. */
export const queueingDelay = ofEachDirection([QUEUEING_DELAY], (way, { packets }) => {
  const { direction, samples, rttMinNs } = way;
  if (samples.count < MIN_SAMPLES || !isLong(samples.highNs - rttMinNs, rttMinNs)) return null;
  const tripNs = pathTrips(way, packets);
  const queueNs = quantile(tripNs, HIGH) - rttMinNs;
  if (!isLong(queueNs, rttMinNs)) return null;
  const longNs = Array.from(samples.timeNs.subarray(0, samples.count)).filter(
    (_, k) => tripNs[k] >= rttMinNs + queueNs,
  );
  return finding(
    {
      kind: QUEUEING_DELAY,
      severity: 'note',
      direction,
      during: way,
      message: `The RTT grew from ${tripText(rttMinNs)} to ${tripText(rttMinNs + queueNs)}: queueing delay on the path to the ${receiverName(direction)}.`,
      advice:
        'Enable AQM on the bottleneck link (Linux: tc qdisc fq_codel or cake; in home routers SQM), or use a sender that keeps queues short (BBR).',
    },
    {
      rttMinSeconds: inSeconds(rttMinNs),
      rttHighSeconds: inSeconds(rttMinNs + queueNs),
      samples: samples.count,
      frames: framesAt(packets, longNs, 1 - direction),
    },
  );
});

/**
 * What repairs of damaged segments cost; null: none was made.
 * @param {import('../context.js').Context} context @param {number} direction
 */
function repairsOf(context, direction) {
  const way = context.ways.find((one) => one.direction === direction);
  const repaired = (way?.episodes ?? []).filter(beganWithDamage(context, direction));
  const costNs = repaired.reduce((sum, one) => sum + (one.costNs ?? 0), 0);
  return { repaired: repaired.length, costNs: costNs > 0 ? costNs : null };
}

/**
 * SYNs, or SYN-ACKs, that the other host dropped, and how long until one with a right checksum was sent; null: never.
 * @param {import('../context.js').Context['packets']} packets @param {number} direction
 */
function openingsOf(packets, direction) {
  const { flags, timeNs, verdict } = packets;
  const openings = controlsOf(packets).filter((i) => (flags[i] & TCP.SYN) !== 0 && packets.direction[i] === direction);
  const damaged = openings.filter((i) => verdict[i] === VERDICT.CORRUPTED);
  const right = openings.find((i) => verdict[i] !== VERDICT.CORRUPTED && i > damaged[0]);
  return { count: damaged.length, delayNs: right === undefined ? null : timeNs[right] - timeNs[damaged[0]] };
}

/**
 * Wrong checksums among right ones: damaged between the sender and the capture point. Those that a host leaves to its
 * network card, and those of captures that a program has changed, are wrong in most segments
 * (lib/engine/track/damage.ts).
 */
export const checksumErrors = detector([CORRUPTED_SEGMENTS], (context) =>
  [0, 1].flatMap((direction) => {
    const { packets, seen } = context;
    if (!hasVerdict(seen, direction, VERDICT.CORRUPTED)) return [];
    const damaged = packetsWhere(
      packets,
      (i) => packets.direction[i] === direction && packets.verdict[i] === VERDICT.CORRUPTED,
    );
    const openings = openingsOf(packets, direction);
    if (openings.count > 0) return damagedOpenings(context, direction, damaged, openings);
    const { repaired, costNs } = repairsOf(context, direction);
    const cost = costNs === null ? '' : `, which cost ${timeText(costNs)}`;
    const isOne = damaged.count === 1;
    const again =
      repaired > 0 ? `, and the ${senderName(direction)} retransmitted ${isOne ? 'it' : 'them'}${cost}` : '';
    return finding(
      {
        kind: CORRUPTED_SEGMENTS,
        severity: repaired > 0 ? 'warning' : 'note',
        direction,
        during: damaged,
        costNs,
        message: `${counted(damaged.count, 'segment')} of the ${senderName(direction)} ${isOne ? 'has a wrong checksum' : 'have wrong checksums'}, and the others are right: corrupted on the path. The ${receiverName(direction)} dropped ${isOne ? 'it' : 'them'}${again}.`,
        advice: `Something between the ${senderName(direction)} and the capture point flips bits: check the error counters of NICs and switch ports (ethtool -S), cables, memory, and middleboxes that rewrite packets.`,
      },
      { segments: damaged.count, share: shareOf(damaged.count / seen.packets[direction]), frames: damaged.frames },
    );
  }),
);

/**
 * A host that gets a SYN with a wrong checksum drops it before TCP sees it, so no listen queue and no loss is to blame.
 * @param {import('../context.js').Context} context @param {number} direction
 * @param {import('../evidence/evidence.js').Shown} damaged @param {ReturnType<typeof openingsOf>} openings
 */
function damagedOpenings({ endNs, seen }, direction, damaged, { count, delayNs }) {
  const [sender, receiver] = [senderName(direction), receiverName(direction)];
  const costNs = delayNs ?? endNs - damaged.startNs;
  return finding(
    {
      kind: CORRUPTED_SEGMENTS,
      severity: delayNs === null ? 'error' : 'warning',
      direction,
      startNs: damaged.startNs,
      endNs: damaged.startNs + costNs,
      costNs,
      message: `${counted(count, direction === 0 ? 'SYN' : 'SYN-ACK')} of the ${sender} ${count === 1 ? 'has a wrong checksum' : 'have wrong checksums'}, and other packets right ones: the ${receiver}'s host drops ${count === 1 ? 'it' : 'them'} before TCP sees ${count === 1 ? 'it' : 'them'}${delayNs === null ? '' : `, which delayed the handshake by ${timeText(delayNs)}`}.`,
      advice:
        'Look for checksum offload that does not work on the way: overlays (VXLAN, Geneve), virtual and vendor NICs (turn it off to see: ethtool -K INTERFACE tx off), or a device that rewrites packets. The counter InCsumErrors of the receiving host (nstat) grows.',
    },
    { segments: damaged.count, share: shareOf(damaged.count / seen.packets[direction]), frames: damaged.frames },
  );
}
