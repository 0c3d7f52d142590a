/** The two waterfalls with their legend, a description of what is under the pointer, and a table of all. */
import { el, fill, setText } from '../../base/dom.js';
import { formatSeconds } from '../../base/format.js';
import { beforePaint } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { legend } from '../timeline/switches.js';
import { drawWaterfalls, requestAt, requestWords, shortName, waterfallLayout } from './waterfalls.js';

/** @typedef {import('./waterfalls.js').Answer} Answer */

/** @type {[string, string][]} */
const LEGEND = [
  ['is-blocked', 'waiting for a connection'],
  ['is-wait', 'waiting (TTFB)'],
  ['is-replayed', 'receiving, replayed'],
  ['is-predicted', 'receiving, predicted'],
];

/** @param {() => import('../../base/theme.js').Colours} coloursNow */
export function waterfallPanel(coloursNow) {
  const layer = canvasLayer('plot-data');
  const plot = el('div', { class: 'whatif-waterfalls-plot' }, layer.canvas);
  const words = el('p', { class: 'second whatif-request', 'aria-hidden': 'true' });
  layer.canvas.setAttribute('role', 'img');
  layer.canvas.setAttribute(
    'aria-label',
    'Requests over time, replayed and predicted. The table of requests has the same figures.',
  );
  const body = el('tbody');
  const table = el(
    'details',
    { class: 'whatif-requests' },
    el('summary', { text: 'All requests as a table' }),
    el(
      'table',
      { class: 'compare-table' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...['Request', 'Replayed, sent', 'last byte', 'Predicted, sent', 'last byte'].map((text) =>
            el('th', { scope: 'col', text }),
          ),
        ),
      ),
      body,
    ),
  );
  const element = el(
    'section',
    { class: 'whatif-waterfalls', 'aria-label': 'Requests', hidden: true },
    legend(LEGEND),
    plot,
    words,
    table,
  );
  /** @type {Answer|null} */
  let answer = null;
  let pointed = -1;
  let width = 0;

  function draw() {
    if (answer === null || width === 0) return;
    const colours = coloursNow();
    const { waterfall, observed } = answer;
    const dataColour = observed.direction === 0 ? colours.c2s : colours.s2c;
    const { height } = waterfallLayout(waterfall.names.length, width);
    const shown = answer;
    plot.style.height = `${height}px`;
    layer.resize(width, height);
    layer.draw((renderer) => drawWaterfalls(renderer, shown, { width, colours, dataColour, pointed }));
    setText(words, pointed < 0 ? 'Hover over a request for its times.' : requestWords(waterfall, pointed));
  }

  function listRequests() {
    if (answer === null || !table.open) return;
    const { names, replayed, predicted } = answer.waterfall;
    const cell = (/** @type {number|null|undefined} */ seconds) =>
      el('td', { text: seconds === null || seconds === undefined ? '–' : formatSeconds(seconds) });
    fill(
      body,
      ...names.map((name, row) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row', text: shortName(name), title: name }),
          ...[replayed[row], predicted[row]].flatMap((times) => [cell(times[1]), cell(times[3])]),
        ),
      ),
    );
  }

  /** @param {number} row */
  function point(row) {
    if (row === pointed) return;
    pointed = row;
    draw();
  }
  plot.addEventListener('pointermove', ({ clientY }) =>
    point(
      answer === null
        ? -1
        : requestAt(answer.waterfall.names.length, width, clientY - plot.getBoundingClientRect().top),
    ),
  );
  plot.addEventListener('pointerleave', () => point(-1));
  table.addEventListener('toggle', listRequests);
  const observer = new ResizeObserver(() => {
    if (plot.clientWidth === width) return;
    width = plot.clientWidth;
    beforePaint(draw);
  });
  observer.observe(plot);

  return {
    element,
    draw,
    destroy: () => observer.disconnect(),
    /** @param {import('../../state/answer-types.js').Prediction} next */
    show(next) {
      const { waterfall } = next;
      element.hidden = waterfall === null;
      answer = waterfall === null ? null : { ...next, waterfall };
      if (pointed >= (answer?.waterfall.names.length ?? 0)) pointed = -1;
      listRequests();
      draw();
    },
  };
}
