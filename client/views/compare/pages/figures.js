/** The table of differences of pages, and its summary in a sentence. Pure. */
import { CAUSE_WORDS } from '../../../../lib/shared/text/page-causes.js';
import { capitalised, count, formatBytes, formatNumber } from '../../../base/format.js';
import { concurrencyIn, quantilesOf } from '../../timeline/selection/span-figures.js';
import { spanWords } from '../../timeline/times.js';
import { firstByteNs } from '../../waterfall/waterfall-columns.js';
import { pageTime, tookNs } from '../../waterfall/waterfall-rows.js';
import { isOver, SPENT } from '../../waterfall/waterfall-words.js';
import { changeOf, inSeconds } from '../difference-table.js';
import { differsByHash } from './match.js';

/** @typedef {import('../difference-table.js').Figure} Figure */
/** @typedef {import('./load.js').ComparedPage} ComparedPage */
/** @typedef {import('./match.js').Slot} Slot */
/** @typedef {import('../../waterfall/waterfall-rows.js').WaterfallRow} WaterfallRow */

const plain = (/** @type {number} */ value) => formatNumber(value);

/** @param {ComparedPage} page from its start to its end */
const totalNs = ({ alignNs, endNs }) => endNs - alignNs.start;

/** @param {(number|null)[]} times */
const medianOf = (times) => quantilesOf(Float64Array.from(times.filter((ns) => ns !== null)))?.median ?? null;

/** @param {readonly WaterfallRow[]} rows */
const underWay = (rows) => rows.map(({ requestNs, answeredNs }) => ({ startNs: requestNs, endNs: answeredNs }));

/** @param {Iterable<unknown>} values */
const several = (values) => new Set(values).size;

/**
 * @param {string} name
 * @param {(number|null)[]} values
 * @param {Partial<Figure>} [more]
 * @returns {Figure}
 */
const figure = (name, values, more = {}) => ({ name, values, write: plain, change: 'difference', ...more });

/** @param {readonly ComparedPage[]} pages @returns {Figure[]} */
export function pageFigures(pages) {
  const all = (/** @type {(page: ComparedPage) => number | null} */ read) => pages.map(read);
  const sum = (/** @type {(row: WaterfallRow) => boolean} */ is) => all(({ rows }) => rows.filter(is).length);
  const time = { write: inSeconds };
  return [
    figure('Total', all(totalNs), { ...time, strong: true }),
    figure(
      'First byte',
      all(({ alignNs }) => alignNs.byte - alignNs.start),
      time,
    ),
    figure(
      'TTFB, median',
      all(({ rows }) => medianOf(rows.map(firstByteNs))),
      time,
    ),
    figure(
      'Requests',
      all(({ rows }) => rows.length),
      { apart: true },
    ),
    figure(
      'Failed',
      sum(({ hasFailed }) => hasFailed),
    ),
    figure(
      'Unanswered',
      sum(({ response }) => response < 0),
    ),
    figure(
      'Max concurrent',
      all(({ rows, alignNs, endNs }) => concurrencyIn(underWay(rows), { startNs: alignNs.start, endNs }).most),
    ),
    figure(
      'Connections',
      all(({ rows }) => several(rows.map(({ flow }) => flow))),
    ),
    figure(
      'Domains',
      all(({ rows }) => several(rows.flatMap(({ host }) => host || []))),
    ),
    figure(
      'Bodies',
      all(({ rows }) => rows.reduce((bytes, row) => bytes + Math.max(0, row.bytes), 0)),
      { write: formatBytes },
    ),
  ];
}

/**
 * What held each page; where that is not known of all, what the time of each went into, at each moment by what had come
 * furthest. The largest first.
 * @param {readonly ComparedPage[]} pages
 * @returns {Figure[]}
 */
export function waitFigures(pages) {
  const verdicts = pages.flatMap(({ verdict }) => verdict ?? []);
  const isHeld = verdicts.length === pages.length;
  /** @type {Map<string, number>[]} */
  const parts = isHeld
    ? verdicts.map(({ causes }) => new Map(causes.map(({ cause, seconds }) => [CAUSE_WORDS[cause], seconds * 1e9])))
    : pages.map(({ rows }) => new Map(pageTime(rows).map(({ kind, ns }) => [SPENT[kind], ns])));
  const most = (/** @type {string} */ words) => Math.max(...parts.map((part) => part.get(words) ?? 0));
  return Object.values(isHeld ? CAUSE_WORDS : SPENT)
    .filter((words) => most(words) > 0)
    .sort((a, b) => most(b) - most(a))
    .map((words) =>
      figure(
        capitalised(words),
        parts.map((part) => part.get(words) ?? 0),
        { write: inSeconds },
      ),
    );
}

/** @param {Slot} slot @returns {(number|null)[]} ns that the client waited; null: not known, or not requested */
const tookOf = (slot) => slot.map((row) => (row && isOver(row) ? tookNs(row) : null));

/**
 * The requests by which the pages differ most.
 * @param {readonly Slot[]} slots
 * @param {number} most of them
 * @returns {Figure[]}
 */
export function requestFigures(slots, most) {
  const byTook = slots.map((slot) => {
    const values = tookOf(slot);
    const known = values.filter((ns) => ns !== null);
    const name = slot.find((row) => row !== null)?.name ?? '';
    return { name, values, by: known.length < 2 ? -1 : Math.max(...known) - Math.min(...known) };
  });
  return byTook
    .sort((a, b) => b.by - a.by)
    .slice(0, most)
    .map(({ name, values }) =>
      figure(name, values, { write: spanWords, change: values.length > 2 ? 'none' : 'difference' }),
    );
}

/**
 * The first against the last.
 * @param {readonly ComparedPage[]} pages two at least
 * @param {readonly Slot[]} slots
 * @returns {{ strong: string, rest: string }}
 */
export function headline(pages, slots) {
  const [first, last] = [pages[0], pages[pages.length - 1]];
  const [greatest] = waitFigures([first, last]).sort((a, b) => changeNs(b) - changeNs(a));
  const change = greatest ? changeOf(greatest, 1) : '';
  const alone = [first, last].map(({ letter }, i) => {
    const at = i === 0 ? 0 : pages.length - 1;
    const only = slots.filter((slot) => slot.every((row, place) => (row !== null) === (place === at))).length;
    return only > 0 ? `${count(only, 'request')} only in ${letter}.` : '';
  });
  const byName = slots.filter(differsByHash).length;
  return {
    strong: `${last.letter} ${inSeconds(totalNs(last))} instead of ${inSeconds(totalNs(first))}.`,
    rest: [
      change === '' || change === '0' ? '' : `Largest difference: ${greatest.name.toLowerCase()}, ${change}.`,
      ...alone,
      byName === 0 ? '' : `${count(byName, 'request')} matched by name without what looks like a hash.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** @param {Figure} figure of two */
const changeNs = ({ values: [a, b] }) => Math.abs((b ?? 0) - (a ?? 0));

/**
 * What was under way on each page in a selected span.
 * @param {{ pages: readonly ComparedPage[], align: import('./state.js').Align }} shown
 * @param {import('../../../plot/time-scale.js').TimeRange} span ns from the alignment
 * @returns {import('../../timeline/selection/selection-panel.js').Line[]}
 */
export const selectionLines = ({ pages, align }, span) =>
  pages.map(({ letter, rows, alignNs }) => {
    const there = { startNs: span.startNs + alignNs[align], endNs: span.endNs + alignNs[align] };
    const inSpan = rows.filter((row) => row.requestNs <= there.endNs && row.answeredNs >= there.startNs);
    const ttfb = medianOf(inSpan.map(firstByteNs));
    return [
      letter,
      [
        `${count(inSpan.length, 'request')} under way`,
        inSpan.length === 0 ? '' : `up to ${formatNumber(concurrencyIn(underWay(inSpan), there).most)} at once`,
        ttfb === null ? '' : `TTFB median ${spanWords(ttfb)}`,
        formatBytes(inSpan.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0)),
      ]
        .filter(Boolean)
        .join(', '),
    ];
  });
