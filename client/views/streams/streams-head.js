/** The head of the multiplexing diagram: what is shown, the switches, the legend. */
import { el, setText } from '../../base/dom.js';
import { backButton, choice, legend, toggle, viewHead } from '../timeline/switches.js';
import { sentenceOf, titleOf } from './stream-words.js';

/** @type {[string, string][]} */
export const LEGEND = [
  ['is-c2s', "client's frames"],
  ['is-s2c', "server's frames"],
  ['is-balance', 'window left'],
  ['is-grant', 'granted'],
  ['is-stall', 'stalled: window used up'],
  ['is-end', 'end'],
];

/**
 * @param {object} given
 * @param {HTMLElement} given.extra switches for the connection's other views
 * @param {HTMLElement} given.exporting
 * @param {(part: { direction: number }) => void} given.onChange
 * @param {() => void} given.onCredit
 * @param {() => void} given.onBack
 */
export function streamsHead({ extra, exporting, onChange, onCredit, onBack }) {
  const title = el('h1', { class: 'view-title' });
  const strong = el('strong', {});
  const rest = el('span', {});
  const way = choice(
    'Direction',
    [
      ['s2c', 'server → client', 'What the server sends'],
      ['c2s', 'client → server', 'What the client sends'],
    ],
    (value) => onChange({ direction: value === 'c2s' ? 0 : 1 }),
  );
  const credits = toggle('Credit', 'Flow-control window left (K)', onCredit);
  const back = backButton(onBack);
  const switches = [back, extra, el('div', { class: 'switches' }, credits.element), way.element, exporting];

  return {
    element: viewHead([title, el('p', { class: 'sentence' }, strong, rest)], switches, legend(LEGEND)),
    /**
     * @param {{ streams: import('./stream-model.js').Streams|null, direction: number, credit: boolean, isZoomed:
     *   boolean }} shown
     */
    update({ streams, direction, credit, isZoomed }) {
      way.set(direction === 0 ? 'c2s' : 's2c');
      credits.set(credit);
      back.hidden = !isZoomed;
      if (!streams) return;
      const [first, more] = sentenceOf(streams, direction);
      setText(title, titleOf(streams));
      setText(strong, first);
      setText(rest, `${more}${streams.isCut ? ' There are more frames than are kept.' : ''}`);
    },
  };
}
