import { el, setText } from '../../base/dom.js';
import { causeSwatch, costWords } from '../../components/findings-list.js';

/** @typedef {NonNullable<import('../../state/types.js').ConnectionRow['verdict']>} Verdict */

/**
 * Of a connection that gave no reason to look closer, among those that were looked through: said as of one that was.
 * @type {Verdict}
 */
export const WELL = { code: 'all_well', title: 'Nothing wrong', cause: 'idle', severity: 'note', costSeconds: null };

/** @param {Verdict | null} verdict @returns {string} cause and seconds */
export function verdictText(verdict) {
  if (verdict === null) return '–';
  const cost = costWords(verdict.costSeconds);
  return cost === '' ? verdict.title : `${verdict.title} · ${cost}`;
}

/**
 * A connection's worst finding in a few words, with the colour of its cause. Where room is short the title is cut,
 * never the seconds.
 */
export function verdictCell() {
  const title = el('span', { class: 'verdict-title' });
  const cost = el('span', { class: 'verdict-cost' });
  const swatch = causeSwatch('idle');
  const words = el('span', { class: 'verdict-words' }, title, cost);
  const element = el('span', { class: 'verdict-cell' }, swatch, words);
  return {
    element,
    /** @param {Verdict | null} verdict */
    set(verdict) {
      swatch.className = `cause-swatch cause-${verdict?.cause ?? 'idle'}`;
      swatch.hidden = verdict === null;
      element.className = `verdict-cell is-${verdict?.severity ?? 'note'}`;
      setText(title, verdict?.title ?? '–');
      setText(cost, verdictText(verdict).slice(title.textContent?.length));
    },
  };
}
