import { el } from '../../base/dom.js';

/** @type {[string, string][]} */
const MARKS = [
  ['mark-c2s', 'client → server'],
  ['mark-s2c', 'server → client'],
  ['mark-retx', 'retransmitted'],
];

/** What the small diagrams and the dotted line of the connections table mean. */
export const sparkLegend = () =>
  el(
    'span',
    { class: 'spark-legend' },
    ...MARKS.map(([mark, words]) =>
      el(
        'span',
        { class: 'spark-legend-entry' },
        el('span', { class: `spark-legend-mark ${mark}`, 'aria-hidden': 'true' }),
        words,
      ),
    ),
    el(
      'span',
      { class: 'spark-legend-entry' },
      el('span', { class: 'is-guessed' }, el('span', { class: 'endpoint', text: 'address' })),
      'client and server inferred',
    ),
  );
