/** What is counted in steps: the blocks of TCP's packet table, and behind them as many rows each of the other's. */
import { ROW_BLOCK_BITS } from '../transport/packets.js';

/** @typedef {import('../transport/transport.js').Transport} Transport */
/** @typedef {import('../transport/other-connections.js').OtherConnections} OtherConnections */

const ROWS = 1 << ROW_BLOCK_BITS;

/** @param {Transport} tcp @param {OtherConnections|null} other null: there is none */
export const blockCount = (tcp, other) => tcp.packets.blocks.length + Math.ceil((other?.packets.count ?? 0) / ROWS);

/**
 * @param {Transport} tcp @param {OtherConnections|null} other @param {number} block its number
 * @returns {{ packets: OtherConnections['packets'], from: number, to: number }|null} null: it is one of TCP's
 */
export function rowsOfOther(tcp, other, block) {
  const from = (block - tcp.packets.blocks.length) * ROWS;
  if (from < 0 || other === null) return null;
  return { packets: other.packets, from, to: Math.min(other.packets.count, from + ROWS) };
}
