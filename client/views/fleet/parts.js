/** Parts of the fleet page. */
import { el } from '../../base/dom.js';
import { count, formatBytes, formatNumber, formatSeconds, missing, threeFigures } from '../../base/format.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';
import { openOfFleet } from '../../state/fleet-api.js';
import { capturePath, connectionPath, formatQuery } from '../../state/router.js';
import { lookOf } from '../strip/groups.js';
import { plotOf } from './plots.js';
import { headOf, wordsOf } from './words.js';

/** @typedef {import('../../state/fleet-api.js').Answer} Answer */
/** @typedef {import('../../state/fleet-api.js').Cell} Cell */
/** @typedef {import('../../state/fleet-api.js').Watch} Watch */

/** A watch reports its state every 2 s; one that was silent for this long has ended without reporting it. */
const SILENT_MS = 15_000;

export const noTables = () =>
  messageBar({
    kind: 'note',
    title: 'No tables are open',
    text:
      'selfclock index FILE… -o DIR, or selfclock watch -i INTERFACE -o DIR, writes captures as tables; ' +
      'selfclock serve --tables DIR opens them here.',
  });

/** @param {string} name @param {string} title */
export const questionLink = (name, title) =>
  el('a', { class: 'button button-plain', href: `/fleet?ask=${name}`, title, text: wordsOf(name) });

/**
 * @param {Pick<import('../../state/fleet-api.js').Question, 'title'|'plot'> & Partial<Linked>} question
 * @param {Answer} answer
 * @param {(path: string) => void} navigate
 * @returns {HTMLElement[]}
 */
export function answerParts({ title, plot, name, behind }, answer, navigate) {
  const head = el('h2', { class: 'section-title', text: title });
  if (answer.rows.length === 0) {
    return [head, el('p', { class: 'second', text: 'No rows match.' })];
  }
  const rows = count(answer.rows.length, 'row');
  const counted = answer.isCut ? `The first ${rows}; selfclock query gives all.` : `${rows}.`;
  return [
    head,
    ...(plot === null ? [] : [plotOf(plot, answer, title)]),
    answerTable(title, answer, navigate, name && behind ? { name, behind } : undefined),
    el('p', { class: 'second', text: counted }),
  ];
}

/** @param {string} title of a question @param {string} of JSON of the cells that tell a row @param {string} figure */
export function behindTitle(title, of, figure) {
  const cells = of.replace(/^\["?|"?\]$/g, '').split(/"?,"?/);
  return `${title}: ${headOf(figure).toLowerCase()} of ${cells.filter((cell) => cell !== 'null').join(', ')}`;
}

/** Columns that tell which capture a row is of, and which connection of it (-1: none). @param {string[]} columns */
const opensAt = (columns) => {
  const [capture, connection] = ['capture', 'connection'].map((name) => columns.indexOf(name));
  return capture < 0 ? null : { capture, connection };
};

/**
 * Figures of a question that open the connections that they count.
 * @typedef {{ name: string, behind: import('../../state/fleet-api.js').Behind|null }} Linked
 */

/**
 * @param {string} title @param {Answer} answer @param {(path: string) => void} navigate
 * @param {Linked} [linked]
 */
export function answerTable(title, { columns, rows }, navigate, linked) {
  const opens = opensAt(columns);
  const shown = columns.map((_, i) => i).filter((i) => i !== opens?.capture && i !== opens?.connection);
  const isFigure = columns.map((_, i) => rows.every((row) => row[i] === null || typeof row[i] === 'number'));
  const cellClass = (/** @type {number} */ i) => (isFigure[i] ? 'study-figure-cell' : '');
  const opener = (/** @type {Cell[]} */ row) =>
    opens && el('td', {}, openButton(String(row[opens.capture]), row[opens.connection] ?? null, navigate));
  return el(
    'div',
    { class: 'study-scroll study-long', role: 'group', tabindex: 0, 'aria-label': title },
    el(
      'table',
      { class: 'study-table fleet-table' },
      el('caption', { class: 'visually-hidden', text: title }),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          opens && el('th', { scope: 'col', text: opens.connection < 0 ? 'Capture' : 'Connection' }),
          ...shown.map((i) => el('th', { scope: 'col', class: cellClass(i), text: headOf(columns[i]) })),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          el(
            'tr',
            {},
            opener(row),
            ...shown.map((i) => el('td', { class: cellClass(i) }, linkedCell(row, i, columns, linked))),
          ),
        ),
      ),
    ),
  );
}

/**
 * A figure that opens the connections that it counts, or what the cell says.
 * @param {Cell[]} row @param {number} i its column @param {string[]} columns @param {Linked} [linked]
 */
function linkedCell(row, i, columns, linked) {
  const text = textOf(row[i], columns[i]);
  const { name = '', behind = null } = linked ?? {};
  if (behind === null || !row[i] || !behind.figures.includes(columns[i])) return text;
  const of = JSON.stringify(behind.by.map((by) => row[columns.indexOf(by)]));
  return el('a', { href: `/fleet${formatQuery({ ask: name, of, figure: columns[i] })}`, text });
}

/** @param {Cell} cell @param {string} column */
function textOf(cell, column) {
  if (column === 'limited_by') return lookOf(String(cell ?? '')).words;
  if (cell === null) return missing;
  if (typeof cell !== 'number') return String(cell).replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.\d+$/, '$1');
  if (/port$/.test(column)) return String(cell);
  if (/_seconds$|^seconds$/.test(column) && cell >= 0) return formatSeconds(cell);
  return Number.isInteger(cell) ? formatNumber(cell) : `${cell < 0 ? '−' : ''}${threeFigures(Math.abs(cell))}`;
}

/** @param {string} capture key @param {Cell} connection null: the capture @param {(path: string) => void} navigate */
function openButton(capture, connection, navigate) {
  const open = () => openRow(capture, connection, navigate);
  const name = connection === null ? 'Open capture' : `Open connection ${connection}`;
  return el('button', { type: 'button', class: 'text-button', 'aria-label': name, text: 'Open', on: { click: open } });
}

/** @param {string} capture key @param {Cell} connection null: the capture @param {(path: string) => void} navigate */
export function openRow(capture, connection, navigate) {
  const pathOf = (/** @type {string} */ id) =>
    connection === null ? capturePath(id) : connectionPath(id, Number(connection));
  void openOfFleet(capture)
    .then(({ capture: { id } }) => navigate(pathOf(id)))
    .catch((error) => toast(sentenceOf(error)));
}

/** @param {(sql: string) => Promise<void>} onAsk */
export function sqlSection(onAsk) {
  const field = el('textarea', {
    class: 'field fleet-sql',
    rows: 4,
    'aria-label': 'SQL query',
    spellcheck: 'false',
    placeholder: 'SELECT server_address, median(handshake_rtt_seconds) FROM connections GROUP BY ALL',
  });
  const ask = () => {
    if (field.value.trim() !== '') void onAsk(field.value);
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) ask();
  });
  const tables = 'captures, connections, whole_connections, findings, messages, rtt';
  return el(
    'section',
    { class: 'study-section' },
    el('h2', { class: 'section-title', text: 'In SQL' }),
    el('p', { class: 'second', text: `DuckDB's SQL, one SELECT, over ${tables} (docs/fleet.md). Ctrl+Enter runs it.` }),
    field,
    el('div', { class: 'study-actions' }, button('Run', { onClick: ask })),
  );
}

/** @param {{ name: string, from?: number, to?: number, span?: number }} place seconds; without `to`: up to now */
export function watchPath({ name, ...place }) {
  const query = Object.entries(place).map(([key, seconds]) => `&${key}=${seconds}`);
  return `/fleet?watch=${encodeURIComponent(name)}${query.join('')}`;
}

/** @param {Watch[]} watches */
export function watchesSection(watches) {
  return el(
    'section',
    { class: 'study-section' },
    el('h2', { class: 'section-title', text: 'Watches' }),
    el('ul', { class: 'study-list' }, ...watches.map(watchItem)),
  );
}

/** @param {Watch} watch */
function watchItem(watch) {
  return el(
    'li',
    {},
    el(
      'h3',
      { class: 'view-title' },
      el('a', { href: watchPath({ name: watch.name }), text: watch.name }),
      `: ${stateOf(watch)}`,
    ),
    watch.problem === null ? null : el('p', { text: watch.problem }),
    el('p', { class: 'second', text: countsOf(watch).join(' · ') }),
  );
}

/** @param {Watch} watch */
export function stateOf({ state, toldAt, source }) {
  if (state === 'stopped') return 'stopped';
  const silentMs = Date.now() - Date.parse(toldAt);
  if (silentMs > SILENT_MS) {
    return `no report for ${formatSeconds(silentMs / 1000)}: it has ended, or its machine is down`;
  }
  return state === 'waiting' ? `waiting to capture on ${source} again` : `watching ${source}`;
}

/** @param {Watch} watch */
export function countsOf({ files, packets, capture, lostFiles, backlogFiles, lagSeconds, gapSeconds, keptBytes }) {
  return [
    `${count(files, 'file')} read, ${count(packets, 'packet')}`,
    ...(capture.kernel === null ? [] : [`${formatNumber(capture.kernel)} dropped by the kernel`]),
    ...(backlogFiles > 0 ? [`${count(backlogFiles, 'file')} to read, ${formatSeconds(lagSeconds)} behind`] : []),
    ...(lostFiles > 0 ? [`${count(lostFiles, 'file')} lost unread`] : []),
    ...(gapSeconds > 0 ? [`${formatSeconds(gapSeconds)} not captured between runs`] : []),
    ...(keptBytes > 0 ? [`${formatBytes(keptBytes)} of captures kept`] : []),
  ];
}
