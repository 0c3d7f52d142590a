/** The card of a packet, and its lines in the side column. */
import { formatBytes, formatNumber } from '../../../base/format.js';
import { frameWords } from '../../timeline/hover-card.js';
import { fateWords, frameText, packetName } from './words.js';

/** @typedef {import('../data/packets.js').Packets} Packets */
/** @typedef {import('../../timeline/hover-card.js').CardContent} CardContent */
/** @typedef {import('../../timeline/hover-card.js').CardLine} CardLine */

/** Frames in a card; the side column has all. */
const FRAMES_IN_CARD = 6;
const ECN = ['not ECT', 'ECT(1)', 'ECT(0)', 'CE'];

/**
 * @param {Packets} packets @param {number} row @param {import('./words.js').PacketInWords|null} words
 * @returns {CardContent}
 */
export function packetCard(packets, row, words) {
  const { direction, frame } = packets.columns;
  return {
    letter: direction[row] === 0 ? 'C' : 'S',
    letterClass: direction[row] === 0 ? 'is-c2s' : 'is-s2c',
    title: packetName(packets, row),
    corner: frameWords(frame[row]),
    lines: packetLines(packets, row, words, FRAMES_IN_CARD),
    canStay: false,
  };
}

/**
 * @param {Packets} packets @param {number} row @param {import('./words.js').PacketInWords|null} words
 * @param {number} most frames
 * @returns {CardLine[]}
 */
export function packetLines(packets, row, words, most = Infinity) {
  const { time, bytes, datagramBytes, inFlight, ecn, resentRow, index } = packets.columns;
  const frames = words?.frames ?? [];
  const listed = frames.slice(0, most).map(frameText);
  if (frames.length > listed.length) listed.push(`${frames.length - listed.length} more`);
  /** @type {CardLine[]} */
  const lines = [
    ['Time', `${formatNumber(time[row] / 1e9, 6)} s`],
    [
      'Size',
      `${formatBytes(bytes[row])} in a datagram of ${formatBytes(datagramBytes[row])}${index[row] > 0 ? `, place ${index[row] + 1}` : ''}`,
    ],
    ['Fate', fateWords(packets, row)],
  ];
  if (resentRow[row] >= 0) lines.push(['Retransmitted', `in ${packetName(packets, resentRow[row])}`]);
  if (words && words.resends.length > 0) {
    const of = [...new Set(words.resends.map(({ ofPacket }) => formatNumber(ofPacket)))].slice(0, 5).join(', ');
    lines.push(['Retransmits', `data of packet ${of}`]);
  }
  if (words?.rtt) lines.push(['RTT sample', `${formatNumber(words.rtt * 1e3, 2)} ms`]);
  if (!Number.isNaN(inFlight[row])) lines.push(['In flight', formatBytes(inFlight[row])]);
  if (ecn[row] > 0) lines.push(['ECN', ECN[ecn[row]]]);
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
