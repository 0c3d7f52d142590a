import { describePackets } from '../../../lib/tcpflow/describe/describe-packets.js';
/**
 * @typedef {{ samples: number, exact: number, possible: number, taken: number }} RoundTripCounts possible: answers that
 *   end at a segment
 *   that passed once; taken: those with a sample
 */

/** @returns {RoundTripCounts} */
export const noRoundTrips = () => ({ samples: 0, exact: 0, possible: 0, taken: 0 });

/** Sequence numbers end here. @param {import('./run.js').Passed} passed */
// SYN and FIN count (RFC 9293, section 3.4)
const endOf = ({ start, length, flags }) => start + length + (flags & 3 ? 1 : 0);

/**
 * Round trips of each answer at a tap (`rtt` of `--packets`), against when what it answers passed there. A sample is
 * exact if its time is that to the nanosecond, of a segment that was sent once: of others nobody can tell which sending
 * was answered (Karn).
 * @param {import('./run.js').Tapped} tap
 * @param {RoundTripCounts} counts added to
 * @param {(wrong: { frame: number, said: number, true: number|undefined }) => void} [onWrong]
 */
export function countRoundTrips({ analysis, passed }, counts, onWrong) {
  /**
   * Of each end: where its segments end, when they passed, and how often what they bear.
   * @type {Map<string, Map<number, { timeNs: number, sendings: number }>>}
   */
  const sent = new Map();
  /** @type {Map<string, number>} */
  const acked = new Map();
  let index = 0;
  for (const packet of describePackets(analysis.ingest.tcp)) {
    const one = passed[index++];
    const mine = sent.get(one.conn) ?? new Map();
    const [from, to] = one.conn.split('>');
    const other = `${to}>${from}`;
    const before = acked.get(other) ?? 0;
    const answered = sent.get(other)?.get(one.ack);
    const isNew = one.ack > before && answered?.sendings === 1;
    const expectedNs = isNew ? one.timeNs - answered.timeNs : undefined;
    if (isNew) counts.possible++;
    if (packet.rtt !== null) {
      counts.samples++;
      if (isNew) counts.taken++;
      if (expectedNs !== undefined && Math.round(packet.rtt * 1e9) === expectedNs) counts.exact++;
      else {
        onWrong?.({
          frame: packet.frame,
          said: packet.rtt,
          true: expectedNs === undefined ? undefined : expectedNs / 1e9,
        });
      }
    }
    if (one.ack > before) acked.set(other, one.ack);
    const end = endOf(one);
    if (end > one.start) mine.set(end, { timeNs: one.timeNs, sendings: (mine.get(end)?.sendings ?? 0) + 1 });
    sent.set(one.conn, mine);
  }
}
