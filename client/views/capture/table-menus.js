/** What the table of connections can be exported as: files, and copies of cells, rows and all of it. */
import { button } from '../../components/button.js';
import { offerMenu, openMenu } from '../../components/menu.js';
import { openLater } from '../../components/open-later.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';

/** @typedef {import('./connection-source.js').Order} Order */

const FILES = [
  ['connections', 'Connections'],
  ['requests', 'Requests'],
  ['findings', 'Findings'],
  ['statements', 'Statements'],
];

/** @param {string | Promise<string>} text @param {string} words */
async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(await text);
    toast(`${words} copied.`);
  } catch (error) {
    toast(error instanceof DOMException ? 'The browser blocked copying.' : sentenceOf(error));
  }
}

/**
 * Lists of the connections that the table shows, or of those chosen.
 * @param {{ api: import('../../state/api.js').Api, captureId: string, order: () => Order, onSummary: (form:
 *   'png'|'svg') => void }} given
 */
export function exportButton({ api, captureId, order, onSummary }) {
  const element = button('Export', { kind: 'quiet', 'aria-haspopup': 'menu' });
  const items = () => {
    const asked = order();
    const files = FILES.flatMap(([name, words]) =>
      ['csv', 'json'].map((format) => ({
        label: `${words} as ${format.toUpperCase()}`,
        href: api.listUrl(captureId, `${name}.${format}`, asked),
        download: `${name}.${format}`,
      })),
    );
    const copyTable = async () => (await fetch(api.listUrl(captureId, 'connections.csv', asked))).text();
    const onReport = () =>
      void openLater(
        () => import('../../reports/report-sheet.js'),
        ({ openReportSheet }) => openReportSheet({ api, captureId, text: asked.text }),
      );
    return [
      { label: 'Summary in one picture (PNG)', onSelect: () => onSummary('png') },
      { label: 'Summary in one picture (SVG)', onSelect: () => onSummary('svg') },
      ...files,
      { label: 'Report (one HTML file)…', onSelect: onReport },
      { label: 'Copy the table as CSV', onSelect: () => void copy(copyTable(), 'Table') },
    ];
  };
  offerMenu(element, items, { label: 'Export' });
  return element;
}

/** A column that only captures with QUIC show. */
const NOT_SHOWN = '.connections:not(.has-quic) .column-transport';

/** @param {Element} row @returns {string} its cells, with tabs between, as spreadsheets take them */
const rowText = (row) =>
  [...row.querySelectorAll('[role=gridcell]')]
    .filter((cell) => !cell.matches(NOT_SHOWN))
    .map(cellText)
    .join('\t');

/** @param {Element} cell */
const cellText = (cell) =>
  cell instanceof HTMLElement
    ? cell.innerText
        .trim()
        .replace(/\s+(?=:\d)/g, '')
        .replace(/\s+/g, ' ')
    : '';

/**
 * Copies by the context menu of a cell, and the active row by Ctrl+C.
 * @param {HTMLElement} grid
 * @param {{ activeRow: () => HTMLElement | null, filterOf: (flow: string) => Promise<string> }} given `filterOf`: a
 *   connection as Wireshark's filter
 */
export function copyByMenu(grid, { activeRow, filterOf }) {
  const ofConnection = (/** @type {string} */ link) => [
    {
      label: 'Copy as a Wireshark filter',
      onSelect: () => void copy(filterOf(link.slice(link.lastIndexOf('/') + 1)), 'Filter'),
    },
    { label: 'Open in a new tab', onSelect: () => void open(link, '_blank', 'noopener') },
  ];
  grid.addEventListener('contextmenu', (event) => {
    const target = event.target instanceof Element ? event.target : grid;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const cell = under.find((one) => one.getAttribute('role') === 'gridcell');
    const row = target.closest('.vt-row') ?? activeRow();
    if (!(row instanceof HTMLElement)) return;
    event.preventDefault();
    const anchor = cell instanceof HTMLElement && row.contains(cell) ? cell : row;
    const link = row.querySelector('a')?.getAttribute('href');
    openMenu(
      anchor,
      [
        ...(anchor === row ? [] : [{ label: 'Copy cell', onSelect: () => void copy(cellText(anchor), 'Cell') }]),
        { label: 'Copy row', onSelect: () => void copy(rowText(row), 'Row') },
        ...(link ? ofConnection(link) : []),
      ],
      { label: 'Connection' },
    );
  });
  grid.addEventListener('keydown', (event) => {
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    const row = activeRow();
    if (!isCopy || row === null || String(getSelection()) !== '') return;
    event.preventDefault();
    void copy(rowText(row), 'Row');
  });
}
