import { quantile } from '../../../../lib/insight/sender/pacing.js';

/**
 * Behind a bottleneck every segment comes spaced by it, and so late. Where some come at once, this share of the usual
 * gap or less apart, there is none before the capture point. A run of them counts once.
 */
const AT_ONCE_SHARE = 0.25;
const MAX_AT_ONCE = 0.1;

/** Of one train are segments that come no more than this many usual gaps apart. */
const LONGEST_GAP = 1.5;

/**
 * Whether segments of a direction came to the capture point one by one, as out of a bottleneck. (So do those of a
 * sender that answers each acknowledgement with one.)
 * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {number} direction
 */
export function isSpaced(packets, direction) {
  const found = gapsOf(packets, direction);
  const usualNs = quantile(found, 0.75);
  const isAtOnce = Array.from(found, (gapNs) => gapNs <= usualNs * AT_ONCE_SHARE);
  const runs = isAtOnce.filter((is, k) => is && !isAtOnce[k - 1]).length;
  const apart = isAtOnce.filter((is) => !is).length;
  return found.length > 0 && runs <= (runs + apart) * MAX_AT_ONCE;
}

/**
 * Between segments in a row behind a bottleneck; 0 where there is none before the capture point.
 * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {number} direction
 */
export const longestGapNs = (packets, direction) =>
  isSpaced(packets, direction) ? quantile(gapsOf(packets, direction), 0.75) * LONGEST_GAP : 0;

/**
 * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {number} direction
 */
function gapsOf(packets, direction) {
  const gapsNs = new Float64Array(packets.count);
  let gaps = 0;
  let last = -1;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    if (
      last >= 0 &&
      packets.length[i] === packets.length[last] &&
      packets.seqOffset[i] === packets.endOffset[last] &&
      packets.ackOffset[i] === packets.ackOffset[last]
    ) {
      gapsNs[gaps++] = packets.timeNs[i] - packets.timeNs[last];
    }
    last = i;
  }
  return gapsNs.subarray(0, gaps);
}
