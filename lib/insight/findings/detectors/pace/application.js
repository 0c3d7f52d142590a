import { STATE, TRIGGER } from '../../../../transport/bursts.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { LIMIT } from '../../../sender/limits.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { framesOfBursts, Shown } from '../../evidence/evidence.js';
import { ackTimerNs, heldNs } from '../../evidence/held-back.js';
import { applicationNs, askingNs } from '../../evidence/messages/application-time.js';
import { coveredNs } from '../../evidence/spans.js';
import { thinkNs, unreadThinkNs } from '../../evidence/think-time.js';
import { timerHeldNs } from '../../evidence/timer-held.js';
import {
  detector,
  finding,
  inSeconds,
  ofEachDirection,
  senderName,
  shareOf,
  timeText,
  tripText,
} from '../../finding.js';
import { AT_ONCE_NS, NOTICEABLE_NS } from '../../times.js';

export const ONE_EXCHANGE_AT_A_TIME = defineKind('one_exchange_at_a_time', 'Serial requests', 'application', [
  'RFC 9112 section 9.3.2',
  'RFC 9113 section 5',
]);
export const APPLICATION_LIMITED = defineKind(
  'application_limited',
  'Application limited',
  'application',
  ['RFC 7661'],
  { needs: SHOWS.BOTH_WAYS },
);
export const BURST_AND_STALL = defineKind('burst_and_stall', 'Burst and stall', 'application', ['RFC 7661 section 1']);

/** @typedef {import('../../context.js').DirectionContext} DirectionContext */

const MIN_SHARE = 0.5;
/** No stack sets it: twice what a person notices, since having nothing to send is no fault. */
const MIN_NS = 2 * NOTICEABLE_NS;
/** Least serial exchanges, and their share of the time. What follows an answer at once was waiting for it. */
const MIN_EXCHANGES = 5;
const EXCHANGED_SHARE = 0.1;
/** Segments in flight that count as one, and a burst. */
const ONE = 1.2;
const BURST = 4;
const MIN_BURSTS = 3;
const STALLED_SHARE = 0.5;
const MIN_ROUND_TRIPS = 20;

/** Alternating exchanges: each end answers what the other just sent, a round trip for every exchange. */
export const oneExchangeAtATime = detector(
  [ONE_EXCHANGE_AT_A_TIME],
  ({ packets, seen, ways, messages, durationNs }) => {
    const way = ways.find(({ direction }) => direction === 0);
    if (way === undefined || ways.length < 2 || way.rttMinNs === 0 || seen.data[0] <= MIN_EXCHANGES) return [];
    const shown = waitedForAnswers(packets, messages, way.rttMinNs + AT_ONCE_NS);
    const costNs = shown.count * way.rttMinNs;
    if (shown.count < MIN_EXCHANGES || costNs < way.activeNs * EXCHANGED_SHARE) return [];
    return finding(
      {
        kind: ONE_EXCHANGE_AT_A_TIME,
        severity: 'note',
        direction: 0,
        during: shown,
        costNs,
        message: `${shown.count} times the client waited for the server's answer before it sent the next request: a round trip of ${tripText(way.rttMinNs)} each, ${timeText(costNs)} of ${timeText(durationNs)}.`,
        advice: 'Send several requests at once (HTTP/2, HTTP/3, pipelining), or fewer and larger ones.',
      },
      { exchanges: shown.count, rttSeconds: inSeconds(way.rttMinNs), frames: shown.frames },
    );
  },
);

/**
 * Packets that the client sent only when the server had answered its previous ones. Where requests cannot be read, an
 * answer is what comes soon after the client's data, or after earlier parts of it: later data may be unasked.
 * @param {import('../../context.js').Context['packets']} packets
 * @param {import('../../context.js').Context['messages']} messages
 * @param {number} soonNs
 */
function waitedForAnswers(packets, messages, soonNs) {
  const { requests, isMultiplexed } = requestFrames(messages);
  const shown = new Shown(packets);
  // `soFarNs`: the latest data of the current exchange, −1 none; `sentNs`: when the latest request was completely sent.
  let answeredNs = -1;
  let soFarNs = -1;
  let sentNs = -1;
  let isRequest = false;
  for (let i = 0; i < packets.count; i++) {
    if (packets.length[i] === 0 || packets.verdict[i] !== VERDICT.ORIGINAL) continue;
    const atNs = packets.timeNs[i];
    if (packets.direction[i] === 1) {
      const isAnswer = soFarNs >= 0 && (isRequest || atNs - soFarNs <= soonNs);
      answeredNs = soFarNs = isAnswer ? atNs : -1;
      continue;
    }
    const begun = requests.get(packets.frame[i]);
    if (!isMultiplexed || begun !== undefined) {
      if (answeredNs >= 0 && atNs - answeredNs <= soonNs) shown.add(i);
      isRequest = begun !== undefined || atNs <= sentNs;
      sentNs = begun ?? sentNs;
      soFarNs = atNs;
      answeredNs = -1;
    }
  }
  return shown;
}

/**
 * When requests were completely sent, by the frame in which they begin, and whether they are of HTTP/2 or MUX: other
 * data of the client there, such as credit, is no request.
 * @param {import('../../context.js').Context['messages']} messages
 */
function requestFrames(messages) {
  const exchanges = messages?.exchanges ?? [];
  const multiplexed = exchanges.filter(({ stream }) => stream >= 0);
  const isMultiplexed = multiplexed.length > 0;
  return {
    isMultiplexed,
    requests: new Map(
      (isMultiplexed ? multiplexed : exchanges).map(({ requestFrame, sentNs }) => [requestFrame, sentNs]),
    ),
  };
}

/**
 * Time in which a server was in the middle of an answer for a transfer on another connection, or kept one open for
 * events: neither end had to send.
 * @param {import('../../context.js').Context} context
 */
const designedNs = ({ messages }) =>
  coveredNs([
    ...(messages?.streams ?? []),
    ...(messages?.exchanges ?? [])
      .filter(({ isAround, answerNs }) => isAround && answerNs >= 0)
      .map(({ answerNs, endNs }) => ({ startNs: answerNs, endNs })),
  ]);

/**
 * Application limited: there was nothing to send. An end that only requests and acknowledges always waits, which is no
 * finding; nor is a pause with keep-alives, in an event stream, or for a transfer elsewhere. Where only one end was
 * captured, it is unknown what it waited for.
 */
export const applicationLimited = ofEachDirection([APPLICATION_LIMITED], (way, context) => {
  const {
    direction,
    limitNs,
    activeNs,
    dataPackets,
    rttMinNs,
    insight: { bursts, limits },
  } = way;
  const { ways, packets, durationNs } = context;
  const isLittle = (/** @type {number} */ ns) => ns < activeNs * MIN_SHARE || ns < MIN_NS;
  // a request that comes in parts is waited for, however short it is
  const isAsking = direction === 0 && !isLittle(askingNs(way, context)) && askingNs(way, context) < Infinity;
  if (
    !isAsking &&
    ways.some(
      (other) => other.dataPackets > dataPackets || (other.dataPackets === dataPackets && other.direction < direction),
    )
  ) {
    return null;
  }
  if (isLittle(limitNs[LIMIT.APPLICATION])) return null;
  // A server's time to answer is a finding of its own (`server_think_time`).
  const waitedNs = Math.max(heldNs(way, context), ackTimerNs(way, context)) + timerHeldNs(way, context.packets);
  const costNs =
    applicationNs(way, context) -
    waitedNs -
    designedNs(context) -
    (direction === 1 ? thinkNs(context) + unreadThinkNs(context) : 0);
  if (isLittle(costNs)) return null;
  const leastNs = Math.max(rttMinNs, activeNs / 50);
  const frames = framesOfBursts(
    way,
    packets,
    (b) =>
      b > 0 &&
      limits[b - 1] === LIMIT.APPLICATION &&
      bursts.sentNew[b] > 0 &&
      bursts.startNs[b] - bursts.startNs[b - 1] > leastNs,
  );
  return finding(
    {
      kind: APPLICATION_LIMITED,
      severity: 'note',
      direction,
      during: way,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)} the ${senderName(direction)} had nothing to send.`,
      advice: `The network was not the limit: check what the application at the ${senderName(direction)} waits for.`,
    },
    { share: shareOf(costNs / durationNs), seconds: inSeconds(costNs), frames },
  );
});

/**
 * Bursts, and between them a single segment in flight for most of the time, until its acknowledgement releases the next
 * burst: XUDP's figure 8.3.
 */
export const burstAndStall = ofEachDirection([BURST_AND_STALL], (way, { packets, durationNs }) => {
  const {
    direction,
    insight: { bursts },
    activeNs,
    rttMinNs,
  } = way;
  if (activeNs < MIN_ROUND_TRIPS * rttMinNs) return null;
  let stalledNs = 0;
  let most = 0;
  let count = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    most = Math.max(most, bursts.pipeAfter[b]);
    if (bursts.pipeAfter[b] >= BURST && bursts.pipeBefore[b] < BURST) count++;
    const isStall = bursts.state[b] === STATE.OPEN && bursts.pipeAfter[b] > 0 && bursts.pipeAfter[b] <= ONE;
    const isEnded = bursts.trigger[b + 1] === TRIGGER.ACK && bursts.sentNew[b + 1] > 0;
    if (isStall && isEnded) stalledNs += bursts.startNs[b + 1] - bursts.startNs[b];
  }
  if (count < MIN_BURSTS || stalledNs < activeNs * STALLED_SHARE) return null;
  return finding(
    {
      kind: BURST_AND_STALL,
      severity: 'note',
      direction,
      during: way,
      costNs: stalledNs,
      message: `The ${senderName(direction)} sent bursts of up to ${Math.round(most)} segments, and between them waited ${timeText(stalledNs)} of ${timeText(durationNs)} with one segment in flight.`,
      advice:
        'Find out why only one segment stays in flight: RTOs, a delayed-ACK timer at the receiver, or writes that wait for answers.',
    },
    {
      mostSegments: Math.round(most),
      stalledSeconds: inSeconds(stalledNs),
      frames: framesOfBursts(
        way,
        packets,
        (b) => bursts.trigger[b] !== TRIGGER.NOTHING && bursts.pipeAfter[b] >= BURST,
      ),
    },
  );
});
