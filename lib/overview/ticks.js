/** What a packet is in a lane. */
import { TICK } from '../shared/columns/tick-kinds.js';
import { TCP } from '../transport/tcp/header.js';
import { VERDICT } from '../transport/verdict.js';

const { FIN, SYN, RST, PSH } = TCP;

/**
 * @param {import('../transport/tcp/tcp-packets.js').TcpRowBlock} block
 * @param {number} at
 * @returns {number} of `TICK`
 */
export function tickOf(block, at) {
  const flags = block.flags[at];
  const verdict = block.verdict[at];
  if (flags & RST) return TICK.RESET;
  if (verdict === VERDICT.RETRANSMISSION) return TICK.RETRANSMISSION;
  if (verdict === VERDICT.REORDERED) return TICK.REORDERED;
  if (flags & SYN) return TICK.SYN;
  if (flags & FIN) return TICK.FIN;
  if (block.window[at] === 0 || verdict === VERDICT.WINDOW_PROBE) return TICK.ZERO_WINDOW;
  if (block.length[at] === 0 || verdict === VERDICT.KEEP_ALIVE) return TICK.ACK;
  return flags & PSH ? TICK.PUSH : TICK.DATA;
}
