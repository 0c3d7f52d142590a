import { labelsOf } from '../../../lib/path/describe/labels.js';
import { counted } from '../../../lib/shared/text/quantities.js';

/** @typedef {import('../../../lib/path/path-analysis.js').PathAnalysis} PathAnalysis */
/** @typedef {import('../../../lib/path/segments/segment-figures.js').SegmentFigures} SegmentFigures */
/** @typedef {ReturnType<PathAnalysis['points']>[number]} DescribedPoint */

const HEADS = [
  'segment',
  'sent',
  'arrived',
  'lost',
  'not captured',
  'duplicated',
  'reordered',
  'delay min',
  'median',
  'p95',
  'queue p95',
];

/**
 * The first sentence, the points with their clocks, and a row for each segment and way.
 * @param {PathAnalysis} analysis
 */
export function pathTable(analysis) {
  const points = analysis.points();
  const labels = labelsOf(points.map(({ file }) => file));
  const segments = analysis.segments();
  const lines = [
    `${analysis.verdict().sentence}.`,
    ...analysis.notes().map((note) => `${note}.`),
    '',
    ...aligned([
      ['point', 'clock ahead', 'drift', 'steps', 'uncertainty'],
      ...points
        .map((point, place) => ({ ...point, label: labels[place] }))
        .sort((a, b) => a.order - b.order)
        .map(pointCells),
    ]),
    '',
    ...aligned([HEADS, ...segments.filter(({ sent }) => sent > 0).map((segment) => cells(labels, segment))]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** @param {DescribedPoint & { label: string }} point */
const pointCells = ({ label, clock: { offset, drift, steps, uncertainty } }) => [
  label,
  offset === null ? '–' : `${offset.toFixed(6)} s`,
  `${drift.toFixed(1)} ppm`,
  steps.length === 0 ? '–' : counted(steps.length, 'step'),
  uncertainty === null ? '–' : `± ${milliseconds(uncertainty)}`,
];

/** @param {string[]} labels @param {SegmentFigures} segment */
function cells(labels, { between: [from, to], delay, queue, ...figures }) {
  const { sent, arrived, lost, notCaptured, duplicated, reordered } = figures;
  return [
    `${labels[from]} → ${labels[to]}`,
    ...[sent, arrived, lost, notCaptured, duplicated, reordered].map(String),
    ...[delay?.min, delay?.median, delay?.p95, queue?.p95].map(milliseconds),
  ];
}

/** @param {number | undefined} seconds */
const milliseconds = (seconds) => (seconds === undefined ? '–' : `${(seconds * 1e3).toFixed(3)} ms`);

/** @param {string[][]} rows the first column to the left, the others to the right */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
  );
}
