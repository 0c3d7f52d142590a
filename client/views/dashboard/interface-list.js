import { el, fill } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';
import { button } from '../../components/button.js';

/** @typedef {import('../../state/types.js').Interfaces['interfaces'][number]} Interface */

/** Up and with an address; the rest is one click away. */
const shownAtFirst = 6;

/**
 * Interfaces likely to have traffic come first: up and with addresses, loopback after the real ones, then the rest.
 * @param {Interface[]} list
 */
export function sortInterfaces(list) {
  const rank = (/** @type {Interface} */ one) => (carries(one) ? 0 : 2) + (one.loopback ? 1 : 0);
  return list
    .map((one, index) => ({ one, index }))
    .sort((a, b) => rank(a.one) - rank(b.one) || a.index - b.index)
    .map(({ one }) => one);
}

/** @param {Interface} one */
const carries = ({ up, addresses }) => up && addresses.length > 0;

/** @param {Interface} one */
function aside({ up, loopback }) {
  if (!up) return 'down';
  return loopback ? 'loopback' : '';
}

/**
 * The interfaces as radio rows; the first is chosen.
 * @param {() => void} onChange
 * @param {(name: string) => HTMLElement} trafficOf what goes over an interface
 */
export function interfaceList(onChange, trafficOf) {
  const rows = el('div', { class: 'interfaces' });
  const element = el('fieldset', {}, el('legend', { class: 'visually-hidden', text: 'Interface' }), rows);
  /** @type {string | null} */
  let chosen = null;
  let all = false;
  let isLoopback = false;

  /** @param {Interface} one */
  function row(one) {
    const input = el('input', {
      type: 'radio',
      name: 'interface',
      class: 'radio',
      value: one.name,
      on: {
        change: () => {
          choose(one);
          onChange();
        },
      },
    });
    input.checked = one.name === chosen;
    return el(
      'label',
      { class: 'interface' },
      input,
      el(
        'span',
        { class: 'interface-words' },
        el('span', { class: 'interface-name', text: one.name }),
        el('span', { class: 'interface-addresses', text: one.addresses.join(', ') || one.description || 'no address' }),
      ),
      trafficOf(one.name),
      el('span', { class: 'interface-aside', text: aside(one) }),
    );
  }

  /** @param {Interface|undefined} one */
  function choose(one) {
    chosen = one?.name ?? null;
    isLoopback = one?.loopback ?? false;
  }

  /** @param {Interface[]} list */
  function show(list) {
    const sorted = sortInterfaces(list);
    choose(sorted.find(({ name }) => name === chosen) ?? sorted[0]);
    const first = Math.max(1, Math.min(shownAtFirst, sorted.filter(carries).length));
    const hidden = all ? 0 : sorted.length - first;
    fill(
      rows,
      ...sorted.slice(0, sorted.length - hidden).map(row),
      hidden > 0 &&
        button(`${formatNumber(hidden)} more`, {
          kind: 'quiet',
          onClick: () => {
            all = true;
            show(list);
            focus();
          },
        }),
    );
  }

  function focus() {
    const input = rows.querySelector('input:checked') ?? rows.querySelector('input');
    if (!(input instanceof HTMLElement)) return false;
    input.focus();
    return true;
  }

  return { element, show, focus, chosen: () => chosen, isLoopback: () => isLoopback };
}
