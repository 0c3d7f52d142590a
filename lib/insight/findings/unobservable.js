import { TCP } from '../../transport/tcp/header.js';
import { VERDICT } from '../../transport/verdict.js';
import { SHOWS } from './define-kind.js';
import { MIN_DATA } from './detectors/ack-path.js';
import { FEW_LOSSES } from './detectors/fast-losses.js';
import { controlsWhere } from './evidence/evidence.js';
import { unseenHere } from './evidence/upstream.js';
import { receiverName, senderName } from './finding.js';
import { DETECTORS } from './registry.js';
import { hasShown, lackedReason, unobservable } from './shows.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').DirectionContext} DirectionContext */
/** @typedef {import('./finding.js').Finding} Finding */

/**
 * A finding of the catalogue that this capture cannot show, and why; only where it could have occurred.
 * @typedef {object} Unobservable
 * @property {string} code
 * @property {string} title
 * @property {Finding['direction']} direction of the data that it would be about
 * @property {string} reason not observable here, because …
 */

/** Least losses for policing to be detected (`path/policer.js`). */
const POLICED_LOSSES = 15;
/**
 * A timer fires after two round trips at the soonest (RFC 8985 section 7.2), and at a tick of the host's clock: 1 to
 * 10 ms, with lwIP 500, which is later still.
 */
const TIMER_TRIPS = 2;
const TIMER_NS = 10e6;
/** Of `TcpOccurrences.ecn`: the field is 0 with all. */
const NO_ECN = 1;

/**
 * What is not observable at this capture point; without what was found, or could not have occurred.
 * @param {Context} context @param {Finding[]} findings what was found @returns {Unobservable[]}
 */
export function unobservableIn(context, findings) {
  const known = new Set(findings.map(({ code, direction }) => `${code} ${direction}`));
  const all = [...handshakeOf(context), ...unmetNeeds(context), ...context.ways.flatMap((way) => ofWay(way, context))];
  return all.filter(({ code, direction, reason }) => {
    const isNew = !known.has(`${code} ${direction}`) && !known.has(`${code} ${direction} ${reason}`);
    known.add(`${code} ${direction} ${reason}`);
    return isNew;
  });
}

/** Kinds whose detectors were not run. @param {Context} context @returns {Unobservable[]} */
function unmetNeeds(context) {
  return DETECTORS.filter(({ needs }) => needs !== 0).flatMap(({ kinds, needs, isOfDirection }) =>
    (isOfDirection ? context.ways : [null]).flatMap((way) => {
      const direction = way?.direction ?? null;
      if (hasShown(context, needs, direction)) return [];
      const because = lackedReason(context, direction, needs);
      return kinds
        .filter(({ mayOccur }) => mayOccur?.(context, way) ?? true)
        .map(({ code }) => unobservable(code, direction, because));
    }),
  );
}

/**
 * Handshake segments lost before the capture point leave no trace.
 * @param {Context} context
 * @returns {Unobservable[]}
 */
function handshakeOf(context) {
  const { packets, vantages } = context;
  const { flags } = packets;
  const opening = controlsWhere(packets, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === TCP.SYN);
  const reply = controlsWhere(packets, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK));
  const list = [];
  if (vantages === null || opening.count !== 1 || reply.count === 0) return [];
  if (!hasShown(context, SHOWS.AT_SENDER, 0)) {
    list.push(unobservable('syn_loss', null, 'a SYN lost before the capture point leaves no trace'));
  }
  if (!hasShown(context, SHOWS.AT_SENDER, 1) && reply.count === 1) {
    list.push(unobservable('syn_ack_loss', null, 'a SYN-ACK lost before the capture point leaves no trace'));
  }
  return list;
}

/** @param {DirectionContext} way @param {Context} context @returns {Unobservable[]} */
function ofWay(way, context) {
  const { direction } = way;
  return IN_PART.flatMap(({ codes, lacks, where, because }) => {
    if ((lacks !== ANYWHERE && hasShown(context, lacks, direction)) || !where(way, context)) return [];
    return codes.map((code) => unobservable(code, direction, because(direction, way, context)));
  });
}

/** Losses that the sender repaired by a timer. @param {DirectionContext} way */
const timedOf = ({ episodes }) => episodes.filter(({ trigger, timeouts }) => trigger !== 'fast' || timeouts > 0);

/** @param {DirectionContext} way */
const repairedOf = ({ episodes }) => episodes.filter(({ cause }) => cause === 'loss');

/** Loss events without a timer. @param {DirectionContext} way */
const fastLosses = ({ episodes }) =>
  episodes.filter(({ cause, trigger }) => cause === 'loss' && trigger === 'fast').length;

/**
 * Whether packet numbers tell what was lost before the capture point.
 * @param {DirectionContext} way @param {Context} context
 */
const isCounted = (way, context) => unseenHere(way, context).reason === null;

/**
 * Whether several packets are missing before a repair, of which any may have been one, too.
 * @param {DirectionContext} way @param {Context} context
 */
const isAmbiguous = (way, context) =>
  unseenHere(way, context).skips.some(({ isRepair, missing }) => isRepair && missing > 1);

/** In `lacks`: no capture point shows it all. */
const ANYWHERE = 0;

/**
 * What a capture shows in part only: kinds that may be found, and may also have occurred unseen where it lacks a bit of
 * `SHOWS`.
 * @type {readonly { codes: readonly string[], lacks: number, where: (way: DirectionContext, context: Context) =>
 *   boolean, because: (direction: number, way: DirectionContext, context: Context) => string }[]}
 */
const IN_PART = [
  {
    codes: ['ecn_bleached'],
    lacks: SHOWS.BEYOND_SENDER,
    where: hasEcn,
    because: (direction) =>
      `the ECN field is as the ${senderName(direction)} set it here: whether it reaches the ${receiverName(direction)} shows only there`,
  },
  {
    codes: ['queueing_delay'],
    lacks: SHOWS.WHOLE_TRIP,
    where: () => true,
    because: (direction, _, context) => lackedReason(context, direction, SHOWS.WHOLE_TRIP),
  },
  {
    codes: ['congestion_loss', 'random_loss'],
    lacks: SHOWS.WHOLE_TRIP,
    where: (way) => fastLosses(way) > 0,
    because: (direction, _, context) => lackedReason(context, direction, SHOWS.WHOLE_TRIP),
  },
  {
    codes: ['congestion_loss', 'random_loss'],
    lacks: ANYWHERE,
    where: (way, context) =>
      hasShown(context, SHOWS.WHOLE_TRIP, way.direction) && fastLosses(way) > 0 && fastLosses(way) <= FEW_LOSSES,
    because: () => 'so few losses do not show their cause',
  },
  {
    codes: ['spurious_retransmission'],
    lacks: SHOWS.BEYOND_SENDER,
    where: (way) => timedOf(way).some(({ cause }) => cause === 'loss'),
    because: () => 'the RTO fires for lost data and for lost ACKs alike: which it was shows only at the receiver',
  },
  {
    codes: ['ack_loss'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) => way.dataPackets >= MIN_DATA && hasShown(context, SHOWS.WHOLE),
    because: (direction) =>
      `ACKs lost between here and the ${senderName(direction)} have already passed the capture point`,
  },
  {
    codes: ['window_update_lost'],
    lacks: SHOWS.AT_SENDER,
    where: ({ direction }, { seen }) => seen.shut[1 - direction] > 0,
    because: (direction) => `window updates pass here, whether they reach the ${senderName(direction)} or not`,
  },
  {
    codes: ['tail_loss_timeout', 'lost_retransmission', 'half_open'],
    lacks: SHOWS.AT_SENDER,
    where: (way) => timedOf(way).some(({ cause }) => cause !== 'loss'),
    because: (direction) => `the data had arrived: that the ${senderName(direction)} got no ACK shows only there`,
  },
  {
    codes: ['lost_retransmission'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) => isCounted(way, context) && isAmbiguous(way, context),
    because: () =>
      'several packets are missing before a retransmission by the timer: which of them were retransmissions is not known',
  },
  {
    codes: ['lost_retransmission'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) =>
      !hasShown(context, SHOWS.SACK) &&
      isCounted(way, context) &&
      !isAmbiguous(way, context) &&
      repairedOf(way).length > 0,
    because: () => 'without SACK one loss is repaired per round trip: a late retransmission need not be the second',
  },
  {
    codes: ['tail_loss_timeout'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) => isCounted(way, context) && unseenHere(way, context).unclear.length > 0,
    because: () => 'the packet missing before a response may be an ACK, or the first transmission of the response',
  },
  {
    codes: ['lost_retransmission'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) => !isCounted(way, context) && repairedOf(way).length > 0,
    because: (direction, way, context) =>
      `${uncounted(direction, way, context)}: retransmissions lost before the capture point leave no gap`,
  },
  {
    codes: ['tail_loss_timeout'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) => !isCounted(way, context) && hasPause(way, context),
    because: (direction, way, context) =>
      `${uncounted(direction, way, context)}: the retransmission of a tail lost before the capture point looks like the original`,
  },
  {
    codes: ['policed'],
    lacks: SHOWS.AT_SENDER,
    where: (way, context) =>
      !isCounted(way, context) &&
      repairedOf(way).reduce((sum, { packetsResent }) => sum + packetsResent, 0) >= POLICED_LOSSES,
    because: (direction, way, context) =>
      `${uncounted(direction, way, context)}: when the lost packets would have arrived is not known`,
  },
];

/**
 * Why packet numbers do not tell what was lost before the capture point.
 * @param {number} direction @param {DirectionContext} way @param {Context} context
 */
function uncounted(direction, way, context) {
  const { reason } = unseenHere(way, context);
  const sender = senderName(direction);
  if (reason === 'ipv6') return 'IPv6 packets have no IP ID';
  if (reason === 'zero') return `the ${sender}'s IP IDs are all 0`;
  if (reason === 'few') return `there are too few packets to tell whether the ${sender} counts its IP IDs`;
  return reason === 'shared'
    ? `the ${sender} counts its IP IDs over several connections`
    : `the ${sender}'s IP IDs do not count its packets`;
}

/**
 * Whether new data followed a pause in which a timer could have fired.
 * @param {DirectionContext} way
 * @param {Context} context
 */
function hasPause({ direction, rttMinNs }, { packets: { count, direction: directions, length, timeNs, verdict } }) {
  const timerNs = rttMinNs * TIMER_TRIPS + TIMER_NS;
  for (let i = 0, lastNs = -1; i < count; i++) {
    if (length[i] === 0) continue;
    if (
      lastNs >= 0 &&
      directions[i] === direction &&
      verdict[i] === VERDICT.ORIGINAL &&
      timeNs[i] - lastNs >= timerNs
    ) {
      return true;
    }
    lastNs = timeNs[i];
  }
  return false;
}

/** Whether the sender set the ECN field of data. @param {DirectionContext} way @param {Context} context */
function hasEcn({ direction }, { packets: { count, direction: directions, ecn, length }, seen }) {
  if (seen.ecn[direction] === NO_ECN) return false;
  for (let i = 0; i < count; i++) if (directions[i] === direction && length[i] > 0 && ecn[i] !== 0) return true;
  return false;
}
