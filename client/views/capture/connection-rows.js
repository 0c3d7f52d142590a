import { el, setText } from '../../base/dom.js';
import { sparkline } from '../../components/sparkline.js';
import { carriesWords, cellTexts, protocolWords } from './connection-words.js';
import { endpointCell } from './endpoint-cell.js';
import { rowLink } from './row-link.js';
import { verdictCell } from './verdict-cell.js';

/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

/** @param {ConnectionRow} row */
function sparkData({ activity: { bins } }) {
  return { clientToServer: bins[0], serverToClient: bins[1], repeats: bins[2] };
}

/**
 * A row of the wide table.
 * @param {readonly import('./columns/registry.js').Cell[]} cells
 * @param {import('./columns/registry.js').CellContext} context
 * @param {{ element: HTMLElement, update: (row: ConnectionRow | null) => void }} box that chooses it
 * @returns {import('../../components/virtual-table.js').RowView<ConnectionRow>}
 */
export function tableRow(cells, context, box) {
  const element = el('div', { class: 'vt-row connection-row', role: 'row' });
  const updates = cells.map(({ key, figures, create }) => {
    const cell = el('div', { class: `grid-cell column-${key}${figures ? ' column-figure' : ''}`, role: 'gridcell' });
    element.append(cell);
    return create(cell, context);
  });
  element.firstElementChild?.prepend(box.element);
  return {
    element,
    update(row) {
      element.classList.toggle('is-waiting', row === null);
      for (const update of updates) update(row);
      box.update(row);
      if (row) element.classList.toggle('is-guessed', row.roleGuessed);
    },
  };
}

/**
 * A connection as a card, for a phone.
 * @param {string} captureId
 * @returns {import('../../components/virtual-table.js').RowView<ConnectionRow>}
 */
export function cardRow(captureId) {
  const { link, set: setLink } = rowLink(captureId);
  const client = endpointCell();
  const server = endpointCell();
  const spark = sparkline({ baseline: 'shared' });
  const verdict = verdictCell();
  const carries = el('span', { class: 'card-carries' });
  const length = el('span', { class: 'card-length' });
  const facts = el('span', { class: 'card-facts' });
  const element = el(
    'div',
    { class: 'vt-row connection-card', role: 'row' },
    el(
      'div',
      { class: 'grid-cell', role: 'gridcell' },
      el(
        'div',
        { class: 'card-line' },
        link,
        client.element,
        el('span', { class: 'card-arrow', text: '→' }),
        server.element,
      ),
      el('div', { class: 'card-line' }, verdict.element, length),
      el('div', { class: 'card-line' }, carries),
      el('div', { class: 'card-line' }, facts),
      spark.element,
    ),
  );

  return {
    element,
    update(row) {
      setLink(row);
      element.classList.toggle('is-waiting', row === null);
      const texts = row && cellTexts(row);
      setText(link, texts?.flow ?? '');
      client.set(texts?.client ?? null, row?.clientName);
      server.set(texts?.server ?? null, row?.serverName);
      setText(length, texts?.length ?? '');
      verdict.set(row?.verdict ?? null);
      setText(carries, row && (row.firstTarget ?? row.protocol) ? carriesWords(row) : '');
      setText(
        facts,
        row && texts
          ? `${row.firstTarget ? `${protocolWords(row.protocol)} · ` : ''}→ ${texts.bytesOut} ← ${texts.bytesBack} · ${texts.repeats} retransmitted`
          : '',
      );
      spark.set(row ? sparkData(row) : { clientToServer: [], serverToClient: [], repeats: [] });
      element.classList.toggle('is-guessed', row?.roleGuessed ?? false);
    },
  };
}
