/** The protocol of a page's requests: a button for each. */
import { el, setText } from '../../base/dom.js';

const NAMES = [
  ['http/1.0', 'HTTP/1.0'],
  ['http/1.1', 'HTTP/1.1'],
  ['mux', 'MUX'],
  ['http/2', 'HTTP/2'],
];

/** @param {string} protocol as the server names it */
const words = (protocol) => NAMES.find(([name]) => name === protocol)?.[1] ?? protocol;

/** @param {(setting: string | null) => void} onSet null: as it was */
export function protocolRow(onSet) {
  let was = '';
  let pressed = '';
  const buttons = NAMES.map(([name, text]) =>
    el('button', { type: 'button', class: 'segment', text, on: { click: () => onSet(name === was ? null : name) } }),
  );
  const back = el('button', { type: 'button', class: 'slider-was', hidden: true, on: { click: () => onSet(null) } });
  const group = el('div', { class: 'segmented', role: 'group', 'aria-label': 'Protocol' }, ...buttons);
  const element = el(
    'div',
    { class: 'slider-row' },
    el('div', { class: 'slider-head' }, el('span', { class: 'slider-label', text: 'Protocol' }), back),
    group,
  );
  return {
    element,
    /** @param {string} observed of a page's requests @param {string | null} chosen */
    update(observed, chosen) {
      was = observed;
      pressed = chosen ?? observed;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(NAMES[i][0] === pressed)));
      back.hidden = chosen === null;
      setText(back, `was ${words(observed)}`);
      back.title = 'Reset';
    },
  };
}
