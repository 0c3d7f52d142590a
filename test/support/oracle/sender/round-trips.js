import { METHOD } from '../../../../lib/transport/round-trips.js';
import { VERDICT } from '../../../../lib/transport/verdict.js';
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
 * - `timestamp`: the first packet with a timestamp to its first echo (pping) in what acknowledges new data or follows
 *   at once (RFC 7323 section 4.1), but for echoes in keep-alives and of them.
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
  let ownTop = -Infinity;
  let answeredNs = -Infinity;
  for (let i = 0; i < packets.count; i++) {
    const isOwn = packets.direction[i] === direction;
    const isProbe = isOwn && (packets.flags[i] & SYN) === 0 && isKeepAlive(packets, i, ownTop);
    const echoed = isProbe ? -1 : echoes.take(i);
    if (isOwn) {
      ownTop = Math.max(ownTop, packets.endOffset[i]);
      if (takesSequenceSpace(packets, i) && packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE) {
        board.send(i, packets.timeNs[i]);
      }
      continue;
    }
    const isTimed = isKeepAlive(packets, i, top);
    let isNews = false;
    if (packets.ackOffset[i] >= 0) {
      top = Math.max(top, packets.endOffset[i]);
      board.acknowledge(i);
      isNews = board.news.end > board.news.first;
      addAcknowledged(packets, samples, board, i, echoed);
    }
    if (echoed >= 0 && !isTimed && (isNews || followsAtOnce(packets, samples, i, echoed, answeredNs))) {
      samples.add(packets, METHOD.TIMESTAMP, echoed, i);
    }
    if (packets.ackOffset[i] >= 0) answeredNs = packets.timeNs[i];
  }
  return samples;
}

/** @param {ConnectionPackets} packets @param {number} i @param {number} top */
const isKeepAlive = (packets, i, top) => packets.seqOffset[i] === top - 1 && packets.length[i] <= 1;

/**
 * Within a round trip by the shortest sample so far, or in a stream of the answering end's packets.
 * @param {ConnectionPackets} packets
 * @param {SampleList} samples
 * @param {number} i
 * @param {number} echoed
 * @param {number} answeredNs
 */
function followsAtOnce({ timeNs }, samples, i, echoed, answeredNs) {
  const sampleNs = timeNs[i] - timeNs[echoed];
  let leastNs = Infinity;
  for (let k = 0; k < samples.count; k++) leastNs = Math.min(leastNs, samples.rttNs[k]);
  return sampleNs <= leastNs * 1.25 + 10e6 || timeNs[i] - answeredNs <= sampleNs / 4;
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
