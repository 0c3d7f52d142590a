/** The head of the graph over time: its panes, its series, the length of an interval. */
import { el, fill, setText } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { backButton, choice, toggle, viewHead } from '../timeline/switches.js';
import { colourOfKind } from './draw-plot.js';
import { MAX_KEPT, PANES } from './io-state.js';
import { chooser, plotChoice } from './plot-choice.js';

/** @typedef {import('./io-state.js').IoState} IoState */

/** @type {[value: string, words: string][]} ms */
const INTERVALS = [
  ['', 'Automatic'],
  ['1', '1 ms'],
  ['10', '10 ms'],
  ['100', '100 ms'],
  ['1000', '1 s'],
  ['10000', '10 s'],
  ['60000', '1 min'],
];
/** @type {Record<import('./io-state.js').IoPane, string>} */
const PANE_WORDS = { bits: 'Rate', packets: 'Packets', retransmissions: 'Retransmissions', rtt: 'RTT' };

/** @param {string} text filter of a series */
export const seriesName = (text) => (text === '' ? 'All connections' : text);

/**
 * @param {object} given
 * @param {(plot: import('./plot-state.js').AnyPlot) => void} given.onPlot
 * @param {(part: Partial<IoState>) => void} given.onChange
 * @param {() => void} given.onBack
 * @param {HTMLElement} given.exporting
 */
export function ioHead({ onPlot, onChange, onBack, exporting }) {
  /** @type {IoState|null} */
  let state = null;
  const title = el('h1', { class: 'view-title' });
  const words = el('p', { class: 'second', role: 'status' });
  const plot = plotChoice(onPlot);
  const panes = PANES.map((pane) => {
    const { element, set } = toggle(PANE_WORDS[pane], `Show ${PANE_WORDS[pane]}`, () => {
      const next = new Set(state?.panes);
      if (!next.delete(pane)) next.add(pane);
      if (next.size > 0) onChange({ panes: new Set(PANES.filter((one) => next.has(one))) });
    });
    element.dataset.figure = PANE_WORDS[pane];
    return { pane, element, set };
  });
  const direction = choice(
    'Direction',
    [
      ['both', 'Both', 'What both ends sent'],
      ['client', '→', 'What clients sent'],
      ['server', '←', 'What servers sent'],
    ],
    (value) => onChange({ direction: value }),
  );
  const interval = chooser('Interval', INTERVALS, (value) =>
    onChange({ intervalMs: value === '' ? null : Number(value) }),
  );
  const back = backButton(onBack);
  const series = el('ul', { class: 'swatches plots-series', 'aria-label': 'Series', tabindex: 0 });
  const keep = button('Keep as a series', {
    kind: 'plain',
    title: 'Keep this line and add another with its own filter',
    onClick: () => state && onChange({ kept: [...state.kept, state.text], text: '' }),
  });
  const shown = el('div', { class: 'switches', role: 'group', 'aria-label': 'Shown' });
  shown.append(...panes.map((one) => one.element));
  const switches = [back, plot.element, shown, direction.element, interval.element, exporting];

  /** @param {string} text @param {number} place */
  const seriesElement = (text, place) =>
    el(
      'li',
      {},
      el('span', { class: `swatch is-${colourOfKind(place)}`, 'aria-hidden': 'true' }),
      seriesName(text),
      place > 0 &&
        el('button', {
          type: 'button',
          class: 'plots-remove',
          'aria-label': `Remove the series ${seriesName(text)}`,
          text: '×',
          on: { click: () => state && onChange({ kept: state.kept.filter((_, i) => i !== place - 1) }) },
        }),
    );
  let listed = '';

  return {
    element: viewHead([title, words], switches, el('div', { class: 'plots-lines' }, series, keep)),
    /** @param {IoState} next @param {{ title: string, words: string, isZoomed: boolean }} shown */
    update(next, { title: name, words: what, isZoomed }) {
      state = next;
      setText(title, name);
      setText(words, what);
      plot.set('time');
      for (const { pane, set } of panes) set(next.panes.has(pane));
      direction.set(next.direction);
      interval.set(String(next.intervalMs ?? ''));
      back.hidden = !isZoomed;
      keep.disabled = next.kept.length >= MAX_KEPT;
      const texts = [next.text, ...next.kept];
      if (listed === JSON.stringify(texts)) return;
      listed = JSON.stringify(texts);
      fill(series, ...texts.map(seriesElement));
    },
  };
}
