/** Packets of QUIC in words. */
import { QUIC_FATE, QUIC_MARK, QUIC_TYPES } from '../../../../lib/shared/quic-marks.js';
import { count, formatBytes, formatNumber, missing } from '../../../base/format.js';
import { spanWords } from '../../timeline/times.js';

/** @typedef {Record<string, any> & { type: string }} Frame as `analyze --packets` prints it */
/** @typedef {import('../../../../lib/analysis/quic/opened-quic.js').QuicFigures} Figures */
/** @typedef {{ frames: Frame[], resends: { stream: number, offset: number, length: number, ofPacket: number }[], rtt:
 *   number|null, figures: Figures & { resentIn: { type: number, pn: number }|null } }} PacketInWords */

/** In the order of CAUSES in lib/quicflow/recovery/fates.js. */
const CAUSES = ['', 'packet threshold', 'time threshold', 'probe time-out'];
const PROBES = ['', 'probe with new data', 'probe with old data', 'probe, PING'];
/** Ranges of an ACK, and frames of a packet, that are written out. */
const MAX_RANGES = 4;
const MAX_FRAMES = 12;

/** @param {Pick<Figures, 'type'|'pn'>} packet @returns {string} "1-RTT 61" */
export function packetName({ type, pn }) {
  const words = QUIC_TYPES[type] ?? '';
  return pn < 0 ? words : `${words} ${formatNumber(pn)}`;
}

/** What became of it. @param {Figures} figures @returns {string} */
export function fateWords({ fate, cause, time, lostTime, ackedTime, marks, probe }) {
  const after = (/** @type {number} */ ns) => spanWords(Math.max(0, ns - time));
  const how = probe > 0 ? `${PROBES[probe]}; ` : '';
  switch (fate) {
    case QUIC_FATE.ACKED:
      return `${how}acknowledged after ${after(ackedTime)}`;
    case QUIC_FATE.LOST:
      return `${how}declared lost after ${after(lostTime)} (${CAUSES[cause]})`;
    case QUIC_FATE.SPURIOUS:
      return `${how}spuriously declared lost (${CAUSES[cause]}): acknowledged after ${after(ackedTime)}`;
    case QUIC_FATE.OUTSTANDING:
      return `${how}never acknowledged here`;
    case QUIC_FATE.DROPPED:
      return `${how}keys dropped before it was acknowledged`;
    default:
      return (marks & QUIC_MARK.UNREADABLE) !== 0 ? 'not decrypted' : missing;
  }
}

/** @param {readonly Frame[]} frames @returns {string} "ACK 0–12, STREAM 4 0–1 199" */
export function framesWords(frames) {
  const words = frames.slice(0, MAX_FRAMES).map(frameText);
  return frames.length > MAX_FRAMES ? `${words.join(', ')} and ${frames.length - MAX_FRAMES} more` : words.join(', ');
}

/** @param {number} from @param {number} length */
const bytesText = (from, length) =>
  length === 0 ? `at ${formatNumber(from)}` : `${formatNumber(from)}–${formatNumber(from + length - 1)}`;

/** @param {Frame} frame */
export function frameText(frame) {
  const name = frame.type.toUpperCase();
  switch (frame.type) {
    case 'stream':
      return `STREAM ${formatNumber(frame.stream)} ${bytesText(frame.offset, frame.length)}${frame.fin ? ' FIN' : ''}`;
    case 'crypto':
      return `CRYPTO ${bytesText(frame.offset, frame.length)}`;
    case 'ack':
      return `ACK ${rangesText(frame.ranges)}${frame.ecn ? `, CE ${formatNumber(frame.ecn[2])}` : ''}`;
    case 'padding':
    case 'datagram':
    case 'new_token':
      return frame.length === undefined ? name : `${name} ${formatBytes(frame.length)}`;
    case 'connection_close':
      return `${name} ${frame.layer} ${formatNumber(frame.code)}${frame.reason ? ` “${frame.reason}”` : ''}`;
    default:
      return `${name}${numbersText(frame)}`;
  }
}

/** @param {[number, number][]} ranges highest first */
function rangesText(ranges) {
  const words = ranges
    .slice(0, MAX_RANGES)
    .map(([low, high]) => (low === high ? formatNumber(low) : `${formatNumber(low)}–${formatNumber(high)}`));
  return words.join(', ') + (ranges.length > MAX_RANGES ? ` and ${count(ranges.length - MAX_RANGES, 'range')}` : '');
}

/** @param {Frame} frame the figures of other frames, in their order */
function numbersText(frame) {
  const words = Object.entries(frame)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => (name === 'stream' ? formatNumber(value) : `${name} ${formatNumber(value)}`));
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}
