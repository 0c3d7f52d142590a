// Recomputes the summary's round trips by the verdicts, skipping copies: track/acknowledge.ts, which has first verdicts
// alone and does not recognise copies, counts each as a retransmission, and Karn's rule takes no sample of one.
import { TCP, VERDICT } from '../base/enums';
import * as columns from '../base/row-columns';
import { blockOf, f64At, i32At, nextOf, placeOf, u16At, u8At } from '../base/read-rows';

/** Of one direction's data; times ns. */
export class RoundTrips {
  static samples: f64 = 0;
  static minNs: f64 = 0;
  static maxNs: f64 = 0;
  static sumNs: f64 = 0;
  static squares: f64 = 0;
}

/** The oldest row of the data that no acknowledgement has passed; −1 none. */
let unacked: i32 = -1;

/** Takes all samples for one endpoint's data, once the verdicts are in the rows: one pass over the connection. */
export function measureRoundTrips(firstRow: i32, endpoint: i32): void {
  let acked: f64 = -1;
  let againEnd: f64 = -1;
  RoundTrips.samples = RoundTrips.sumNs = RoundTrips.squares = RoundTrips.minNs = RoundTrips.maxNs = 0;
  unacked = -1;
  for (let row = firstRow; row >= 0; row = nextOf(row)) {
    const block = blockOf(row);
    const at = placeOf(row);
    if ((i32At(block, columns.FLOW_END, at) & 1) == endpoint) {
      const seq = columns.seqOffsetAt(block, at);
      const end = endOf(block, at);
      if (unacked < 0 && end > seq) unacked = row;
      if (u8At(block, columns.VERDICT, at) == VERDICT.RETRANSMISSION && end > againEnd) againEnd = end;
      continue;
    }
    const ack = columns.ackOffsetAt(block, at);
    if ((u16At(block, columns.FLAGS, at) & TCP.ACK) == 0 || ack <= acked) continue;
    const before = acked;
    const match = passRows(row, endpoint, ack);
    acked = ack;
    if (match >= 0 && againEnd <= before)
      addSample(f64At(block, columns.TIME_NS, at) - f64At(blockOf(match), columns.TIME_NS, placeOf(match)));
  }
}

/**
 * Moves past all rows acknowledged.
 * @param to row of the acknowledgement
 * @returns the row of the segment that it ends at, −1 none
 */
function passRows(to: i32, endpoint: i32, ack: f64): i32 {
  let match = -1;
  for (; unacked >= 0 && unacked != to; unacked = nextOf(unacked)) {
    const block = blockOf(unacked);
    const at = placeOf(unacked);
    const verdict = u8At(block, columns.VERDICT, at);
    if ((i32At(block, columns.FLOW_END, at) & 1) != endpoint || verdict == VERDICT.DUPLICATE_IN_CAPTURE) continue;
    const end = endOf(block, at);
    if (end > ack) return match;
    if (end > columns.seqOffsetAt(block, at)) match = end == ack && verdict == VERDICT.ORIGINAL ? unacked : -1;
  }
  unacked = -1;
  return match;
}

function endOf(block: usize, at: usize): f64 {
  return columns.endOffset(
    columns.seqOffsetAt(block, at),
    i32At(block, columns.LENGTH, at),
    u16At(block, columns.FLAGS, at),
  );
}

function addSample(rttNs: f64): void {
  if (rttNs < 0) return; // a clock that was set back
  if (RoundTrips.samples == 0 || rttNs < RoundTrips.minNs) RoundTrips.minNs = rttNs;
  if (rttNs > RoundTrips.maxNs) RoundTrips.maxNs = rttNs;
  RoundTrips.samples++;
  RoundTrips.sumNs += rttNs;
  RoundTrips.squares += rttNs * rttNs;
}
