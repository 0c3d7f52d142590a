/** @typedef {import('./tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../icmp-errors.js').FlowIcmpError} FlowIcmpError */

/**
 * The packets that ICMP errors quote: for each error the latest packet before it with the quoted sequence number, since
 * a retransmitted segment may be quoted each time. A segment merged by offload counts for all of its parts.
 * @param {TcpPackets} packets
 * @param {readonly FlowIcmpError[]} errors of the connection, bounded in number
 * @param {number} client endpoint
 * @returns {Int32Array} by error the packet's index; −1: it is not in the capture
 */
export function quotedPackets({ count, direction, seqOffset, endOffset, frame }, errors, client) {
  const quoted = new Int32Array(errors.length).fill(-1);
  const order = errors.map((_, e) => e).sort((a, b) => errors[a].seqOffset - errors[b].seqOffset);
  for (let i = 0; i < count; i++) {
    const endpoint = direction[i] === 0 ? client : 1 - client;
    const end = Math.max(endOffset[i], seqOffset[i] + 1);
    for (let k = firstFrom(order, errors, seqOffset[i]); k < order.length; k++) {
      const error = errors[order[k]];
      if (error.seqOffset >= end) break;
      if (error.endpoint === endpoint && frame[i] < error.frame) quoted[order[k]] = i;
    }
  }
  return quoted;
}

/** @param {number[]} order @param {readonly FlowIcmpError[]} errors @param {number} offset */
function firstFrom(order, errors, offset) {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (errors[order[middle]].seqOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
