/** The card of a packet, and its lines in the side column. */
import { formatBytes, formatNumber } from '../../../base/format.js';
import { frameWords } from '../../timeline/hover-card.js';
import { fateWords, frameText, packetName } from './words.js';

/** @typedef {import('./words.js').PacketInWords} PacketInWords */
/** @typedef {import('../../timeline/hover-card.js').CardContent} CardContent */
/** @typedef {import('../../timeline/hover-card.js').CardLine} CardLine */

/** Frames in a card; the side column has all. */
const FRAMES_IN_CARD = 6;
const ECN = ['not ECT', 'ECT(1)', 'ECT(0)', 'CE'];

/** @param {PacketInWords} packet @returns {CardContent} */
export function packetCard(packet) {
  const { direction, frame } = packet.figures;
  return {
    letter: direction === 0 ? 'C' : 'S',
    letterClass: direction === 0 ? 'is-c2s' : 'is-s2c',
    title: packetName(packet.figures),
    corner: frameWords(frame),
    lines: packetLines(packet, FRAMES_IN_CARD),
    canStay: false,
  };
}

/**
 * @param {PacketInWords} packet
 * @param {number} most frames
 * @returns {CardLine[]}
 */
export function packetLines({ figures, frames, resends, rtt }, most = Infinity) {
  const { time, bytes, datagramBytes, inFlight, ecn, resentIn, index } = figures;
  const listed = frames.slice(0, most).map(frameText);
  if (frames.length > listed.length) listed.push(`${frames.length - listed.length} more`);
  const place = index > 0 ? `, place ${index + 1}` : '';
  /** @type {CardLine[]} */
  const lines = [
    ['Time', `${formatNumber(time / 1e9, 6)} s`],
    ['Size', `${formatBytes(bytes)} in a datagram of ${formatBytes(datagramBytes)}${place}`],
    ['Fate', fateWords(figures)],
  ];
  if (resentIn) lines.push(['Retransmitted', `in ${packetName(resentIn)}`]);
  if (resends.length > 0) {
    const of = [...new Set(resends.map(({ ofPacket }) => formatNumber(ofPacket)))].slice(0, 5).join(', ');
    lines.push(['Retransmits', `data of packet ${of}`]);
  }
  if (rtt) lines.push(['RTT sample', `${formatNumber(rtt * 1e3, 2)} ms`]);
  if (inFlight !== null) lines.push(['In flight', formatBytes(inFlight)]);
  if (ecn > 0) lines.push(['ECN', ECN[ecn]]);
  if (listed.length > 0) lines.push(['Frames', listed]);
  return lines;
}

/**
 * Of a packet that never came to the capture point.
 * @param {import('../data/sequence.js').Loss} loss
 * @returns {CardContent}
 */
export function lossCard({ pn, isSpurious, lostNs, sentNs }) {
  return {
    letter: '✕',
    letterClass: 'is-retx',
    title: `Packet ${formatNumber(pn)}`,
    corner: 'not captured',
    lines: [
      [
        'Declared lost',
        `${formatNumber(lostNs / 1e9, 6)} s, ${formatNumber((lostNs - sentNs) / 1e6, 1)} ms after it left`,
      ],
      ['In the end', isSpurious ? 'acknowledged' : 'never acknowledged'],
    ],
    canStay: false,
  };
}
