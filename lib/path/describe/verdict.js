import { counted, timeText } from '../../shared/text/quantities.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../segments/segment-figures.js').SegmentFigures} SegmentFigures */

/** A queue is worth telling from here on: shorter ones are the jitter of hosts. */
const LEAST_QUEUE_SECONDS = 2e-3;

/**
 * The first sentence about a path: where packets were lost, where they waited.
 * @typedef {{ code: string, sentence: string }} PathVerdict
 */

/** @param {string} file @returns {string} without its folder */
const nameOf = (file) => (file === '-' ? 'standard input' : file.slice(file.search(/[^/\\]*$/)));
/** Endings of captures' names, and what separates the parts of a name. */
const ENDINGS = /(?:\.(?:pcapng|pcap|cap|snoop|dmp|gz))+$/i;
const SEPARATORS = /[.\-_ ]/;

/**
 * What tells files apart: their names without folders and endings, and without the parts that all of them begin with.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function labelsOf(files) {
  const names = files.map(nameOf);
  const stems = names.map((name) => name.replace(ENDINGS, ''));
  let shared = 0;
  for (let at = 0; stems.every((stem) => stem[at] !== undefined && stem[at] === stems[0][at]); at++) {
    if (SEPARATORS.test(stems[0][at])) shared = at + 1;
  }
  const labels = stems.map((stem) => stem.slice(shared));
  return new Set(labels).size === labels.length && labels.every((label) => label !== '') ? labels : names;
}

/**
 * @param {Path} path @param {readonly SegmentFigures[]} segments of both ways
 * @returns {PathVerdict} without a full stop
 */
export function verdictOf(path, segments) {
  if (!path.connections.some(({ facts }) => facts.filter((one) => one !== null).length > 1)) {
    return { code: 'nothing_shared', sentence: 'The captures share no connection' };
  }
  const lossy = segments.filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost);
  const queued = longestQueue(segments);
  const parts = [lossText(path, lossy, segments), queued === null ? '' : queueText(path, queued)];
  const code = lossy.length > 0 ? 'loss' : 'no_loss';
  return { code, sentence: parts.filter((part) => part !== '').join('; ') };
}

/** @param {readonly SegmentFigures[]} segments @returns {SegmentFigures | null} */
function longestQueue(segments) {
  const [longest] = [...segments].sort((a, b) => (b.queue?.p95 ?? 0) - (a.queue?.p95 ?? 0));
  return (longest?.queue?.p95 ?? 0) >= LEAST_QUEUE_SECONDS ? longest : null;
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
