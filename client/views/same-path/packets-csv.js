/** Packets and segments as CSV files (RFC 4180). */
import { FATE } from '../../../lib/shared/path/fate.js';

/** @typedef {import('./ladder-frame.js').LadderFrame} LadderFrame */
/** @typedef {import('./ladder-frame.js').ListedPackets} ListedPackets */
/** @typedef {import('../../state/answer-types.js').PathSegment} PathSegment */

/** @type {Record<number, string>} as `path --packets` has them */
const NAMES = {
  [FATE.NONE]: '',
  [FATE.ARRIVED]: 'arrived',
  [FATE.LOST]: 'lost',
  [FATE.NOT_CAPTURED]: 'not_captured',
  [FATE.DUPLICATE]: 'duplicate',
};

/** @param {string} text */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** @param {readonly (readonly (string|number)[])[]} rows */
const csv = (rows) => [...rows.map((row) => row.join(',')), ''].join('\r\n');

/**
 * Packets in view.
 * @param {ListedPackets} listed @param {readonly string[]} labels
 * @param {import('../../plot/time-scale.js').TimeRange} range
 */
export function packetsCsv(listed, labels, { startNs, endNs }) {
  const rows = [];
  for (let row = 0; row < listed.bytes.length; row++) {
    const times = listed.times.map((of) => of[row]);
    const known = times.filter((ns) => !Number.isNaN(ns));
    if (Math.min(...known) > endNs || Math.max(...known) < startNs) continue;
    rows.push([
      listed.connection[row],
      listed.direction[row] === 0 ? 'clientToServer' : 'serverToClient',
      listed.start[row],
      listed.bytes[row],
      ...times.flatMap((ns, place) => [
        listed.frames[place][row] || '',
        Number.isNaN(ns) ? '' : ns / 1e9,
        NAMES[listed.fates[place][row]],
      ]),
    ]);
  }
  const heads = labels.flatMap((label) => [`frame ${label}`, `time ${label} (s)`, `fate ${label}`].map(quoted));
  return csv([['connection', 'direction', 'offset', 'bytes', ...heads], ...rows]);
}

/** @param {readonly PathSegment[]} segments @param {readonly string[]} labels */
export const segmentsCsv = (segments, labels) =>
  csv([
    ['from', 'to', 'sent', 'arrived', 'lost', 'not captured', 'duplicated', 'reordered']
      .concat(['delay min (s)', 'delay median (s)', 'delay p95 (s)', 'delay max (s)'])
      .concat(['queue median (s)', 'queue p95 (s)', 'rate (bytes/s)']),
    ...segments.map(({ between: [from, to], delay, queue, ...figures }) => [
      quoted(labels[from]),
      quoted(labels[to]),
      ...[figures.sent, figures.arrived, figures.lost, figures.notCaptured, figures.duplicated, figures.reordered],
      ...[delay?.min, delay?.median, delay?.p95, delay?.max, queue?.median, queue?.p95, figures.rate].map(
        (value) => value ?? '',
      ),
    ]),
  ]);
