/** Rows of the statements: in columns, or as cards on a phone. */
import { el, setText } from '../../base/dom.js';
import { cardWords, COLUMNS } from './columns.js';

/** @typedef {import('../../../lib/analysis/messages/statements.js').Statement} Statement */
/** @typedef {(statement: Statement) => string} HrefOf */

/** @param {HTMLAnchorElement} link @param {Statement} statement @param {HrefOf} hrefOf */
function lead(link, statement, hrefOf) {
  const text = COLUMNS[0].text(statement);
  setText(link, text);
  link.href = hrefOf(statement);
  link.title = `${text}\nOpens its slowest request`;
}

/** @returns {HTMLAnchorElement} */
const newLink = () => el('a', { class: 'row-link statement-text mono', tabindex: -1 });

/** @param {HrefOf} hrefOf @returns {import('../../components/virtual-table.js').RowView<Statement>} */
export function tableRow(hrefOf) {
  const link = newLink();
  const cells = COLUMNS.map(({ key, isText }) =>
    el('div', { class: `grid-cell column-${key}${isText ? '' : ' column-figure'}`, role: 'gridcell' }),
  );
  cells[0].append(link);
  const element = el('div', { class: 'vt-row connection-row statement-row', role: 'row' }, ...cells);
  return {
    element,
    update(statement) {
      if (statement === null) return;
      lead(link, statement, hrefOf);
      COLUMNS.forEach(({ text }, k) => k > 0 && setText(cells[k], text(statement)));
      element.classList.toggle('has-failed', statement.failed > 0);
    },
  };
}

/** @param {HrefOf} hrefOf @returns {import('../../components/virtual-table.js').RowView<Statement>} */
export function cardRow(hrefOf) {
  const link = newLink();
  const words = el('div', { class: 'second statement-words' });
  const cell = el('div', { role: 'gridcell' }, link, words);
  const element = el('div', { class: 'vt-row statement-card', role: 'row' }, cell);
  return {
    element,
    update(statement) {
      if (statement === null) return;
      lead(link, statement, hrefOf);
      setText(words, cardWords(statement));
    },
  };
}
