import { takesSequenceSpace } from '../connection/sequence-pieces.js';
import { VERDICT } from '../verdict.js';
import { Scoreboard } from './scoreboard.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * What a direction's sender had in flight after each of its segments and each acknowledgement that it got: RFC 6675's pipe.
 * @param {ConnectionPackets} packets @param {number} direction of the data
 */
export function flightSeries(packets, direction) {
  const board = new Scoreboard(packets, direction), packet = new Int32Array(packets.count), bytes = new Float64Array(packets.count);
  let count = 0, acknowledged = false;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction) {
      if (!takesSequenceSpace(packets, i) || packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
      board.send(i, packets.timeNs[i]);
    } else if (packets.ackOffset[i] >= 0) {
      board.acknowledge(i);
      acknowledged = true;
    } else continue;
    if (!acknowledged) continue;
    packet[count] = i;
    bytes[count++] = board.pipeBytes;
  }
  return { count, packet, bytes };
}
