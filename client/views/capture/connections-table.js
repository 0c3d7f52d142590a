import { el, fill, setText } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { debounce, throttle } from '../../base/frame.js';
import { copyButton } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { fetchAheadOf } from '../../state/ahead.js';
import { ApiError, sentenceOf } from '../../state/api-error.js';
import { rememberOrder, rememberPlace } from '../../state/neighbours.js';
import { connectionPath, fromHistory, keepInHistory } from '../../state/router.js';
import { keysButton } from '../dashboard/keys-button.js';
import { keysWanted, lockedIn } from '../waterfall/without-requests.js';
import { chosenColumns, keepColumns } from './chosen-columns.js';
import { chooseBox, chosenConnections } from './chosen-connections.js';
import { columnChooser } from './column-chooser.js';
import { columnRoom } from './column-room.js';
import { cellsOf, COLUMNS } from './columns/registry.js';
import { cardRow, tableRow } from './connection-rows.js';
import { ConnectionSource } from './connection-source.js';
import { columnHeads, sortSelect } from './sort-controls.js';
import { sparkLegend } from './spark-legend.js';
import { copyByMenu, exportButton } from './table-menus.js';

/** @typedef {import('./connection-source.js').Order} Order */
/** @typedef {import('../../state/types.js').ConnectionRow} ConnectionRow */

const rowHeight = 34;
const cardHeight = 134;
const liveRefreshMs = 250;
/** The place in the table is kept once it has rested for this long. */
const placeRestMs = 200;
const scrollKey = 'connectionsOffset';
const openedKey = 'connectionOpened';
const phone = matchMedia('(max-width: 599px)');

/**
 * @typedef {object} ConnectionsTableGiven
 * @property {import('../../state/api.js').Api} api
 * @property {string} captureId
 * @property {() => string|null} startEpoch of the capture
 * @property {Order} order
 * @property {(changed: string|null) => void} onColumns others were chosen: a new table is to be made
 * @property {(sort: string, order: 'asc' | 'desc') => void} onSort
 * @property {(path: string) => void} navigate
 * @property {() => void} onFind
 * @property {(text: string) => void} onFilter
 * @property {(isBusy: boolean) => void} onBusy whether rows in another order, or of another filter, are to come
 * @property {() => import('../../state/types.js').Capture['encryption']|undefined} encryption
 * @property {() => void} onKeys asks for key logs
 * @property {(form: 'png'|'svg') => void} onSummary of the whole capture, in one picture
 * @property {HTMLElement} phoneKeys the button for key logs, where the top bar has no room for one
 */

/** A filter by what only keys show. */
const OF_MESSAGES = /\b(protocol|host|target|method|status|requests|http2?)\b/i;

/** Why connections make no filter of Wireshark. @param {{ matched: number, unknownToWireshark: number }} found */
function withoutFilter({ matched, unknownToWireshark }) {
  if (matched === 0) return 'There is no connection to filter by';
  if (unknownToWireshark === matched) return 'Wireshark has no number of its own for these connections';
  return 'Too many connections for a Wireshark filter';
}

/**
 * The connections of one capture: fetched, drawn and kept up to date. Rows never move while the pointer or keyboard
 * focus is on them; the new order waits until it leaves.
 */
export class ConnectionsTable {
  #given;
  #messages = el('div', { class: 'messages table-messages' });
  #none = el('p', { class: 'no-match', role: 'status', hidden: true });
  #keys;
  #counted = el('span', { role: 'status' });
  #held = el('span', { class: 'held-note' });
  #copy = copyButton('Copy as a Wireshark filter', () => this.#filterOf(this.#source.order.text), { kind: 'quiet' });
  #chosen = phone.matches ? null : chosenColumns();
  #cells = cellsOf(this.#chosen);
  #chooser = phone.matches ? null : this.#newChooser();
  #chosenRows;
  /** The row chosen last, from which Shift chooses a range. */
  #chosenAt = -1;
  #heads;
  #select;
  #source;
  #table;
  #room;
  element;
  #restoreOffset = Number(fromHistory(scrollKey) ?? 0);
  /** The row from which a connection was opened: "back" comes to it. @type {{ index: number, flow: number } | null} */
  #opened = /** @type {any} */ (fromHistory(openedKey)) ?? null;
  #isPointerInside = false;
  /** Whether the pointer has moved there: a table may have appeared under one at rest. */
  #isPointed = false;
  #isGrowing = false;
  /** Connections that the capture has by now. */
  #known = 0;
  #keepPlace = () => keepInHistory(scrollKey, this.#table.offset);
  #keepOffset = debounce(placeRestMs, this.#keepPlace);
  #grow = throttle(liveRefreshMs, () => void this.#source.refresh({ hold: this.#isHolding() }));

  /** @param {ConnectionsTableGiven} given */
  constructor(given) {
    const { api, captureId, order, onSort, onFind, phoneKeys } = given;
    this.#given = given;
    this.#keys = keysButton(given.onKeys);
    this.#heads = phone.matches ? null : columnHeads(this.#cells, onSort);
    this.#select = phone.matches ? sortSelect(onSort) : null;
    this.#source = new ConnectionSource({
      api,
      captureId,
      order,
      onChange: () => this.#show(),
      onBusy: given.onBusy,
      onError: (error) => this.#showError(error),
    });
    this.#chosenRows = chosenConnections({ captureId, onFilter: given.onFilter, onChange: () => this.#markChosen() });
    this.#table = this.#newTable();
    this.#room = columnRoom(this.#table.element);
    // On a desktop it is in the top bar.
    const find =
      phone.matches &&
      el('button', { type: 'button', class: 'foot-action', on: { click: onFind }, text: 'Find packets' });
    const columns = this.#chooser && el('span', { class: 'foot-columns' }, this.#chooser.button, this.#chooser.panel);
    this.element = el(
      'section',
      {
        class: 'connections',
        'aria-label': 'Connections',
        'data-figures': 'connections table',
        // Its cards have no heads.
        'data-drawn-figures':
          phone.matches && COLUMNS.flatMap(({ words, isUsual }) => (isUsual ? words : [])).join('|'),
      },
      this.#select?.element,
      this.#messages,
      this.#table.element,
      this.#none,
      el(
        'div',
        { class: 'table-foot' },
        this.#counted,
        this.#copy,
        sparkLegend(),
        this.#held,
        phone.matches && phoneKeys,
        this.#chosenRows.element,
        find,
        this.#newExport(),
        columns,
      ),
    );
    this.element.classList.toggle('has-chosen-columns', this.#chosen !== null);
    this.#listen();
    this.#setHeads(order);
  }

  /** Fetches the first rows. */
  begin() {
    void this.#source.setOrder(this.#source.order);
  }

  /** @returns {VirtualTable<ConnectionRow>} */
  #newTable() {
    const { captureId, startEpoch } = this.#given;
    const context = {
      captureId,
      get startEpoch() {
        return startEpoch();
      },
    };
    return new VirtualTable({
      label: 'Connections',
      idPrefix: 'connection',
      rowHeight: phone.matches ? cardHeight : rowHeight,
      head: this.#heads?.element ?? null,
      createRow: () => (phone.matches ? cardRow(captureId) : tableRow(this.#cells, context, this.#newBox())),
      rowAt: (index) => this.#rowAndRoom(index),
      onRange: (first, end) => this.#source.need(first, end),
      onOpen: (index) => this.#open(index),
    });
  }

  #newBox() {
    return chooseBox({
      chosen: this.#chosenRows,
      onChoose: (flow, isChosen, isRange) => this.#choose(flow, isChosen, isRange),
    });
  }

  #newExport() {
    const { api, captureId, onSummary } = this.#given;
    return exportButton({
      api,
      captureId,
      onSummary,
      order: () => ({ ...this.#source.order, text: this.#chosenRows.filter || this.#source.order.text }),
    });
  }

  /** @param {number} flow @param {boolean} isChosen @param {boolean} isRange all from the one chosen before */
  #choose(flow, isChosen, isRange) {
    const at = this.#source.indexOf(flow);
    const from = isRange && this.#chosenAt >= 0 ? this.#chosenAt : at;
    this.#chosenAt = at;
    const rows = Array.from({ length: Math.abs(at - from) + 1 }, (_, i) => this.#source.rowAt(Math.min(at, from) + i));
    this.#chosenRows.set(
      rows.flatMap((row) => (row === null ? [] : [row.flow])),
      isChosen,
    );
  }

  #markChosen() {
    this.#table.element.classList.toggle('has-chosen', this.#chosenRows.filter !== '');
    this.#table.refresh();
  }

  #newChooser() {
    return columnChooser({
      shown: () => this.#columnsInView(),
      onChoose: (ids, changed) => {
        keepColumns(ids);
        this.#given.onColumns(changed);
      },
    });
  }

  /** Goes on with the choice of columns. @param {string|null} changed the one that was chosen last */
  openColumns(changed) {
    this.#chooser?.open(changed);
  }

  /** @returns {string[]} ids */
  #columnsInView() {
    const heads = this.#heads?.element.querySelectorAll('[role=columnheader]') ?? [];
    const inView = new Set(this.#cells.filter((_, i) => heads[i]?.checkVisibility()).map(({ key }) => key));
    return COLUMNS.filter(({ cells }) => cells.some(({ key }) => inView.has(key))).map(({ id }) => id);
  }

  #listen() {
    const { element } = this.#table;
    const { api, captureId } = this.#given;
    fetchAheadOf(api, element, { captureId, flowAt: flowOf });
    element.addEventListener('pointerenter', ({ pointerType }) => {
      this.#isPointerInside = pointerType === 'mouse';
    });
    element.addEventListener('pointermove', () => void (this.#isPointed = true));
    element.addEventListener('pointerleave', () => {
      this.#isPointerInside = this.#isPointed = false;
      this.#release();
    });
    copyByMenu(element, {
      activeRow: () => document.getElementById(`connection-${this.#table.active}`),
      filterOf: (flow) => this.#filterOf(`flow == ${flow}`),
    });
    element.addEventListener('keydown', (event) => this.#chooseByKey(event));
    element.addEventListener('blur', () => this.#release());
    element.addEventListener('scroll', () => this.#keepOffset.call(), { passive: true });
    // Before the row's link is followed: "back" restores the table's position.
    element.addEventListener('click', ({ target }) => this.#keepOpened(flowOf(target)));
  }

  /** @param {KeyboardEvent} event */
  #chooseByKey(event) {
    const row = event.key === ' ' ? this.#source.rowAt(this.#table.active) : null;
    if (row === null) return;
    event.preventDefault();
    this.#choose(row.flow, !this.#chosenRows.has(row.flow), event.shiftKey);
  }

  /** @param {Order} order */
  #setHeads(order) {
    this.#heads?.set(order);
    this.#select?.set(order);
  }

  /** @param {number} index */
  #open(index) {
    const row = this.#source.rowAt(index);
    if (!row) return;
    this.#keepOpened(row.flow);
    this.#given.navigate(connectionPath(this.#given.captureId, row.flow));
  }

  /**
   * @param {number | null} flow of the active row, which is being opened; null where it is something else that was
   *   pressed
   */
  #keepOpened(flow) {
    this.#keepPlace();
    if (flow === null) return;
    keepInHistory(openedKey, { index: this.#table.active, flow });
    rememberOrder(this.#given.captureId, this.#source.order);
    rememberPlace(flow, this.#table.active);
  }

  /**
   * @param {number} index
   * @returns {ConnectionRow | null} with the verdict that it has, and room for it in its columns
   */
  #rowAndRoom(index) {
    const row = this.#source.rowAt(index);
    if (row) this.#room.see(row);
    return row;
  }

  /** As Wireshark's display filter. @param {string} text a filter of connections @returns {Promise<string>} */
  async #filterOf(text) {
    const { filter, ...found } = await this.#given.api.wiresharkFilter(this.#given.captureId, text);
    if (filter === null) throw new Error(withoutFilter(found));
    return filter;
  }

  /** Whether the user points at a row, or goes from one to the next. */
  get isInUse() {
    return this.#isPointed || document.activeElement === this.#table.element;
  }

  /** In order of appearance new connections come last, so nothing has to be held. */
  #isHolding() {
    const { sort, order } = this.#source.order;
    if (sort === 'flow' && order === 'asc') return false;
    return this.#isPointerInside || document.activeElement === this.#table.element;
  }

  #release() {
    if (this.#source.waiting !== null && !this.#isHolding()) void this.#source.refresh({ hold: false });
  }

  #show() {
    const {
      order: { text },
      matched,
      total,
      isLoaded,
      waiting,
    } = this.#source;
    if (isLoaded) fill(this.#messages);
    this.#none.hidden = matched > 0 || !isLoaded;
    this.element.classList.toggle('is-empty', isLoaded && total === 0);
    const locked = OF_MESSAGES.test(text) ? lockedIn(this.#given.encryption()) : 0;
    const keys = locked > 0 && matched === 0 ? keysWanted(this.#given.encryption()) : '';
    const words = text === '' ? this.#wordsOfNone() : `No connection matches “${text}”. ${keys}`.trim();
    if (this.#none.firstChild?.textContent !== words) fill(this.#none, el('span', { text: words }), keys && this.#keys);
    this.#counted.hidden = !isLoaded;
    setText(
      this.#counted,
      text === ''
        ? count(total, 'connection')
        : `${formatNumber(matched)} of ${count(total, 'connection')}${locked > 0 ? `, ${formatNumber(locked)} without keys` : ''}`,
    );
    this.#copy.hidden = text === '' || matched === 0;
    setText(
      this.#held,
      waiting === null
        ? ''
        : `Sorting is paused while you are in the table${waiting > 0 ? `; ${count(waiting, 'more connection')} waiting` : ''}`,
    );
    this.#table.setTotal(matched);
    if (matched > 0) this.#restorePlace();
  }

  #restorePlace() {
    if (this.#restoreOffset > 0) this.#table.scrollTo(this.#restoreOffset);
    this.#restoreOffset = 0;
    const opened = this.#opened;
    if (opened === null) return;
    // Scrolling it into view fetches it.
    if (opened.index < this.#source.matched && this.#source.rowAt(opened.index) === null) {
      return this.#table.setActive(opened.index);
    }
    this.#opened = null;
    keepInHistory(openedKey, undefined);
    const index = this.#source.indexOf(opened.flow);
    if (index < 0) return;
    this.#table.setActive(index);
    if (document.activeElement === document.body) this.#table.element.focus({ preventScroll: true });
  }

  /** Where nothing is filtered. */
  #wordsOfNone() {
    if (!this.#isGrowing) return 'No connections.';
    return `${this.#known > 0 ? 'Fetching connections.' : 'No connections yet.'} They appear here as they arrive.`;
  }

  /** @param {unknown} error */
  #showError(error) {
    const isFilter = error instanceof ApiError && error.code === 'bad_filter';
    const title = isFilter ? 'The filter cannot be read' : 'The connections cannot be listed';
    fill(this.#messages, messageBar({ kind: 'failure', title, text: sentenceOf(error) }));
  }

  /** The capture has grown. */
  grow() {
    this.#grow.call();
  }

  /** @param {1 | -1} step */
  step(step) {
    this.#table.step(step);
  }

  /**
   * @param {boolean} isGrowing whether more may come @param {number} connections that the capture has by now
   * @param {number} quicConnections of them QUIC's
   */
  setGrowing(isGrowing, connections, quicConnections) {
    this.element.classList.toggle('has-quic', quicConnections > 0);
    const isOther = this.#isGrowing !== isGrowing || this.#known > 0 !== connections > 0;
    this.#isGrowing = isGrowing;
    this.#known = connections;
    if (isOther) this.#show();
  }

  /** @param {Order} next */
  setOrder(next) {
    this.#setHeads(next);
    this.#table.scrollTo(0);
    void this.#source.setOrder(next);
  }

  destroy() {
    this.#grow.cancel();
    this.#keepOffset.cancel();
    this.#source.destroy();
    this.#table.destroy();
  }
}

/** @param {EventTarget | null} target within a row @returns {number | null} its connection */
function flowOf(target) {
  const link = target instanceof Element ? target.closest('[role=row]')?.querySelector('.row-link') : null;
  const match = /\/connections\/(\d+)$/.exec(link?.getAttribute('href') ?? '');
  return match && Number(match[1]);
}
