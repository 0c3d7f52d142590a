import { el, setText } from '../../base/dom.js';
import { causeSwatch } from '../../components/findings-list.js';
import { severityMark } from '../../components/severity-mark.js';

/** @typedef {import('../../state/types.js').Verdict} Verdict */

/** A connection's verdict, with the colour of its cause and its severity. */
export function verdictCell() {
  const swatch = causeSwatch('idle');
  const mark = severityMark();
  const words = el('span', { class: 'verdict-words' });
  const lines = el('span', { class: 'verdict-lines' }, el('span', {}, mark.element, words));
  const element = el('span', { class: 'verdict-cell' }, swatch, lines);
  return {
    element,
    /** @param {Verdict | null} verdict null while the row is fetched */
    set(verdict) {
      swatch.className = `cause-swatch cause-${verdict?.cause ?? 'idle'}`;
      swatch.hidden = verdict === null;
      mark.set(verdict?.severity ?? 'note');
      element.className = `verdict-cell is-${verdict?.severity ?? 'note'}`;
      setText(words, verdict?.sentence ?? '');
      lines.style.setProperty('--letters', String(verdict?.sentence.length ?? 0));
    },
  };
}
