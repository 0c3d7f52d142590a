/** What a study found: sentences, claims, figures with their tables, tables, captures. */
import { el } from '../../base/dom.js';
import { formatNumber, sentence, threeFigures } from '../../base/format.js';
import { button } from '../../components/button.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';
import { downloadPng } from './figure-png.js';

/** On a phone a figure is drawn for that width: scaled down, its text would be unreadable. */
const isPhone = () => matchMedia('(max-width: 599px)').matches;
const phoneWidth = 360;

/** Rows of a figure's table; its CSV has all. */
const mostRows = 500;

/** @param {string | number | null} cell */
function cellText(cell) {
  if (cell === null) return '–';
  if (typeof cell === 'string') return sentence(cell);
  if (Number.isInteger(cell)) return formatNumber(cell);
  return `${cell < 0 ? '−' : ''}${threeFigures(Math.abs(cell))}`;
}

/**
 * @param {string} caption @param {string[]} heads @param {(string | number | null)[][]} rows
 * @returns {HTMLElement} it scrolls sideways by itself
 */
function tableOf(caption, heads, rows) {
  const isFigures = heads.map((_, column) => rows.every((row) => typeof row[column] !== 'string'));
  const cells = (/** @type {(string | number | null)[]} */ row) =>
    row.map((cell, column) => el('td', { class: isFigures[column] ? 'study-figure-cell' : '', text: cellText(cell) }));
  return el(
    'div',
    { class: 'study-scroll', role: 'group', tabindex: 0, 'aria-label': caption },
    el(
      'table',
      { class: 'study-table' },
      el('caption', { class: 'visually-hidden', text: caption }),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...heads.map((text, column) =>
            el('th', { scope: 'col', class: isFigures[column] ? 'study-figure-cell' : '', text }),
          ),
        ),
      ),
      el('tbody', {}, ...rows.map((row) => el('tr', {}, ...cells(row)))),
    ),
  );
}

/**
 * On a phone its rows become blocks, each cell with its head; it stays a table for screen readers.
 * @param {HTMLElement} table @param {string[]} heads
 */
function keepRoles(table, heads) {
  for (const [selector, role] of [
    ['table', 'table'],
    ['tr', 'row'],
    ['th', 'columnheader'],
    ['td', 'cell'],
    ['thead, tbody', 'rowgroup'],
  ]) {
    table.querySelectorAll(selector).forEach((part) => part.setAttribute('role', role));
  }
  table
    .querySelectorAll('tbody tr')
    .forEach((row) => [...row.children].forEach((cell, i) => cell.setAttribute('data-head', heads[i])));
}

/**
 * What was published, or what we expect, against what was measured.
 * @param {string} caption @param {string[]} heads @param {(string | number)[][]} rows @param {boolean[]} passed of each
 */
function resultTable(caption, heads, rows, passed) {
  const table = tableOf(
    caption,
    heads,
    rows.map((row) => row.map((cell, column) => (column === 0 ? cell : cellText(cell)))),
  );
  table.classList.add('study-claims');
  table.querySelectorAll('tbody tr').forEach((row, index) => row.classList.toggle('study-missed', !passed[index]));
  keepRoles(table, heads);
  return table;
}

/** @typedef {import('../../state/answer-types.js').StudyResult} StudyResult */

/** @param {boolean} isPassed */
const resultText = (isPassed) => (isPassed ? 'pass' : 'miss');

/** @param {StudyResult['claims']} claims */
function claimsTable(claims) {
  return resultTable(
    'Claims',
    ['Claim', 'Published', 'Here', 'Measured', 'Tolerance', 'Result', 'Note'],
    claims.map(({ id, source, published, claim, measured, tolerance, because, passed, note = '' }) => [
      id,
      `${published} (${source})`,
      claim,
      measured,
      `${tolerance}: ${because}`,
      resultText(passed),
      note,
    ]),
    claims.map(({ passed }) => passed),
  );
}

/** @param {StudyResult['expectations']} expectations */
function expectationsTable(expectations) {
  return resultTable(
    'Our own expectations',
    ['Expectation', 'What', 'Expected', 'Measured', 'Tolerance', 'Result', 'Note'],
    expectations.map(({ id, expectation, expected, measured, tolerance, passed, note = '' }) => [
      id,
      expectation,
      expected,
      measured,
      tolerance,
      resultText(passed),
      note,
    ]),
    expectations.map(({ passed }) => passed),
  );
}

/** @param {StudyResult['sources']} sources */
function sourcesList(sources) {
  return el(
    'ul',
    { class: 'study-sources' },
    ...sources.map(({ text, address }) =>
      el(
        'li',
        {},
        'Source: ',
        address === null ? text : el('a', { href: address, rel: 'noreferrer', target: '_blank', text }),
      ),
    ),
  );
}

/** What follows a long table stays within reach. @param {HTMLElement} table */
function longTable(table) {
  table.classList.add('study-long');
  return table;
}

/**
 * A figure as the server draws it, and the same points as a table.
 * @param {string} base address of the study
 * @param {import('../../state/answer-types.js').StudyResult['figures'][number]} figure
 * @param {(path: string) => Promise<string>} load
 */
function figureOf(base, { id, title, xLabel, yLabel, series }, load) {
  const savePng = () =>
    void load(`${base}/figures/${id}.svg?inline=1`)
      .then((text) => downloadPng(text, `${id}.png`))
      .catch((error) => toast(sentenceOf(error)));
  const png = el('button', { type: 'button', class: 'text-button', text: 'PNG', on: { click: savePng } });
  const drawing = el('div', { class: 'study-scroll', role: 'group', tabindex: 0, 'aria-label': title });
  const twin = el('details', { class: 'study-twin' }, el('summary', { text: 'As a table' }));
  const points = series.flatMap(({ name, points: own }) => own.map(([x, y]) => [name, x, y]));
  twin.addEventListener('toggle', () => {
    if (twin.childElementCount > 1) return;
    if (points.length > mostRows) {
      twin.append(
        el('p', {
          class: 'second',
          text: `The first ${mostRows} of ${formatNumber(points.length)} points; the CSV has all.`,
        }),
      );
    }
    twin.append(tableOf(title, ['Series', xLabel, yLabel], points.slice(0, mostRows)));
  });
  load(`${base}/figures/${id}.svg?inline=1${isPhone() ? `&width=${phoneWidth}` : ''}`)
    .then((text) => {
      // Drawn by our own server from numbers and names of the study, texts escaped.
      drawing.append(document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true));
    })
    .catch(() =>
      drawing.append(el('p', { class: 'second', text: 'The figure could not be loaded; the table has its points.' })),
    );
  const links = ['svg', 'csv'].map((kind) =>
    el('a', { class: 'text-button', href: `${base}/figures/${id}.${kind}`, download: true, text: kind.toUpperCase() }),
  );
  return el(
    'figure',
    { class: isPhone() ? 'study-figure is-narrow' : 'study-figure' },
    drawing,
    el('figcaption', { class: 'study-links' }, links[0], png, links[1]),
    twin,
  );
}

/**
 * @param {import('../../state/answer-types.js').StudyResult} result
 * @param {{ load: (path: string) => Promise<string>, onOpen: (capture: string) => void }} actions
 * @returns {HTMLElement[]}
 */
export function resultSections(result, { load, onOpen }) {
  const { study, sources, summary, claims, expectations, unclaimed, figures, tables, captures } = result;
  const base = `/api/studies/${study}`;
  const section = (/** @type {string} */ title, /** @type {Node[]} */ ...parts) =>
    el('section', { class: 'study-section' }, el('h2', { class: 'section-title', text: title }), ...parts);
  const passedOf = (/** @type {{ passed: boolean }[]} */ rows) =>
    `${rows.filter(({ passed }) => passed).length} of ${rows.length}`;
  const tableSection = (
    /** @type {StudyResult['tables'][number]} */ { title, columns, rows },
    /** @type {number} */ i,
  ) =>
    section(
      title,
      longTable(
        tableOf(
          title,
          columns.map(({ name, unit }) => (unit === undefined ? name : `${name}, ${unit}`)),
          rows,
        ),
      ),
      el(
        'p',
        { class: 'study-links' },
        el('a', { class: 'text-button', href: `${base}/tables/${i + 1}.csv`, download: true, text: 'CSV' }),
      ),
    );
  return [
    section('Results', ...summary.map((text) => el('p', { text: sentence(text) })), sourcesList(sources)),
    ...tables.flatMap((table, index) => (table.isAnswer ? [tableSection(table, index)] : [])),
    ...(claims.length > 0
      ? [section(`Published claims: ${passedOf(claims)} within their tolerance`, claimsTable(claims))]
      : []),
    ...(expectations.length > 0
      ? [section(`Our own expectations: ${passedOf(expectations)} met`, expectationsTable(expectations))]
      : []),
    ...(unclaimed.length > 0
      ? [
          section(
            'Published, not measured here',
            ...unclaimed.map(({ statement, reason }) => el('p', { text: `${statement}: ${reason}` })),
          ),
        ]
      : []),
    ...(figures.length > 0
      ? [
          section(
            'Figures',
            el('div', { class: 'study-figures' }, ...figures.map((figure) => figureOf(base, figure, load))),
          ),
        ]
      : []),
    ...tables.flatMap((table, index) => (table.isAnswer ? [] : [tableSection(table, index)])),
    ...(captures.length > 0
      ? [
          section(
            'Captures',
            el('p', { class: 'second', text: 'Opening one adds a copy to the library.' }),
            el(
              'div',
              { class: 'study-captures' },
              ...captures.map((name) => button(name, { onClick: () => onOpen(name) })),
            ),
          ),
        ]
      : []),
  ];
}
