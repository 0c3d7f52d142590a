import { REFUSAL, refusalOf, TCP } from '../../../transport/tcp/header.js';
import { controlsWhere, Shown } from './evidence.js';

/** @typedef {import('../context.js').Context} Context */

const { ACK, RST, SYN } = TCP;
const SYN_ACK = SYN | ACK;

/**
 * The other end still has a connection with these addresses and ports, unknown to the end that opens this one (RFC 9293
 * section 3.5.1, RFC 5961 section 4):
 *
 * ```
 *   SYN           ───────►
 *                 ◄───────  ACK of the earlier connection
 *   RST           ───────►  which ends that
 *   SYN, again    ───────►
 *                 ◄───────  SYN-ACK
 * ```
 *
 * @param {Context['packets']} packets
 * The reset may be missing, as what drops the ACK on the way to it, or it, keeps the earlier connection.
 * @returns {{ syns: Shown, acks: Shown, resets: Shown, own: Set<number>, isReplied: boolean } | null} own: packets of
 *   the earlier one; null: there is none
 */
export function earlierConnection(packets) {
  const { count, flags, direction, ackOffset } = packets;
  const syns = new Shown(packets);
  const acks = new Shown(packets);
  const resets = new Shown(packets);
  if (count === 0 || (flags[0] & (SYN | ACK | RST)) !== SYN) return null;
  const client = direction[0];
  const /** @type {Set<number>} */ own = new Set();
  let isReplied = false;
  let isPlain = false;
  for (let i = 0; i < count && !isReplied; i++) {
    const kind = flags[i] & (SYN | ACK | RST);
    const isClient = direction[i] === client;
    isReplied = !isClient && kind === (SYN | ACK);
    if (isReplied) continue;
    if (isClient && kind === SYN) {
      syns.add(i);
      continue;
    }
    const isAck = !isClient && kind === ACK && ackOffset[i] !== 1;
    const isReset = isClient && kind === RST && acks.count > 0;
    if (!isAck && !isReset) return null;
    isPlain ||= isReset || refusalOf(flags[i]) === REFUSAL.HANDSHAKE;
    (isAck ? acks : resets).add(i);
    own.add(i);
  }
  return acks.count > 0 && isPlain ? { syns, acks, resets, own, isReplied } : null;
}

/** Whether all data, if any, came in SYNs. @param {Context} context */
export function isDataInSynsAlone({ packets: { count, flags, length }, seen }) {
  if (seen.data[0] + seen.data[1] === 0) return true;
  for (let i = 0; i < count; i++) if (length[i] > 0 && (flags[i] & TCP.SYN) === 0) return false;
  return true;
}

/**
 * When the data of a SYN was sent again because the server had not taken it (RFC 7413 section 4.2.2): nothing was lost
 * then.
 * @param {Context} context
 * @returns {number} NaN: it was not
 */
export function refusedDataNs({ packets: { count, flags, length, direction, timeNs, ackOffset, seqOffset } }) {
  if (count === 0 || length[0] === 0 || (flags[0] & SYN_ACK) !== TCP.SYN) return NaN;
  let isRefused = false;
  for (let i = 1; i < count; i++) {
    if (direction[i] !== direction[0] && (flags[i] & SYN_ACK) === SYN_ACK) isRefused = ackOffset[i] === 1;
    else if (direction[i] === direction[0] && length[i] > 0 && (flags[i] & TCP.SYN) === 0) {
      return isRefused && seqOffset[i] === 1 ? timeNs[i] : NaN;
    }
  }
  return NaN;
}

/**
 * Whether an end answered SYNs, with data or not, with resets only.
 * @param {Context} context
 * @param {number} end that reset it
 */
export function isRefused(context, end) {
  const { flags, direction } = context.packets;
  const syns = controlsWhere(context.packets, (i) => (flags[i] & TCP.SYN) !== 0);
  const replies = controlsWhere(context.packets, (i) => (flags[i] & TCP.SYN) !== 0 && direction[i] === end);
  return syns.count > 0 && replies.count === 0 && isDataInSynsAlone(context);
}
