/** What each segment of the path did, one way and the other. */
import { el, fill } from '../../base/dom.js';
import { formatNumber, formatSeconds, missing } from '../../base/format.js';
import { rateWords } from '../timeline/times.js';

/** @typedef {import('../../state/answer-types.js').PathSegment} PathSegment */
/** @typedef {import('./state.js').Between} Between */

/** @param {number|null|undefined} seconds */
const seconds = (seconds) => (seconds === null || seconds === undefined ? missing : formatSeconds(seconds));

/**
 * `isBad`: what is worth a colour.
 * @typedef {{ head: string, cell: (segment: PathSegment) => string, isBad?: (segment: PathSegment) => boolean }} Column
 */
/** @type {readonly Column[]} */
const COLUMNS = [
  { head: 'Sent', cell: ({ sent }) => formatNumber(sent) },
  { head: 'Lost', cell: ({ lost }) => formatNumber(lost), isBad: ({ lost }) => lost > 0 },
  { head: 'Not captured', cell: ({ notCaptured }) => formatNumber(notCaptured) },
  { head: 'Duplicated', cell: ({ duplicated }) => formatNumber(duplicated) },
  { head: 'Reordered', cell: ({ reordered }) => formatNumber(reordered) },
  { head: 'Least delay', cell: ({ delay }) => seconds(delay?.min) },
  { head: 'Median delay', cell: ({ delay }) => seconds(delay?.median) },
  { head: 'Delay p95', cell: ({ delay }) => seconds(delay?.p95) },
  { head: 'Queue p95', cell: ({ queue }) => seconds(queue?.p95) },
  { head: 'Rate', cell: ({ rate }) => (rate === null ? missing : rateWords(rate * 8)) },
];

/** @param {(between: Between) => void} onChoose a segment, whose stream and delays are then drawn */
export function segmentsTable(onChoose) {
  const body = el('tbody');
  const element = el(
    'div',
    { class: 'same-path-segments', tabindex: 0, role: 'region', 'aria-label': 'Segments of the path' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...['Segment', ...COLUMNS.map(({ head }) => head)].map((head) => el('th', { scope: 'col', text: head })),
        ),
      ),
      body,
    ),
  );
  /** @type {readonly PathSegment[]} */
  let listed = [];
  /** @type {{ segment: PathSegment, row: HTMLElement, choose: HTMLElement }[]} */
  let rows = [];
  return {
    element,
    /**
     * @param {readonly PathSegment[]} segments @param {readonly string[]} labels of the captures
     * @param {Between|null} shown whose stream and delays are drawn
     */
    update(segments, labels, shown) {
      if (segments !== listed) {
        listed = segments;
        rows = segments.filter(({ sent }) => sent > 0).map((segment) => rowOf(segment, labels));
        fill(body, ...rows.map(({ row }) => row));
      }
      for (const { segment, row, choose } of rows) {
        const isShown = shown !== null && isSame(segment.between, shown);
        row.classList.toggle('is-shown', isShown);
        choose.setAttribute('aria-pressed', String(isShown));
      }
    },
    /** @param {readonly Between[]} passed by the packet under the pointer */
    point(passed) {
      for (const { segment, row } of rows) {
        row.classList.toggle(
          'is-pointed',
          passed.some((between) => isSame(segment.between, between)),
        );
      }
    },
  };

  /** @param {PathSegment} segment @param {readonly string[]} labels */
  function rowOf(segment, labels) {
    const [from, to] = segment.between;
    const choose = el('button', {
      type: 'button',
      class: 'text-button',
      title: 'Draw the stream and delays of this segment',
      text: `${labels[from]} → ${labels[to]}`,
      on: { click: () => onChoose([from, to]) },
    });
    const row = el(
      'tr',
      {},
      el('th', { scope: 'row' }, choose),
      ...COLUMNS.map(({ cell, isBad }) => el('td', { class: isBad?.(segment) ? 'is-bad' : '', text: cell(segment) })),
    );
    return { segment, row, choose };
  }
}

/** @param {Between} one @param {Between} other */
const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];
