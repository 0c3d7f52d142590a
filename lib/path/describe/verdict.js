import { counted, timeText } from '../../shared/text/quantities.js';
import { MIN_QUEUE_SECONDS } from '../findings/path-findings.js';
import { labelsOf } from './labels.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../findings/joined-findings.js').PathFinding} PathFinding */
/** @typedef {import('../segments/segment-figures.js').SegmentFigures} SegmentFigures */

/**
 * The first sentence about a path: where packets were lost, where they waited.
 * @typedef {{ code: string, sentence: string }} PathVerdict
 */

/**
 * @param {Path} path @param {readonly SegmentFigures[]} segments of both ways
 * @param {readonly PathFinding[]} findings
 * @param {readonly string[]} ofProxies notes
 * @returns {PathVerdict} without a full stop
 */
export function verdictOf(path, segments, findings, ofProxies) {
  if (!path.connections.some(({ facts }) => facts.filter((one) => one !== null).length > 1)) {
    return ofProxies.length > 0
      ? { code: 'proxied', sentence: ofProxies[0] }
      : { code: 'nothing_shared', sentence: 'The captures share no connection' };
  }
  const lossy = segments.filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost);
  const queued = longestQueue(segments);
  const parts = [
    lossText(path, lossy, segments),
    queued === null ? '' : queueText(path, queued),
    ...findings
      .filter(({ code }) => code === 'changed_between')
      .slice(0, 1)
      .map(({ message }) => partOf(message)),
    withdrawnText(path, findings),
  ];
  const code = lossy.length > 0 ? 'loss' : 'no_loss';
  return { code, sentence: parts.filter((part) => part !== '').join('; ') };
}

/** A sentence as a part of another. @param {string} message */
const partOf = (message) => message[0].toLowerCase() + message.slice(1).replace(/\.$/, '');

/**
 * The first cause that a capture inferred and others refute.
 * @param {Path} path @param {readonly PathFinding[]} findings
 */
function withdrawnText({ points }, findings) {
  const refuted = findings.find(({ withdrawn }) => withdrawn !== null);
  if (refuted === undefined) return '';
  const labels = labelsOf(points.map(({ file }) => file));
  const files = refuted.from.map((place) => labels[place]).join(' or ');
  return `“${refuted.title}”, as ${files} alone would say, does not hold: ${refuted.withdrawn}`;
}

/** @param {readonly SegmentFigures[]} segments @returns {SegmentFigures | null} */
function longestQueue(segments) {
  const [longest] = [...segments].sort((a, b) => (b.queue?.p95 ?? 0) - (a.queue?.p95 ?? 0));
  return (longest?.queue?.p95 ?? 0) >= MIN_QUEUE_SECONDS ? longest : null;
}

/** @param {Path} path @param {readonly SegmentFigures[]} lossy @param {readonly SegmentFigures[]} all */
function lossText(path, lossy, all) {
  const sent = all.reduce((sum, segment) => sum + segment.sent, 0);
  if (sent === 0) return 'No packet of the connections that the captures share was seen at two points';
  if (lossy.length === 0) return 'No packet was lost between the captures';
  const lost = lossy.map(
    (segment, at) => `${at === 0 ? counted(segment.lost, 'packet') : segment.lost} from ${wayText(path, segment)}`,
  );
  const verb = lossy.length === 1 && lossy[0].lost === 1 ? 'was' : 'were';
  const [first, ...others] = lost;
  const text = `${first.replace(' from ', ` ${verb} lost from `)}${others.map((other) => `, ${other}`).join('')}`;
  const without = all.filter(({ lost: none, sent: some }) => none === 0 && some > 0);
  return without.length === 0 ? text : `${text}, none elsewhere`;
}

/** @param {Path} path @param {SegmentFigures} segment */
const queueText = (path, segment) =>
  `packets queue from ${wayText(path, segment)}, for up to ${timeText((segment.queue?.p95 ?? 0) * 1e9)} in 95 % of cases`;

/** @param {Path} path @param {SegmentFigures} segment */
export function wayText({ points }, { between: [from, to] }) {
  const labels = labelsOf(points.map(({ file }) => file));
  return `${labels[from]} to ${labels[to]}`;
}
