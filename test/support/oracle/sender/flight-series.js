import { VERDICT } from '../../../../lib/transport/verdict.js';
import { LossMarks } from './loss-marks.js';
import { Scoreboard } from './scoreboard.js';
import { takesSequenceSpace } from './sequence-pieces.js';
import { Unseen } from './unseen.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./sender-order.js').SenderOrder} SenderOrder */

/**
 * @typedef {object} FlightSeries
 * @property {number} count
 * @property {Int32Array} packet the segment or acknowledgement, an index of the connection's packets
 * @property {Float64Array} timeNs when it passed the sender, as in `SenderOrder`
 * @property {Float64Array} bytes in flight behind it
 * @property {Float32Array} confidence 0 … 1, as in `SenderOrder`
 */

/**
 * What a direction's sender had in flight after each of its segments and each acknowledgement that it got: RFC 6675's
 * pipe.
 * @param {ConnectionPackets} packets
 * @param {import('./sequence-pieces.js').SequencePieces} pieces of the data's direction
 * @param {SenderOrder} order
 * @param {boolean} sack both ends permit SACK
 * @returns {FlightSeries}
 */
export function flightSeries(packets, pieces, order, sack) {
  const { direction } = pieces;
  const board = new Scoreboard(packets, pieces);
  const marks = new LossMarks(packets, board, sack);
  const { count } = packets;
  const unseen = new Unseen(packets, direction, order);
  const series = {
    count: 0,
    packet: new Int32Array(count),
    timeNs: new Float64Array(count),
    bytes: new Float64Array(count),
    confidence: new Float32Array(count),
  };
  let acknowledged = false;
  for (let k = 0; k < count; k++) {
    const i = order.packet[k];
    if (packets.direction[i] === direction) {
      if (!takesSequenceSpace(packets, i) || packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
      const { next } = board;
      marks.beforeSending(i, order.timeNs[k]);
      board.send(i, order.timeNs[k]);
      marks.afterSending(i, order.timeNs[k], next);
    } else if (unseen.acknowledgesSomething(i)) {
      board.acknowledge(i);
      unseen.acknowledge(i);
      marks.acknowledged(i, order.timeNs[k]);
      acknowledged = true;
    } else continue;
    if (!acknowledged) continue;
    series.packet[series.count] = i;
    series.timeNs[series.count] = order.timeNs[k];
    series.confidence[series.count] = order.confidence[k];
    series.bytes[series.count++] = Math.max(0, board.pipeBytes - marks.duplicateBytes) + unseen.bytes;
  }
  return series;
}
