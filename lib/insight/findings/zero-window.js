import { TCP } from '../../packet/segment-batch.js';
import { VERDICT } from '../../tcpflow/verdict.js';
import { MAX_EVIDENCE_FRAMES, finding, inSeconds, ofEachDirection, receiverName } from './finding.js';

/** The receiver closed its window: from there until it opened again nothing may be sent (RFC 9293 section 3.8.6.1). */
export const zeroWindow = ofEachDirection(({ direction }, { packets }) => {
  /** @type {number[]} */
  const frames = [];
  let stalls = 0, probes = 0, costNs = 0, sinceNs = -1, startNs = -1, endNs = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction) {
      if (packets.verdict[i] === VERDICT.WINDOW_PROBE) probes++;
      continue;
    }
    if (packets.flags[i] & (TCP.RST | TCP.SYN)) continue;
    endNs = packets.timeNs[i];
    if (packets.windowBytes[i] === 0 && sinceNs < 0) {
      stalls++;
      sinceNs = endNs;
      if (startNs < 0) startNs = endNs;
      if (frames.length < MAX_EVIDENCE_FRAMES) frames.push(packets.frame[i]);
    } else if (packets.windowBytes[i] > 0 && sinceNs >= 0) {
      costNs += endNs - sinceNs;
      sinceNs = -1;
    }
  }
  if (stalls === 0) return null;
  if (sinceNs >= 0) costNs += endNs - sinceNs;
  return finding({
    code: 'zero_window', severity: 'warning', direction, startNs, endNs, costNs,
    message: `The ${receiverName(direction)} closed its receive window ${stalls} times, for ${inSeconds(costNs)} s in all.`,
    advice: `The application at the ${receiverName(direction)} reads too slowly: look at what it waits for, rather than at the network.`,
  }, { stalls, probes, frames });
});
