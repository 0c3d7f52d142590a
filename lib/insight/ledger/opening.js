import { TCP } from '../../transport/tcp/header.js';
import { VERDICT } from '../../transport/verdict.js';
import { LIKELY, POSSIBLE, SURE } from '../confidence.js';
import { NOTICEABLE_NS } from '../findings/times.js';
import { icmpDrop } from './icmp-drop.js';
import { CAPTURE_AT, PATH, TCP_OF } from './owners.js';
import { Strip } from './strip.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */
/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('./strip.js').Cause} Cause */

const { ACK, FIN, RST, SYN } = TCP;
const NOBODY = /** @type {const} */ ({ owner: 'unknown', rule: 'unanswered', confidence: 0 });

/**
 * The handshake's packets, until the client hears that the connection is open.
 * @typedef {object} Opening
 * @property {number[]} syns before the first answer
 * @property {number} answer SYN-ACK or RST; −1: none
 * @property {number} lastAnswer the same, sent again for the last time before the client acknowledged it
 * @property {number} ack the client's; −1: none
 * @property {boolean} isRefused
 */

/** @param {FlowFacts['packets']} packets @returns {Opening | null} null: its beginning was not captured */
function openingOf({ controls, flags, direction, count }) {
  if (controls.length === 0 || controls[0] !== 0 || (flags[0] & (SYN | ACK)) !== SYN || direction[0] !== 0) return null;
  const syns = [];
  let answer = -1;
  for (const i of controls) {
    const isReset = (flags[i] & RST) !== 0;
    if (direction[i] === 0 && (flags[i] & (SYN | ACK)) === SYN && answer < 0) syns.push(i);
    else if (direction[i] === 1 && answer < 0 && (isReset || (flags[i] & SYN) !== 0)) answer = i;
    else if ((flags[i] & FIN) !== 0) break;
    if (answer >= 0) break;
  }
  const isRefused = answer >= 0 && (flags[answer] & RST) !== 0;
  let ack = -1;
  let lastAnswer = answer;
  for (let i = answer + 1; answer >= 0 && !isRefused && ack < 0 && i < count; i++) {
    if (direction[i] === 0 && (flags[i] & (SYN | RST)) === 0) ack = i;
    else if (direction[i] === 1 && (flags[i] & (SYN | ACK)) === (SYN | ACK)) lastAnswer = i;
  }
  return { syns, answer, lastAnswer, ack, isRefused };
}

/**
 * The connection's set-up: from the SYN to its answer's arrival at the client.
 * @param {FlowFacts} facts @returns {Exchange | null} null: not captured
 */
export function openingExchange(facts) {
  const { packets, context } = facts;
  const opening = openingOf(packets);
  if (opening === null) return null;
  const { syns, answer, lastAnswer, ack, isRefused } = opening;
  const isOpen = ack >= 0 || isRefused;
  const { timeNs } = packets;
  const strip = new Strip(timeNs[0]);
  const frames = [facts.frame(0), facts.frame(answer < 0 ? syns[syns.length - 1] : answer)];
  if (answer < 0) {
    strip.until(
      context.endNs,
      droppedSyns(facts, syns) ?? { ...NOBODY, frames: framesOf(facts, syns), would: CAPTURE_AT[1] },
    );
  } else {
    strip.until(timeNs[syns[syns.length - 1]], repeatedSyn(facts, opening));
    layShaken(strip, facts, timeNs[answer], frames);
    const trip = { owner: PATH[1], confidence: LIKELY };
    const repeats = [facts.frame(answer), facts.frame(lastAnswer)];
    if (isOpen) strip.until(timeNs[lastAnswer], { ...trip, rule: 'syn_ack_timeout', frames: repeats });
    else strip.until(timeNs[lastAnswer], { ...NOBODY, frames: repeats, would: CAPTURE_AT[0] });
    const homeNs = Math.min(timeNs[lastAnswer] + facts.halfNs(0), context.endNs);
    strip.until(homeNs, { ...trip, rule: 'propagation', frames });
    if (!isOpen) strip.until(context.endNs, { ...NOBODY, frames: repeats, would: CAPTURE_AT[0] });
  }
  return {
    kind: 'connection_setup',
    row: -1,
    frames,
    outcome: outcomeOf(isOpen, isRefused),
    startNs: strip.startNs,
    endNs: strip.atNs,
    intervals: strip.intervals,
  };
}

/** @param {boolean} isOpen @param {boolean} isRefused @returns {Exchange['outcome']} */
function outcomeOf(isOpen, isRefused) {
  if (isRefused) return 'failed';
  return isOpen ? 'none' : 'unanswered';
}

/**
 * From the SYN that was answered to its answer, as it passes here.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} answerNs @param {number[]} frames
 */
function layShaken(strip, facts, answerNs, frames) {
  const tripNs = answerNs - strip.atNs;
  const shortestNs = facts.distances[1] ?? tripNs;
  const wayNs = Math.min(shortestNs, tripNs) / 2;
  const trip = { rule: 'propagation', confidence: LIKELY, frames };
  strip.until(strip.atNs + wayNs, { owner: PATH[0], ...trip });
  if (tripNs - shortestNs >= NOTICEABLE_NS) {
    strip.until(answerNs - wayNs, {
      owner: 'unknown',
      rule: 'late_answer',
      confidence: 0,
      frames,
      would: CAPTURE_AT[1],
    });
  }
  strip.until(strip.atNs + (answerNs - wayNs - strip.atNs) / 2, { owner: PATH[0], ...trip });
  strip.until(answerNs, { owner: PATH[1], ...trip });
}

/**
 * Who has the time for which SYNs were sent again. An answer that echoes the first SYN's timestamp shows that it had
 * arrived (RFC 7323 section 3.2); a host whose queue is full drops it.
 * @param {FlowFacts} facts @param {Opening} opening @returns {Cause}
 */
function repeatedSyn(facts, { syns, answer }) {
  const { tsValue, tsEcho } = facts.packets;
  const frames = framesOf(facts, [...syns, answer]);
  const challenge = challengeOf(facts.packets, syns);
  if (challenge >= 0) {
    return {
      owner: TCP_OF[1],
      rule: 'stale_connection',
      confidence: LIKELY,
      frames: [...frames, facts.frame(challenge)],
    };
  }
  const dropped = droppedSyns(facts, syns.slice(0, -1));
  if (dropped !== null) return dropped;
  const [first] = syns;
  const last = syns[syns.length - 1];
  if (tsValue[first] !== 0 && tsEcho[answer] === tsValue[first] && tsValue[last] !== tsValue[first]) {
    return { owner: PATH[1], rule: 'syn_timeout', confidence: SURE, frames };
  }
  // One is lost now and then; of several in a row a listener with a full queue is the likelier cause.
  if (syns.length > 2) return { owner: 'unknown', rule: 'syn_timeout', confidence: 0, frames, would: CAPTURE_AT[1] };
  return { owner: PATH[0], rule: 'syn_timeout', confidence: POSSIBLE, frames };
}

/**
 * The server's acknowledgement of another connection's data, by which it answered a SYN (RFC 5961 section 4.2).
 * @param {FlowFacts['packets']} packets @param {readonly number[]} syns @returns {number} −1: none
 */
function challengeOf({ direction, flags }, syns) {
  for (let i = syns[0] + 1; i < syns[syns.length - 1]; i++) {
    if (direction[i] === 1 && (flags[i] & (ACK | SYN | RST)) === ACK) return i;
  }
  return -1;
}

/**
 * Who dropped SYNs, where the capture shows it: the server's host that has them, the path that damaged them, or whoever
 * said so by ICMP.
 * @param {FlowFacts} facts @param {readonly number[]} syns @returns {Cause | null}
 */
function droppedSyns(facts, syns) {
  const { verdict } = facts.packets;
  const { listenDrops } = facts.context;
  const frames = framesOf(facts, syns);
  const damage = { owner: PATH[0], rule: 'syn_timeout', confidence: SURE, frames };
  if (syns.length > 0 && syns.every((i) => verdict[i] === VERDICT.CORRUPTED)) return damage;
  const queue = { owner: TCP_OF[1], rule: 'listen_queue', confidence: SURE, frames };
  return listenDrops?.what === 'syn' && listenDrops.isAtServer ? queue : icmpDrop(facts, 0, { seqOffset: 0, frames });
}

/** @param {FlowFacts} facts @param {readonly number[]} packets */
const framesOf = (facts, packets) => packets.map((i) => facts.frame(i));

/**
 * When and by which packet the server learnt that the connection is open, as it passed here.
 * @param {FlowFacts} facts @returns {number} packet; −1: not captured
 */
export const openedBy = ({ packets }) => openingOf(packets)?.ack ?? -1;
