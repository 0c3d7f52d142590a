import { SMALL_BYTES, USUAL_HEADER_BYTES } from '../../../../shared/tcp-numbers.js';
import { TCP } from '../../../../transport/tcp/header.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { Shown } from '../../evidence/evidence.js';
import { finding, ofEachDirection, percent, senderName, shareOf } from '../../finding.js';

export const SMALL_WRITES = defineKind(
  'small_writes',
  'Small writes',
  'application',
  ['RFC 896', 'RFC 9293 section 3.7.4'],
  { needs: SHOWS.BOTH_WAYS },
);
export const PUSH_STORM = defineKind(
  'push_storm',
  'Many small pushed segments',
  'application',
  ['RFC 9293 section 3.9.1.2'],
  { needs: SHOWS.BOTH_WAYS },
);

/** Half of a full segment or less is small, `SMALL_BYTES` where segments are longer. */
const SMALL_SHARE = 0.5;
const FULL_SHARE = 0.9;
/** A stream in full segments: this many of its packets. */
const STREAM = 1 / 3;
const MIN_SMALL = 20;
const MIN_PUSHED = 5;
/** Above the first share of small packets the writes are small; above the second a stream is pushed in pieces. */
const MOST = 0.5;
const PART = 0.1;

/**
 * Small segments with PSH after which the same end continued unasked: the application's data left in pieces. Where that
 * is most of the data, the writes are small; where it is some, a buffer was flushed in mid-stream ("pushy servers"), as
 * servers do that send each piece that a compressor hands out.
 */
export const smallWrites = ofEachDirection(
  [SMALL_WRITES, PUSH_STORM],
  ({ direction, mss, startNs, endNs, dataPackets }, { packets, seen, messages }) => {
    if (dataPackets <= MIN_PUSHED || seen.smallPushed[direction] < Math.max(MIN_PUSHED, dataPackets * PART)) {
      return null;
    }
    const { pieces, bytes, small, smallBytes, full } = piecesOf(packets, direction, mss);
    const share = pieces.count / dataPackets;
    if (pieces.count >= MIN_SMALL && share >= MOST) {
      const mean = Math.round(bytes / pieces.count);
      return finding(
        {
          kind: SMALL_WRITES,
          severity: 'note',
          direction,
          startNs,
          endNs,
          message: `${pieces.count} of ${dataPackets} data packets of the ${senderName(direction)} carry ${mean} bytes on average, though more data followed unasked: headers are ${percent(USUAL_HEADER_BYTES / (mean + USUAL_HEADER_BYTES))} of that.`,
          advice:
            'Gather what belongs together into one write, or buffer it (writev, a buffered stream; Linux: TCP_CORK).',
        },
        { packets: pieces.count, share: shareOf(share), meanBytes: mean, frames: pieces.frames },
      );
    }
    if (small.count < MIN_PUSHED || small.count < dataPackets * PART || full < dataPackets * STREAM) return null;
    const gzip = messages?.isCompressed(direction) ?? false;
    return finding(
      {
        kind: PUSH_STORM,
        severity: 'note',
        direction,
        startNs,
        endNs,
        message: `${small.count} of the ${senderName(direction)}'s ${dataPackets} data packets were short and pushed (PSH) in mid-stream, ${Math.round(smallBytes / small.count)} bytes on average${gzip ? ': it flushes its buffer after each piece of a compressed response' : ''}.`,
        advice: 'Let the application fill whole segments before it flushes, after its compressor, too.',
      },
      { packets: small.count, share: shareOf(small.count / dataPackets), frames: small.frames },
    );
  },
);

/**
 * `pieces`: small ones followed by another small data packet; `small`: all followed by more data; `full`: full
 *   segments.
 * @param {import('../../context.js').Context['packets']} packets @param {number} direction @param {number} mss
 */
function piecesOf(packets, direction, mss) {
  const pieces = new Shown(packets);
  const small = new Shown(packets);
  const limit = Math.min(SMALL_BYTES, mss * SMALL_SHARE);
  let full = 0;
  let waiting = -1;
  let bytes = 0;
  let smallBytes = 0;
  for (let i = 0; i < packets.count; i++) {
    const length = packets.length[i];
    if (length === 0 || packets.verdict[i] !== VERDICT.ORIGINAL) continue;
    const isOwn = packets.direction[i] === direction;
    if (isOwn && waiting >= 0) {
      small.add(waiting);
      smallBytes += packets.length[waiting];
      if (length <= limit) {
        pieces.add(waiting);
        bytes += packets.length[waiting];
      }
    }
    if (isOwn && length >= mss * FULL_SHARE) full++;
    waiting = isOwn && length <= limit && packets.flags[i] & TCP.PSH ? i : -1;
  }
  return { pieces, bytes, small, smallBytes, full };
}
