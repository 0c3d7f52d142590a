import { ColumnRoom } from '../../../../lib/engine/columns.js';
import { OPTION } from '../../../../lib/engine/segment-batch.js';
import { quantile } from '../../../../lib/insight/sender/pacing.js';
import { VERDICT } from '../../../../lib/transport/verdict.js';
import { Scoreboard } from './scoreboard.js';
import { senderClock, valueAt } from './sender-clock.js';
import { takesSequenceSpace } from './sequence-pieces.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./sender-order.js').SenderOrder} SenderOrder */

/**
 * The samples that the sender itself took, over the whole path, as Linux does (tcp_clean_rtx_queue,
 * tcp_ack_update_rtt): of each acknowledgement one, from the oldest segment that it newly acknowledges and that was
 * sent once; none by sequence number while anything among them was sent twice; then from the lowest segment newly
 * reported by SACK; else, where something was acknowledged, from the timestamp that it echoes, in whole ticks of the
 * sender's clock.
 * @param {ConnectionPackets} packets
 * @param {import('./sequence-pieces.js').SequencePieces} pieces of the data's direction
 * @param {SenderOrder} order
 * @returns {import('../../../../lib/tcpflow/sender/sender-samples.js').SenderSamples}
 */
export function senderSamples(packets, pieces, order) {
  const { direction } = pieces;
  const board = new Scoreboard(packets, pieces);
  const room = new ColumnRoom(packets.count, 3, 24);
  const samples = { count: 0, timeNs: room.float64(), rttNs: room.float64() };
  const passedNs = room.float64();
  const clock = senderClock(packets, direction);
  for (let k = 0; k < packets.count; k++) {
    const i = order.packet[k];
    const timeNs = order.timeNs[k];
    passedNs[i] = timeNs;
    if (packets.direction[i] === direction) {
      if (takesSequenceSpace(packets, i) && packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE) board.send(i, timeNs);
      continue;
    }
    if (packets.ackOffset[i] < 0) continue;
    board.acknowledge(i);
    const asked = askedBy(board);
    const rttNs = asked >= 0 ? timeNs - passedNs[asked] : echoedNs(packets, i, board, clock, timeNs);
    if (rttNs < 0) continue;
    samples.timeNs[samples.count] = timeNs;
    samples.rttNs[samples.count++] = rttNs;
  }
  const found = samples.rttNs.subarray(0, samples.count);
  return { ...samples, leastNs: quantile(found, 0), medianNs: quantile(found, 0.5), highNs: quantile(found, 0.95) };
}

/** @param {Scoreboard} board @returns {number} packet, −1 none */
function askedBy({ news }) {
  if (news.onceAcked >= 0 && !news.repeated) return news.onceAcked;
  return news.onceSacked;
}

/**
 * The sample of a timestamp echoed.
 * @param {ConnectionPackets} packets
 * @param {number} i
 * @param {Scoreboard} board
 * @param {import('./sender-clock.js').SenderClock | null} clock
 * @param {number} timeNs
 * @returns {number} −1 none
 */
function echoedNs(packets, i, { news }, clock, timeNs) {
  if (clock === null || news.end === news.first || (packets.options[i] & OPTION.TIMESTAMPS) === 0) return -1;
  const ticks = (valueAt(clock, timeNs) - packets.tsEcho[i]) | 0;
  return ticks < 0 ? -1 : Math.max(1, ticks) * clock.tickNs;
}
