/** Labels of figures on the page, and what docs/metrics.md says of them. */
import { FIGURES } from './figures.js';

/** @typedef {{ how: string, source: string, sure: string }} Figure */
/** @typedef {{ name: string, table: string, figure: Figure, element: Element|null }} Labelled */

export const LABELS = 'th, dt, [role=columnheader], [data-figure]';
const TABLES = 'data-figures';
/** Names of what a drawing shows, which has no labels. */
const DRAWN = 'data-drawn-figures';

/** @type {Map<string, Map<string, Figure>>} by the head of its table, in lower case, and its label */
const known = new Map();
let rows = new Map();
for (const line of FIGURES.trim().split('\n')) {
  const [name, how, source = '', sure = ''] = line.split('|');
  if (how === undefined) known.set(name.toLowerCase(), (rows = new Map()));
  else rows.set(name, { how, source, sure });
}

/**
 * @param {string} tables by commas: the first that has it
 * @param {string} name
 * @param {Element|null} element
 * @returns {Labelled|null}
 */
function find(tables, name, element) {
  for (const table of tables.split(',')) {
    const figure = known.get(table)?.get(name);
    if (figure) return { name, table, figure, element };
  }
  return null;
}

/** @param {Element} element a label @returns {string} */
export const nameOf = (element) => (element.getAttribute('data-figure') ?? element.textContent ?? '').trim();

/** @param {Element|null} element at, or in, a label @returns {Labelled|null} null: it is none, or is not told of */
export function labelled(element) {
  const label = element?.closest(LABELS);
  const tables = label?.closest(`[${TABLES}]`)?.getAttribute(TABLES);
  return label && tables ? find(tables, nameOf(label), label) : null;
}

/** @returns {Labelled[]} of all that is in view, each once, in the page's order */
export function shownFigures() {
  const elements = document.querySelectorAll(`[${TABLES}] :is(${LABELS}), [${DRAWN}]`);
  const found = [...elements]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .flatMap((element) => {
      const drawn = element.getAttribute(DRAWN)?.split('|') ?? [];
      const tables = element.closest(`[${TABLES}]`)?.getAttribute(TABLES) ?? '';
      return [labelled(element), ...drawn.map((name) => find(tables, name, null))];
    })
    .filter((one) => one !== null);
  return [...new Map(found.map((one) => [`${one.table}|${one.name}`, one])).values()];
}
