import { describePackets } from '../../../lib/tcpflow/describe/describe-packets.js';
import { isClientEnd, vantageOf } from './run.js';

/**
 * @typedef {{ segments: number, right: number, retransmissions: number, kindRight: number, needTold: number, needRight:
 *   number }} VerdictCounts
 */

/** What a sending is, in the judge's words. @param {import('./run.js').TruthRow} row */
function expectedVerdict({ retx }) {
  if (retx === 'probe') return 'window_probe';
  return retx === '' || retx === 'tlp_new' ? 'original' : 'retransmission';
}

/** @returns {VerdictCounts} */
const noVerdicts = () => ({ segments: 0, right: 0, retransmissions: 0, kindRight: 0, needTold: 0, needRight: 0 });

/**
 * Verdicts of a tap's segments against what their senders did.
 * @param {import('./run.js').Truth} truth @param {import('./run.js').Tapped} tap
 * @param {Record<string, VerdictCounts>} counts by the place of the tap as seen from the sender; added to
 * @param {(wrong: { frame: number, conn: string, row: import('./run.js').TruthRow, verdict: string|null }) => void}
 *   [onWrong]
 */
export function countVerdicts({ sendings, taps }, tap, counts, onWrong) {
  const last = Math.max(...taps.map(({ place }) => place));
  let index = 0;
  for (const packet of describePackets(tap.analysis.ingest.tcp)) {
    const { conn, number } = tap.passed[index++];
    const row = sendings[number];
    const count = (counts[vantageOf(tap, isClientEnd(conn), last)] ??= noVerdicts());
    if (packet.verdict === null && row.retx === '') continue;
    count.segments++;
    if (packet.verdict === expectedVerdict(row)) count.right++;
    else onWrong?.({ frame: packet.frame, conn, row, verdict: packet.verdict });
    if (expectedVerdict(row) !== 'retransmission') continue;
    count.retransmissions++;
    if (packet.retransmissionKind === row.retx) count.kindRight++;
    if (packet.spurious === null || packet.spurious === undefined) continue;
    count.needTold++;
    if (packet.spurious === (row.needed === '0')) count.needRight++;
  }
}
