import { OPTION } from '../../../../lib/engine/segment-batch.js';
import { ACK, RST } from '../../packets/frames.js';

/**
 * What lib/engine/sender/swapped.ts says, by trying every packet anew.
 * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {number} direction @param {boolean} windowKnown
 * @returns {{ packet: number, timeNs: number }[]}
 */
export function swappedOrder(packets, direction, windowKnown) {
  const list = Array.from({ length: packets.count }, (_, packet) => ({ packet, timeNs: packets.timeNs[packet] }));
  for (let at = 0; at < list.length; at++) {
    const { packet: i, timeNs } = list[at];
    if (packets.direction[i] !== direction || packets.length[i] <= 1 || packets.ackOffset[i] < 0) continue;
    const before = list
      .slice(0, at)
      .map(({ packet }) => packet)
      .filter((packet) => packets.direction[packet] !== direction);
    const stamp = before
      .filter(stamped)
      .map((k) => packets.tsValue[k])
      .reduce((a, b) => (a === null || ((b - a) | 0) > 0 ? b : a), /** @type {number|null} */ (null));
    const edges = windowKnown ? before.filter((k) => (packets.flags[k] & (ACK | RST)) === ACK).map(edgeOf) : [];
    const isBeyond = edges.length > 0 && packets.endOffset[i] > Math.max(...edges);
    if (!isBeyond && !(stamped(i) && stamp !== null && ((packets.tsEcho[i] - stamp) | 0) > 0)) continue;
    const found = list.findIndex(
      ({ packet: k }, place) =>
        place > at &&
        k > i &&
        k <= i + 32 &&
        packets.timeNs[k] - packets.timeNs[i] <= 50e3 &&
        packets.direction[k] !== direction &&
        (isBeyond ? edgeOf(k) >= packets.endOffset[i] : stamped(k) && packets.tsValue[k] === packets.tsEcho[i]),
    );
    if (found < 0) continue;
    const [moved] = list.splice(found, 1);
    list.splice(at, 0, { ...moved, timeNs });
    at++;
  }
  return list;

  /** @param {number} k */
  function stamped(k) {
    return (packets.options[k] & OPTION.TIMESTAMPS) !== 0;
  }

  /** @param {number} k */
  function edgeOf(k) {
    return packets.ackOffset[k] + packets.windowBytes[k];
  }
}
