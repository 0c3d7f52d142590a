/** A table of figures side by side, with their differences. */
import { el } from '../../base/dom.js';
import { formatNumber, formatSeconds, missing } from '../../base/format.js';

/**
 * @typedef {{
 *   name: string, values: (number | null)[], write: (value: number) => string, change: 'difference' | 'factor' |
 *   'none', apart?: boolean,
 *   strong?: boolean, isOfSummary?: boolean,
 * }} Figure apart: with air above it; isOfSummary: of all that the
 *   server summed up, which is a whole capture where no connection was chosen
 */

/**
 * To the millisecond, where the page elsewhere uses hundredths: here times are compared.
 * @param {number} ns
 */
export function inSeconds(ns) {
  return ns >= 0.1e9 && ns < 9.9995e9 ? `${formatNumber(ns / 1e9, 3)} s` : formatSeconds(ns / 1e9);
}

/** @param {Figure} figure @param {number} i of the member @returns {string} against the first */
export function changeOf({ values, write, change }, i) {
  const [first] = values;
  const value = values[i];
  if (first === null || value === null || change === 'none') return '';
  if (change === 'factor') return first === 0 || value === first ? '' : `× ${factorWords(value / first, 2)}`;
  const by = value - first;
  const text = write(Math.abs(by));
  if (by === 0 || text === write(0)) return '0';
  return `${by > 0 ? '+' : '−'}${text}`;
}

/**
 * @param {number} factor
 * @param {number} decimals at least; more where it is so small that these would show nothing of it
 */
export const factorWords = (factor, decimals) =>
  formatNumber(factor, factor > 0 ? Math.min(9, Math.max(decimals, -Math.floor(Math.log10(factor)))) : decimals);

/** @param {Figure} figure @param {number} i of the member */
export const valueOf = ({ values, write }, i) =>
  values[i] === null ? missing : write(/** @type {number} */ (values[i]));

/**
 * What two differ by has a column of its own; of more it is below the figure.
 * @param {string} caption
 * @param {readonly { letter: string, name: string }[]} members
 * @param {readonly Figure[]} figures
 * @param {{ scope?: string, last?: Node|false }} [more] scope: after the names of figures of whole captures; last: a
 *   row of its own below
 */
export function differenceTable(caption, members, figures, { scope = '', last = false } = {}) {
  const isPair = members.length === 2;
  const heads = members.map(({ letter, name }) => el('th', { scope: 'col', title: name, text: letter }));
  const rows = figures.map((figure) =>
    el(
      'tr',
      { class: [figure.apart && 'is-apart', figure.strong && 'is-strong'].filter(Boolean).join(' ') },
      el('th', { scope: 'row', 'data-figure': figure.name, text: `${figure.name}${figure.isOfSummary ? scope : ''}` }),
      ...members.map((_, i) =>
        el(
          'td',
          {},
          valueOf(figure, i),
          i > 0 && !isPair && el('span', { class: 'change', text: changeOf(figure, i) }),
        ),
      ),
      isPair && el('td', { class: 'change', text: changeOf(figure, 1) }),
    ),
  );
  return el(
    'table',
    { class: 'compare-table' },
    el('caption', { class: 'side-title', text: caption }),
    el('thead', {}, el('tr', {}, el('td'), ...heads, isPair && el('th', { scope: 'col', text: 'B − A' }))),
    el('tbody', {}, ...rows, last),
  );
}
