import { refusalOf, TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { GREETED_WITHIN_NS, MIN_SYN_TIMEOUT_NS } from '../times.js';
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
 * @property {number} repeats SYN-ACKs that the server sent again meanwhile
 * @property {boolean} isAtServer whether the capture was taken at the server's host, so that all of it arrived there
 */

/**
 * Packets of the client that the server passed over, and SYN-ACKs that came through meanwhile, by which a path that
 * loses packets is no explanation where the capture was taken elsewhere: even of a tenth lost, so many in a row are one
 * case in ten thousand.
 */
const MIN_PASSED_OVER = 4;
const MIN_REPEATS = 2;

/**
 * Whether an episode repaired data that the host had dropped.
 * @param {Pick<import('../../../transport/losses.js').LossEpisode, 'startNs'>} episode
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
function listenDrops(packets) {
  const handshake = handshakeOf(packets);
  if (handshake === null) return null;
  const { syns, behind, synAcksNs, resetNs, takenUpNs } = handshake;
  const { timeNs } = packets;
  if (isActedAsIfMissing(packets, handshake)) {
    const latestNs = (takenUpNs ?? Infinity) - MIN_SYN_TIMEOUT_NS;
    const dropped = behind.filter((i) => timeNs[i] <= latestNs);
    return dropsOf(packets, 'ack', dropped, takenUpNs, repeatsOf(packets, handshake).length);
  }
  if (resetNs !== null) return isOverflow(packets, behind, resetNs) ? dropsOf(packets, 'reset', behind, null) : null;
  const answeredNs = synAcksNs[0] ?? takenUpNs;
  if (syns.length < 2 || timeNs[syns[syns.length - 1]] - timeNs[syns[0]] < MIN_SYN_TIMEOUT_NS) return null;
  return dropsOf(packets, 'syn', answeredNs === null ? syns : syns.slice(0, -1), answeredNs);
}

/**
 * What the server's host dropped, as far as the place of capture tells.
 * @param {Context['packets']} packets @param {() => boolean} isAtServer whether that is the server's host
 * @returns {ListenDrops | null}
 */
export function listenDropsOf(packets, isAtServer) {
  const drops = listenDrops(packets);
  if (drops === null || isAtServer()) return drops;
  return showsElsewhere(drops) ? { ...drops, isAtServer: false } : null;
}

/**
 * Whether what shows away from the server's host leaves little but its queue: all of what a client sends behind the
 * SYN-ACK is passed over, a request among it, while the server's packets come through.
 * @param {ListenDrops} drops
 */
const showsElsewhere = ({ what, hasData, packets, repeats }) =>
  what === 'ack' && hasData && packets.length >= MIN_PASSED_OVER && repeats >= MIN_REPEATS;

/**
 * @param {Context['packets']} packets @param {ListenDrops['what']} what @param {number[]} dropped
 * @param {number | null} untilNs @param {number} [repeats]
 * @returns {ListenDrops}
 */
const dropsOf = ({ timeNs, length }, what, dropped, untilNs, repeats = 0) => ({
  what,
  packets: dropped,
  sinceNs: timeNs[dropped[0]],
  untilNs,
  hasData: dropped.some((i) => length[i] > 0),
  repeats,
  isAtServer: true,
});

/**
 * Whether a reset answers the last ACK, or data: to an idle connection it tells that the listener gave up waiting for
 * data (TCP_DEFER_ACCEPT).
 * @param {Context['packets']} packets @param {number[]} behind @param {number} resetNs
 */
const isOverflow = ({ timeNs, length }, behind, resetNs) =>
  resetNs - timeNs[behind[0]] < MIN_SYN_TIMEOUT_NS || behind.some((i) => length[i] > 0);

/** What never came to the server's TCP. @type {readonly number[]} */
const NOT_TAKEN = [VERDICT.DUPLICATE_IN_CAPTURE, VERDICT.CORRUPTED];

/**
 * `syns`: the client's; `behind`: what it sent after the SYN-ACK; `isGreeting`: the server took it up with data.
 * @typedef {{ syns: number[], behind: number[], synAcksNs: number[], resetNs: number | null, takenUpNs: number | null,
 *   isGreeting: boolean }} Handshake
 */

/**
 * The client's SYNs, what it sent after the SYN-ACK, and the server's part, until the server sends anything else.
 * @param {Context['packets']} packets
 * @returns {Handshake | null} null: it began otherwise
 */
function handshakeOf(packets) {
  const { count, flags, direction, timeNs, length, ackOffset, verdict } = packets;
  /** @type {number[]} */ const syns = [];
  /** @type {number[]} */ const behind = [];
  const synAcksNs = [];
  let resetNs = null;
  let takenUpNs = null;
  let isGreeting = false;
  for (let i = 0; i < count && takenUpNs === null && resetNs === null; i++) {
    if (NOT_TAKEN.includes(verdict[i]) || refusalOf(flags[i]) !== 0 || isCopy(packets, i)) continue;
    const kind = flags[i] & (SYN | ACK | RST);
    const isClients = direction[i] === CLIENT;
    if (isClients && kind === SYN && synAcksNs.length === 0) syns.push(i);
    else if (isClients && kind === ACK && synAcksNs.length > 0 && ackOffset[i] >= 1) behind.push(i);
    else if (!isClients && kind === (SYN | ACK)) synAcksNs.push(timeNs[i]);
    else if (!isClients && kind === RST && behind.length > 0) resetNs = timeNs[i];
    else if (kind & RST) return null;
    else if (!isClients) {
      takenUpNs = timeNs[i];
      isGreeting = length[i] > 0;
    }
  }
  return syns.length === 0 ? null : { syns, behind, synAcksNs, resetNs, takenUpNs, isGreeting };
}

/**
 * SYN-ACKs that the server retransmitted after the client's acknowledgement.
 * @param {Context['packets']} packets @param {Pick<Handshake, 'behind' | 'synAcksNs'>} handshake
 */
const repeatsOf = ({ timeNs }, { behind, synAcksNs }) =>
  synAcksNs.filter((ns) => ns - timeNs[behind[0]] >= MIN_SYN_TIMEOUT_NS);

/**
 * Whether the server went on as if the last ACK had not come: it sent its SYN-ACK again, or was silent to data until
 * the client sent that again. A listener that is to be woken by data alone (TCP_DEFER_ACCEPT) passes an ACK without any
 * over, too: it takes the client's first data at once, and nobody has waited. Without data of the client, only the
 * server's greeting as soon as it accepted tells that something waited.
 * @param {Context['packets']} packets @param {Handshake} handshake
 */
function isActedAsIfMissing(packets, handshake) {
  const { timeNs, length, seqOffset } = packets;
  const { behind, takenUpNs, isGreeting } = handshake;
  if (behind.length === 0) return false;
  const first = behind.find((i) => length[i] > 0);
  if (first === undefined) {
    const isGreeted = isGreeting && Number(takenUpNs) - timeNs[behind[behind.length - 1]] <= GREETED_WITHIN_NS;
    return isGreeted && repeatsOf(packets, handshake).length > 0;
  }
  if (repeatsOf(packets, handshake).some((ns) => ns > timeNs[first])) return true;
  return behind.some(
    (i) => length[i] > 0 && seqOffset[i] === seqOffset[first] && timeNs[i] - timeNs[first] >= MIN_SYN_TIMEOUT_NS,
  );
}
