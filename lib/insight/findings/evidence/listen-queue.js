import { TCP } from '../../../engine/segment-batch.js';
import { VERDICT } from '../../../tcpflow/verdicts/verdict.js';
import { LEAST_SYN_TIMEOUT_NS } from '../times.js';
import { isCopy } from './duplicate-acks.js';

/** @typedef {import('../context.js').Context} Context */

const { ACK, RST, SYN } = TCP;
const CLIENT = 0;

/**
 * Handshake packets that reached the server's host and were dropped there.
 * @typedef {object} ListenDrops
 * @property {'syn' | 'ack' | 'reset'} what unanswered SYNs; the ACK of the SYN-ACK and what follows it, ignored; or the
 *   same answered with a reset
 * @property {number[]} packets the client's that were dropped
 * @property {number} sinceNs
 * @property {number | null} untilNs when the server accepted it; null: never
 * @property {boolean} hasData whether data was among what was dropped
 */

/**
 * Whether an episode repaired data that the host had dropped.
 * @param {Pick<import('../../../tcpflow/verdicts/loss-episodes.js').LossEpisode, 'startNs'>} episode
 * @param {ListenDrops | null} drops @param {number} direction
 */
export const isDroppedByListener = ({ startNs }, drops, direction) =>
  drops !== null && direction === CLIENT && startNs <= (drops.untilNs ?? Infinity);

/**
 * Follows a handshake as the server's host sees it. Linux drops a SYN while either queue of the listener is full, and
 * the last ACK while its accept queue is: it then retransmits the SYN-ACK or, with tcp_abort_on_overflow, answers with
 * a reset without ACK.
 *
 * ```
 *   SYN                 ───►  dropped                  SYN           ───►
 *   SYN, a second later ───►  dropped                                ◄───  SYN-ACK
 *   SYN                 ───►                           ACK, request  ───►  dropped
 *                       ◄───  SYN-ACK                                ◄───  SYN-ACK, a second later
 * ```
 *
 * @param {Context['packets']} packets whose capture point the caller has checked
 * @returns {ListenDrops | null}
 */
export function listenDrops(packets) {
  const handshake = handshakeOf(packets);
  if (handshake === null) return null;
  const { syns, behind, synAcksNs, resetNs, takenUpNs } = handshake;
  const { timeNs } = packets;
  if (resetNs !== null) return dropsOf(packets, 'reset', behind, null);
  if (isActedAsIfMissing(packets, behind, synAcksNs)) {
    const latestNs = (takenUpNs ?? Infinity) - LEAST_SYN_TIMEOUT_NS;
    const dropped = behind.filter((i) => timeNs[i] <= latestNs);
    return dropsOf(packets, 'ack', dropped, takenUpNs);
  }
  const answeredNs = synAcksNs[0] ?? takenUpNs;
  if (syns.length < 2 || timeNs[syns[syns.length - 1]] - timeNs[syns[0]] < LEAST_SYN_TIMEOUT_NS) return null;
  return dropsOf(packets, 'syn', answeredNs === null ? syns : syns.slice(0, -1), answeredNs);
}

/**
 * @param {Context['packets']} packets @param {ListenDrops['what']} what @param {number[]} dropped
 * @param {number | null} untilNs
 * @returns {ListenDrops}
 */
const dropsOf = ({ timeNs, length }, what, dropped, untilNs) => ({
  what,
  packets: dropped,
  sinceNs: timeNs[dropped[0]],
  untilNs,
  hasData: dropped.some((i) => length[i] > 0),
});

/**
 * The client's SYNs, what it sent after the SYN-ACK, and the server's part, until the server sends anything else.
 * @param {Context['packets']} packets
 * @returns {{ syns: number[], behind: number[], synAcksNs: number[], resetNs: number | null,
 *   takenUpNs: number | null } | null} null: it began otherwise
 */
function handshakeOf(packets) {
  const { count, flags, direction, timeNs, ackOffset, verdict } = packets;
  /** @type {number[]} */ const syns = [];
  /** @type {number[]} */ const behind = [];
  const synAcksNs = [];
  let resetNs = null;
  let takenUpNs = null;
  for (let i = 0; i < count && takenUpNs === null && resetNs === null; i++) {
    if (verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE || isCopy(packets, i)) continue;
    const kind = flags[i] & (SYN | ACK | RST);
    const isClients = direction[i] === CLIENT;
    if (isClients && kind === SYN && synAcksNs.length === 0) syns.push(i);
    else if (isClients && kind === ACK && synAcksNs.length > 0 && ackOffset[i] >= 1) behind.push(i);
    else if (!isClients && kind === (SYN | ACK)) synAcksNs.push(timeNs[i]);
    else if (!isClients && kind === RST && behind.length > 0) resetNs = timeNs[i];
    else if (kind & RST) return null;
    else if (!isClients) takenUpNs = timeNs[i];
  }
  return syns.length === 0 ? null : { syns, behind, synAcksNs, resetNs, takenUpNs };
}

/**
 * Whether the server behaved as if the last ACK had not arrived: it retransmitted its SYN-ACK, or ignored data until
 * the client retransmitted it.
 * @param {Context['packets']} packets @param {number[]} behind @param {number[]} synAcksNs
 */
function isActedAsIfMissing({ timeNs, length, seqOffset }, behind, synAcksNs) {
  if (behind.length === 0) return false;
  const firstNs = timeNs[behind[0]];
  if (synAcksNs.some((ns) => ns - firstNs >= LEAST_SYN_TIMEOUT_NS)) return true;
  const first = behind.find((i) => length[i] > 0);
  return (
    first !== undefined &&
    behind.some(
      (i) => length[i] > 0 && seqOffset[i] === seqOffset[first] && timeNs[i] - timeNs[first] >= LEAST_SYN_TIMEOUT_NS,
    )
  );
}
