import { counted, timeText } from '../../shared/text/quantities.js';
import { PROVEN } from '../changes/payload.js';
import { labelsOf } from '../describe/labels.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../segments/segment-figures.js').SegmentFigures} SegmentFigures */
/** @typedef {import('../changes/changes.js').Change} Change */
/** @typedef {import('./joined-findings.js').PathFinding} PathFinding */

/** A queue is worth telling from here on: shorter ones are the jitter of hosts. */
export const MIN_QUEUE_SECONDS = 2e-3;

/**
 * What all captures together show of each segment.
 * @param {Path} path @param {readonly SegmentFigures[]} segments both ways, of all connections
 * @returns {PathFinding[]}
 */
export function segmentFindings(path, segments) {
  const labels = labelsOf(path.points.map(({ file }) => file));
  return segments.flatMap((segment) => {
    const [from, to] = segment.between;
    const way = `from ${labels[from]} to ${labels[to]}`;
    const of = { connection: null, direction: null, between: segment.between, from: [from, to], withdrawn: null };
    return [
      segment.lost > 0 && {
        ...of,
        code: 'lost_between',
        title: 'Lost between two captures',
        message: `${counted(segment.lost, 'packet')} of ${segment.sent} ${segment.lost === 1 ? 'was' : 'were'} lost ${way}, in ${counted(segment.lossEpisodes, 'episode')}.`,
      },
      (segment.queue?.p95 ?? 0) >= MIN_QUEUE_SECONDS && {
        ...of,
        code: 'queue_between',
        title: 'Queue between two captures',
        message: `Packets wait ${way}: one in twenty for ${timeText((segment.queue?.p95 ?? 0) * 1e9)} or longer.`,
      },
      segment.duplicated > 0 && {
        ...of,
        code: 'duplicated_between',
        title: 'Duplicated between two captures',
        message: `${counted(segment.duplicated, 'packet')} ${segment.duplicated === 1 ? 'was' : 'were'} duplicated ${way}.`,
      },
      segment.reordered > 0 && {
        ...of,
        code: 'reordered_between',
        title: 'Reordered between two captures',
        message: `${counted(segment.reordered, 'packet')} ${segment.reordered === 1 ? 'was' : 'were'} overtaken ${way}, by up to ${segment.reorderingExtent}.`,
      },
      segment.notCaptured > 0 && {
        ...of,
        code: 'not_captured',
        title: 'Missed by a capture',
        message: `The capture ${labels[to]} missed ${counted(segment.notCaptured, 'packet')} that came by ${way}.`,
      },
    ].filter((finding) => finding !== false);
  });
}

/** Changes that cost something, and what. @type {Readonly<Record<string, string>>} */
const COSTS = Object.freeze({
  'SACK permitted': 'losses are repaired one a round trip',
  'window scale': 'no more than 64 KB can be in flight',
  timestamps: 'round trips of retransmissions cannot be measured',
  MPTCP: 'the connection falls back to one path',
  'Fast Open': 'data cannot go with the SYN',
});

/**
 * What the path took from connections, each change once, with how many connections it was taken from.
 * @param {Path} path @param {readonly (readonly Change[])[]} changes by connection
 * @returns {PathFinding[]}
 */
export function changeFindings(path, changes) {
  const labels = labelsOf(path.points.map(({ file }) => file));
  /** @type {Map<string, { change: Change, connections: number[] }>} */
  const found = new Map();
  changes.forEach((list, connection) => {
    for (const change of list) {
      if (!isHarmful(change)) continue;
      const values = change.what === 'payload' ? '' : `${change.from} ${change.to}`;
      const key = `${change.between} ${change.direction} ${change.what} ${values}`;
      const known = found.get(key);
      if (known !== undefined) known.connections.push(connection);
      else found.set(key, { change, connections: [connection] });
    }
  });
  return [...found.values()].map(({ change, connections }) => {
    const [from, to] = change.between;
    return {
      code: 'changed_between',
      title: 'Changed between two captures',
      message: `From ${labels[from]} to ${labels[to]}, ${changeText(change)} (${counted(connections.length, 'connection')}).`,
      connection: connections.length === 1 ? connections[0] : null,
      direction: change.direction,
      between: change.between,
      from: [from, to],
      withdrawn: null,
    };
  });
}

/** @param {Change} change */
const isHarmful = ({ what, to, confidence }) =>
  (what === 'payload' && confidence === PROVEN) ||
  what === 'mss' ||
  what === 'window_scale' ||
  (what === 'option' && to === null) ||
  (what === 'ecn' && to === 'Not-ECT');

/** @param {Change} change */
function changeText({ what, from, to, packets, frames, offset }) {
  if (what === 'option') {
    const cost = COSTS[String(from)];
    return `the option ${from} is taken out of the SYN${cost === undefined ? '' : `: ${cost}`}`;
  }
  if (what === 'payload') {
    return `payload is rewritten: first in frame ${frames?.[0]}, which is frame ${frames?.[1]} of the other, from byte ${offset} on`;
  }
  if (what === 'ecn') return `ECN's bits are cleared in ${counted(packets ?? 0, 'packet')}`;
  return `the SYN's ${what === 'mss' ? 'MSS' : 'window scale'} is changed from ${from} to ${to}`;
}
