import { el, fill, setText } from '../../base/dom.js';
import { debounce, throttle } from '../../base/frame.js';
import { count, formatNumber } from '../../base/format.js';
import { copyButton } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { virtualTable } from '../../components/virtual-table.js';
import { fetchAheadOf } from '../../state/ahead.js';
import { sentenceOf } from '../../state/api.js';
import { connectionPath, fromHistory, keepInHistory } from '../../state/router.js';
import { cardRow, tableRow } from './connection-rows.js';
import { connectionSource } from './connection-source.js';
import { columnHeads, sortSelect } from './sort-controls.js';

/** @typedef {import('./connection-source.js').Order} Order */

const rowHeight = 34;
const cardHeight = 134;
const liveRefreshMs = 250;
const scrollKey = 'connectionsOffset';
const phone = matchMedia('(max-width: 599px)');

/**
 * The connections of one capture: fetched, drawn and kept up to date. Rows never change places while the pointer or the
 * keyboard is on them; the new order waits until it leaves.
 * @param {{
 *   api: import('../../state/api.js').Api, captureId: string, order: Order,
 *   onSort: (sort: string, order: 'asc' | 'desc') => void, navigate: (path: string) => void, onFind: () => void,
 * }} options
 */
export function connectionsTable({ api, captureId, order, onSort, navigate, onFind }) {
  const heads = phone.matches ? null : columnHeads(onSort);
  const select = phone.matches ? sortSelect(onSort) : null;
  const messages = el('div', { class: 'messages table-messages' });
  const none = el('p', { class: 'no-match', role: 'status', hidden: true });
  const counted = el('span', { role: 'status' });
  const held = el('span', { class: 'held-note' });
  const copy = copyButton('Copy as a Wireshark filter', wiresharkFilter, { kind: 'quiet' });
  const source = connectionSource({ api, captureId, order, onChange: show, onError: showError });
  let restoreOffset = Number(fromHistory(scrollKey) ?? 0);
  let pointerInside = false;
  let isGrowing = false, known = 0;

  const table = virtualTable({
    label: 'Connections', idPrefix: 'connection', rowHeight: phone.matches ? cardHeight : rowHeight, head: heads?.element ?? null,
    createRow: () => (phone.matches ? cardRow(captureId) : tableRow(captureId)),
    rowAt: rowAndRoom, onRange: source.need,
    onOpen: (index) => {
      const row = source.rowAt(index);
      if (!row) return;
      keepPlace();
      navigate(connectionPath(captureId, row.flow));
    },
  });
  const legend = el('span', { class: 'spark-legend' },
    ...[['mark-c2s', 'client → server'], ['mark-s2c', 'server → client'], ['mark-retx', 'sent again']].map(([mark, words]) =>
      el('span', { class: 'spark-legend-entry' }, el('span', { class: `spark-legend-mark ${mark}`, 'aria-hidden': 'true' }), words)),
    el(
      'span', { class: 'spark-legend-entry' }, el('span', { class: 'is-guessed' }, el('span', { class: 'endpoint', text: 'address' })),
      'which end is the client is inferred',
    ));
  // On the desk it stands in the top bar.
  const find = phone.matches && el('button', { type: 'button', class: 'foot-action', on: { click: onFind }, text: 'Find packets' });
  const element = el('section', { class: 'connections', 'aria-label': 'Connections' },
    select?.element, messages, table.element, none, el('div', { class: 'table-foot' }, counted, copy, legend, held, find));

  let digits = 0;
  /** The column of numbers is as wide as the longest that was shown: of some captures they have ten digits and more. @param {number} index */
  function rowAndRoom(index) {
    const row = source.rowAt(index), needed = row === null ? 0 : formatNumber(row.flow).length;
    if (needed > digits) {
      digits = needed;
      table.element.style.setProperty('--number-digits', String(digits));
    }
    return row;
  }

  async function wiresharkFilter() {
    const { filter, matched } = await api.wiresharkFilter(captureId, source.order().text);
    if (filter === null) throw new Error(matched === 0 ? 'There is no connection to filter by' : 'Too many connections for a filter of Wireshark');
    return filter;
  }

  const keepPlace = () => keepInHistory(scrollKey, table.offset());
  const keepOffset = debounce(200, keepPlace);
  const grow = throttle(liveRefreshMs, () => void source.refresh({ hold: holding() }));

  /** In the order of appearance new connections only come at the end, so nothing has to be held. */
  function holding() {
    const current = source.order();
    if (current.sort === 'flow' && current.order === 'asc') return false;
    return pointerInside || document.activeElement === table.element;
  }

  function release() {
    if (source.waiting() !== null && !holding()) void source.refresh({ hold: false });
  }

  function show() {
    if (source.isLoaded()) fill(messages);
    const { text } = source.order();
    const matched = source.matched();
    none.hidden = matched > 0 || !source.isLoaded();
    element.classList.toggle('is-empty', source.isLoaded() && source.total() === 0);
    const nothing = isGrowing ? `${known > 0 ? 'Being fetched.' : 'No TCP connections yet.'} They appear here as they come.` : 'No TCP connections.';
    setText(none, text === '' ? nothing : `No connection fits “${text}”.`);
    setText(counted, text === '' ? count(source.total(), 'connection') : `${formatNumber(matched)} of ${count(source.total(), 'connection')}`);
    copy.hidden = text === '' || matched === 0;
    const waiting = source.waiting();
    setText(held, waiting === null ? '' : `The order stays while you are in the table${waiting > 0 ? `; ${count(waiting, 'more connection')} to come` : ''}`);
    table.setTotal(matched);
    if (restoreOffset > 0 && matched > 0) {
      table.scrollTo(restoreOffset);
      restoreOffset = 0;
    }
  }

  /** @param {unknown} error */
  function showError(error) {
    fill(messages, messageBar({ kind: 'failure', title: 'The connections cannot be listed', text: sentenceOf(error) }));
  }

  fetchAheadOf(api, table.element, { captureId, flowAt(target) {
    const link = target instanceof Element ? target.closest('[role=row]')?.querySelector('.row-link') : null;
    const match = /\/connections\/(\d+)$/.exec(link?.getAttribute('href') ?? '');
    return match && Number(match[1]);
  } });
  table.element.addEventListener('pointerenter', (event) => {
    pointerInside = event.pointerType === 'mouse';
  });
  table.element.addEventListener('pointerleave', () => {
    pointerInside = false;
    release();
  });
  table.element.addEventListener('blur', release);
  table.element.addEventListener('scroll', () => keepOffset.call(), { passive: true });
  // Before the row's link is followed: "back" comes to where the table stood.
  table.element.addEventListener('click', keepPlace);

  heads?.set(order);
  select?.set(order);
  void source.setOrder(order);

  return {
    element,
    grow: grow.call,
    step: table.step,
    /** @param {boolean} growing whether more may come @param {number} connections that the capture has by now */
    setGrowing(growing, connections) {
      const isOther = isGrowing !== growing || (known > 0) !== (connections > 0);
      isGrowing = growing;
      known = connections;
      if (isOther) show();
    },
    /** @param {Order} next */
    setOrder(next) {
      heads?.set(next);
      select?.set(next);
      table.scrollTo(0);
      void source.setOrder(next);
    },
    destroy() {
      grow.cancel();
      keepOffset.cancel();
      source.destroy();
      table.destroy();
    },
  };
}
