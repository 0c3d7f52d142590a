import { SAMPLE_LAYOUT, SampleList } from './sample-list.js';

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
 *   (Karn, RFC 6298 section 3), and none when something below was sent later: the receiver waited for that (tcptrace,
 *   rexmit.c). Copies that never passed the capture point do not count.
 * - `sack`: a SACK block that covers a segment sent once, for the first time; of several the latest.
 * - `timestamp`: the first packet with a timestamp to its first echo (pping). None by a keep-alive: a timer sent it.
 * - `handshake`: SYN to SYN-ACK and SYN-ACK to ACK, where either was sent once or its timestamp identifies the copy.
 *
 * @param {import('./passes.js').SenderPasses} passes @param {number} direction that is answered
 * @returns {SampleList} in order of the answers
 */
export function roundTrips(passes, direction) {
  const { count, room } = passes.table(
    null,
    (core) => core.roundTrips(direction),
    (core) => core.sampleCount(),
    SAMPLE_LAYOUT,
  );
  return new SampleList(count, room);
}
