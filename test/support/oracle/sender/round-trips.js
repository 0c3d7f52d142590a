import { METHOD } from '../../../../lib/tcpflow/sender/round-trip-methods.js';
import { VERDICT } from '../../../../lib/tcpflow/verdicts/verdict.js';
import { SampleList } from './sample-list.js';
import { Scoreboard } from './scoreboard.js';
import { takesSequenceSpace } from './sequence-pieces.js';
import { TimestampEchoes } from './timestamp-samples.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const SYN = 2;

/**
 * RTT samples of one direction: from its packets to the other end's answers, both as they pass the capture point. So
 * each measures one half of the path, from the capture point to the end that receives this direction and back, with
 * that end's delay; never the other half:
 *
 * ```
 *   sender                 capture point                receiver
 *      │ ── data ──────────────▶ ● ──────────────────────▶ │
 *      │ ◀──────────────────────  ● ◀───────────── ACK ──  │
 *      │                          ├── one sample: this half
 * ```
 *
 * Methods (an ACK may give one of each):
 * - `sequence_ack`: an ACK that ends where a segment does. None where bytes sent twice are among those acknowledged
 *   (Karn, RFC 6298
 *   section 3), and none when something below was sent later: the receiver waited for that (tcptrace, rexmit.c). Copies
 *   that never passed the capture point cannot be meant, so they do not count.
 * - `sack`: a SACK block that covers a segment sent once, for the first time; of several the latest.
 * - `timestamp`: the first packet with a timestamp to its first echo (pping), but for echoes in keep-alives.
 * - `handshake`: SYN to SYN-ACK and SYN-ACK to ACK, where either was sent once or its timestamp tells which is meant.
 *
 * @param {ConnectionPackets} packets
 * @param {import('./sequence-pieces.js').SequencePieces} pieces of the direction that is answered
 * @returns {SampleList} in order of the answers
 */
export function roundTrips(packets, pieces) {
  const { direction } = pieces;
  const board = new Scoreboard(packets, pieces);
  const echoes = new TimestampEchoes(packets, direction);
  const samples = new SampleList();
  let top = -Infinity;
  for (let i = 0; i < packets.count; i++) {
    const echoed = echoes.take(i);
    if (packets.direction[i] === direction) {
      if (takesSequenceSpace(packets, i) && packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE) {
        board.send(i, packets.timeNs[i]);
      }
      continue;
    }
    const isTimed = packets.seqOffset[i] === top - 1 && packets.length[i] <= 1;
    if (packets.ackOffset[i] >= 0) {
      top = Math.max(top, packets.endOffset[i]);
      board.acknowledge(i);
      addAcknowledged(packets, samples, board, i, echoed);
    }
    if (echoed >= 0 && !isTimed) samples.add(packets, METHOD.TIMESTAMP, echoed, i);
  }
  return samples;
}

/**
 * @param {ConnectionPackets} packets
 * @param {SampleList} samples
 * @param {Scoreboard} board
 * @param {number} i
 * @param {number} echoed
 */
function addAcknowledged(packets, samples, { news, sentBy }, i, echoed) {
  const answered = news.end > news.first ? sentBy[news.end - 1] : -1;
  if (answered >= 0 && packets.flags[answered] & SYN) {
    if (!news.copied) samples.add(packets, METHOD.HANDSHAKE, answered, i);
    else if (echoed >= 0 && packets.flags[echoed] & SYN) samples.add(packets, METHOD.HANDSHAKE, echoed, i);
  } else if (answered >= 0 && news.exact && !news.copied && news.latest === answered) {
    samples.add(packets, METHOD.SEQUENCE_ACK, answered, i);
  }
  if (news.latestSacked >= 0) samples.add(packets, METHOD.SACK, news.latestSacked, i);
}
