/** The head of the waterfall: what is shown, which page of the capture, the switches, the legend. */
import { el, fill, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { backButton, choice, livingLegend, viewHead } from '../timeline/switches.js';

/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

/** A page's address in the list is cut to this many characters. */
const MAX_URL = 60;

/** @typedef {'bars'|'table'|'routes'} Look */

/**
 * @param {object} given
 * @param {boolean} given.hasPages whether there may be others to turn to
 * @param {HTMLElement|null} given.extra switches for other views of the connection
 * @param {HTMLElement} given.keys asks for keys
 * @param {HTMLElement} given.exporting
 * @param {HTMLElement} given.columns
 * @param {HTMLElement} given.time whose it was
 * @param {(words: string) => void} given.onFilter
 * @param {(page: string) => void} given.onPage
 * @param {(look: Look) => void} given.onLook
 * @param {() => void} given.onBack
 * @param {(page: string) => string} given.compareHref where a page is compared with others
 */
export function waterfallHead({
  hasPages,
  extra,
  keys,
  exporting,
  columns,
  time,
  compareHref,
  onPage,
  onLook,
  onBack,
  onFilter,
}) {
  const title = el('h1', { class: 'view-title' });
  const verdict = el('p', { class: 'sentence', role: 'status', 'data-figure': 'Held by', hidden: true });
  const words = el('p', { class: 'sentence second', role: 'status', 'data-figure': 'Where the time went' });
  const pages = el('select', {
    class: 'field page-select',
    'aria-label': 'Page',
    hidden: !hasPages,
    on: { change: () => onPage(pages.value) },
  });
  const look = choice(
    'Look',
    [
      ['bars', 'Bars', 'Bars on a time axis'],
      ['table', 'Table', 'All columns (L)'],
      ['routes', 'Routes', 'What was asked for: requests that no document names, summed up'],
    ],
    onLook,
  );
  const routes = /** @type {HTMLElement} */ (look.element.lastElementChild);
  const back = backButton(onBack);
  const field = el('input', {
    type: 'search',
    class: 'field waterfall-filter',
    'aria-label': 'Filter requests',
    placeholder: 'Filter: name, domain, type, #3',
    autocomplete: 'off',
    on: { input: () => onFilter(field.value) },
  });
  const compare = el('a', {
    class: 'button button-plain',
    hidden: true,
    title: 'Compare with another page on one time axis',
    text: 'Compare',
  });
  const swatches = livingLegend();
  const switches = [back, keys, pages, compare, extra, field, look.element, columns, exporting];

  return {
    element: viewHead([title, verdict, words, time], switches, swatches.element),
    /**
     * @param {{ title: string, verdict: string, words: string, look: Look, legend: [string, string][],
     *   isZoomed: boolean }} shown
     */
    update({ title: name, verdict: held, words: summary, look: shown, legend, isZoomed }) {
      setText(title, name);
      setText(verdict, held);
      verdict.hidden = held === '';
      setText(words, summary);
      look.set(shown);
      for (const one of [field, columns]) one.hidden = shown === 'routes';
      swatches.set(legend);
      swatches.element.hidden = shown !== 'bars' || legend.length === 0;
      back.hidden = !isZoomed || shown !== 'bars';
    },
    /** @param {Waterfall} came */
    listPages(came) {
      const all = `All · ${count(came.requestCount, 'request')}`;
      if (pages.options[0]?.text !== all) fill(pages, el('option', { value: 'all', text: all }), ...pageOptions(came));
      const isOne = came.pages.length === 1 && came.pages[0].requests === came.requestCount;
      pages.hidden = !hasPages || came.pages.length === 0 || isOne || came.routes;
      routes.hidden = !came.routes;
      pages.value = came.page < 0 ? 'all' : String(came.page);
      compare.hidden = !hasPages || came.rows.length === 0;
      compare.href = compareHref(came.page < 0 ? 'all' : String(came.page));
    },
  };
}

/** @param {Waterfall} came */
function pageOptions({ pages, pageCount }) {
  const more = pageCount - pages.length;
  const options = pages.map(({ page, url, requests }) => {
    const place = url.replace(/^https?:\/\//, '').slice(0, MAX_URL);
    return el('option', { value: String(page), text: `${page + 1} · ${place} · ${count(requests, 'request')}` });
  });
  return [
    ...options,
    more > 0 && el('option', { disabled: true, text: `${count(more, 'more page')}: see all requests` }),
  ];
}
