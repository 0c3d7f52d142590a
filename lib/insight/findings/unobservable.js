import { TCP } from '../../engine/segment-batch.js';
import { SCALE_UNKNOWN } from '../../tcpflow/connection/window-scale.js';
import { VERDICT } from '../../tcpflow/verdicts/verdict.js';
import { LIMIT } from '../sender/limits.js';
import { lacksPackets } from './detectors/capture-quality.js';
import { MIN_SHARE } from './detectors/receive-window.js';
import { controlsWhere } from './evidence/evidence.js';
import { isAtSender, unseenHere, usesSack } from './evidence/upstream.js';
import { directionName, receiverName, senderName } from './finding.js';
import { KINDS } from './kinds.js';

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
/** Data packets with enough acknowledgements to show whether some are lost. */
const MIN_DATA = 60;
/** Of `Occurrences.ecn`: the field is 0 with all. */
const NO_ECN = 1;
/** Loss events needed to tell their cause by delays. */
const FEW_LOSSES = 2;

/**
 * What is not observable at this capture point; without what was found, or could not have occurred.
 * @param {Context} context @param {Finding[]} findings what was found @returns {Unobservable[]}
 */
export function unobservableIn(context, findings) {
  const found = new Set(findings.map(({ code, direction }) => `${code} ${direction}`));
  const all = [...handshakeOf(context), ...context.ways.flatMap((way) => ofWay(way, context))];
  return all.filter(({ code, direction }) => !found.has(`${code} ${direction}`));
}

/** @param {string} code @param {number | null} direction @param {string} because @returns {Unobservable} */
const unobservable = (code, direction, because) => ({
  code,
  title: KINDS[code].title,
  direction: direction === null ? null : directionName(direction),
  reason: `not observable here, because ${because}`,
});

/**
 * Handshake segments lost before the capture point leave no trace.
 * @param {Context} context
 * @returns {Unobservable[]}
 */
function handshakeOf({ packets, vantages }) {
  const { flags } = packets;
  const opening = controlsWhere(packets, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === TCP.SYN);
  const reply = controlsWhere(packets, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK));
  const list = [];
  if (vantages === null || opening.count !== 1 || reply.count === 0) return [];
  if (vantages[0].place !== 'sender') {
    list.push(unobservable('syn_loss', null, 'a SYN lost before the capture point leaves no trace'));
  }
  if (vantages[1].place !== 'sender' && reply.count === 1) {
    list.push(unobservable('syn_ack_loss', null, 'a SYN-ACK lost before the capture point leaves no trace'));
  }
  return list;
}

/** @param {DirectionContext} way @param {Context} context @returns {Unobservable[]} */
function ofWay(way, context) {
  const { direction, episodes } = way;
  const list = [...windowOf(way, context), ...ecnOf(way, context), ...causeOf(way)];
  const isLacking = lacksPackets(context.packets, context.seen);
  if (isLacking && way.dataPackets >= MIN_DATA) {
    list.push(unobservable('ack_loss', direction, 'packets are missing from the capture itself'));
  }
  const timer = episodes.filter(({ trigger, timeouts }) => trigger !== 'fast' || timeouts > 0);
  if (isAtSender(way, context)) {
    if (timer.some(({ cause }) => cause === 'loss')) {
      list.push(
        unobservable(
          'spurious_retransmission',
          direction,
          'the RTO fires for lost data and for lost ACKs alike: which it was shows only at the receiver',
        ),
      );
    }
    return list;
  }
  if (way.dataPackets >= MIN_DATA && !isLacking) {
    list.push(
      unobservable(
        'ack_loss',
        direction,
        `ACKs lost between here and the ${senderName(direction)} have already passed the capture point`,
      ),
    );
  }
  if (context.seen.shut[1 - direction] > 0) {
    list.push(
      unobservable(
        'window_update_lost',
        direction,
        `window updates pass here, whether they reach the ${senderName(direction)} or not`,
      ),
    );
  }
  if (timer.some(({ cause }) => cause !== 'loss')) list.push(...ofOutage(direction));
  return [...list, ...lossesOf(way, context)];
}

/**
 * A window of unknown scale is never taken as the limit, but may have been it.
 * @param {DirectionContext} way @param {Context} context
 */
export function hidesWindow({ direction, limitNs, activeNs }, { options }) {
  const heldNs = limitNs[LIMIT.CONGESTION_WINDOW] + limitNs[LIMIT.SEND_BUFFER];
  return options.windowScale[1 - direction] === SCALE_UNKNOWN && heldNs > 0 && heldNs >= activeNs * MIN_SHARE;
}

/** @param {DirectionContext} way @param {Context} context */
function windowOf(way, context) {
  if (!hidesWindow(way, context)) return [];
  const { direction } = way;
  const because = `the handshake, which has the ${receiverName(direction)}'s window scale, is missing from the capture or incomplete, and nothing else proves it`;
  return [unobservable('receive_window_limited', direction, because)];
}

/**
 * Where acknowledgements are lost, a sender retransmits what has arrived.
 * @param {number} direction
 * @returns {Unobservable[]}
 */
function ofOutage(direction) {
  const because = `the data had arrived: that the ${senderName(direction)} got no ACK shows only there`;
  return ['tail_loss_timeout', 'lost_retransmission', 'half_open'].map((code) =>
    unobservable(code, direction, because),
  );
}

/**
 * The cause of losses, where round trips are not known or losses are too few.
 * @param {DirectionContext} way
 * @returns {Unobservable[]}
 */
function causeOf({ direction, order, episodes }) {
  const lost = episodes.filter(({ cause, trigger }) => cause === 'loss' && trigger === 'fast').length;
  const list = [];
  const because =
    order === 'shifted'
      ? 'without timestamps the RTT of the whole path is not known here'
      : 'so few losses do not show their cause';
  if (order === 'shifted') list.push(unobservable('queueing_delay', direction, because));
  if (lost > 0 && (order === 'shifted' || lost <= FEW_LOSSES)) {
    list.push(unobservable('congestion_loss', direction, because), unobservable('random_loss', direction, because));
  }
  return list;
}

/**
 * What packets lost before the capture point would show.
 * @param {DirectionContext} way
 * @param {Context} context
 * @returns {Unobservable[]}
 */
function lossesOf(way, context) {
  const { direction, episodes } = way;
  const { reason, skips, unclear } = unseenHere(way, context);
  const repaired = episodes.filter(({ cause }) => cause === 'loss');
  const resent = repaired.reduce((sum, { packetsResent }) => sum + packetsResent, 0);
  const list = [];
  const because = untold(reason, senderName(direction));
  const lostRetransmission = (/** @type {string} */ why) => unobservable('lost_retransmission', direction, why);
  if (reason === null) {
    if (skips.some(({ isRepair, missing }) => isRepair && missing > 1)) {
      list.push(
        lostRetransmission(
          'several packets are missing before a retransmission by the timer: which of them were retransmissions is not known',
        ),
      );
    } else if (repaired.length > 0 && !usesSack(context)) {
      list.push(
        lostRetransmission(
          'without SACK one loss is repaired per round trip: a late retransmission need not be the second',
        ),
      );
    }
    if (unclear.length > 0) {
      list.push(
        unobservable(
          'tail_loss_timeout',
          direction,
          'the packet missing before a response may be an ACK, or the first transmission of the response',
        ),
      );
    }
    return list;
  }
  if (repaired.length > 0) {
    list.push(lostRetransmission(`${because}: retransmissions lost before the capture point leave no gap`));
  }
  if (hasPause(way, context)) {
    list.push(
      unobservable(
        'tail_loss_timeout',
        direction,
        `${because}: the retransmission of a tail lost before the capture point looks like the original`,
      ),
    );
  }
  if (resent >= POLICED_LOSSES) {
    list.push(unobservable('policed', direction, `${because}: when the lost packets would have arrived is not known`));
  }
  return list;
}

/** @param {import('../upstream/unseen.js').Untold | null} reason @param {string} sender */
function untold(reason, sender) {
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

/**
 * What happens to the ECN field after the sender.
 * @param {DirectionContext} way
 * @param {Context} context
 * @returns {Unobservable[]}
 */
function ecnOf({ direction }, { packets: { count, direction: directions, ecn, length }, seen, vantages }) {
  if (vantages?.[direction].place !== 'sender' || seen.ecn[direction] === NO_ECN) return [];
  for (let i = 0; i < count; i++) {
    if (directions[i] === direction && length[i] > 0 && ecn[i] !== 0) {
      return [
        unobservable(
          'ecn_bleached',
          direction,
          `the ECN field is as the ${senderName(direction)} set it here: whether it reaches the ${receiverName(direction)} shows only there`,
        ),
      ];
    }
  }
  return [];
}
