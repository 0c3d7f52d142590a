/**
 * The selected span in figures, in a line below a diagram; the code that computes them is loaded with the first
 * selection.
 */
import { el, fill } from '../../../base/dom.js';
import { formatNumber } from '../../../base/format.js';
import { spanWords } from '../times.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {[label: string, value: string]} Line */

/**
 * @template {object} S what is selected from; another object once it has changed
 * @param {object} given
 * @param {import('../window/time-window.js').TimeWindow} given.time
 * @param {() => Promise<{ selectionLines: (from: S, span: TimeRange) => Line[] | Promise<Line[]> }>} given.load
 * @param {(span: TimeRange) => void} [given.onTable] shows the connections of the span in the table
 */
export function selectionPanel({ time, load, onTable }) {
  const words = el('span', { class: 'second' });
  const lines = el('dl', {});
  const element = el(
    'section',
    { class: 'selection-panel', 'aria-label': 'Selection', 'data-figures': 'selection', hidden: true },
    el('h2', { class: 'side-title', text: 'Selection' }),
    words,
    lines,
    onTable &&
      el(
        'button',
        { type: 'button', class: 'side-action', on: { click: () => time.span && onTable(time.span) } },
        'Show in the table',
      ),
    el(
      'button',
      { type: 'button', class: 'side-action', on: { click: () => time.zoomToSpan() } },
      'Zoom to it ',
      el('kbd', { class: 'key-cap', text: 'Z' }),
    ),
  );
  /** Of what the figures are, or are about to be. @type {{ span: TimeRange|null, from: S|null }} */
  let latest = { span: null, from: null };

  return {
    element,
    /** @param {S|null} from null: nothing has come yet */
    async update(from) {
      const { span } = time;
      if (span === latest.span && from === latest.from) return;
      const asked = { span, from };
      latest = asked;
      if (span === null || from === null) {
        element.hidden = true;
        return;
      }
      const { selectionLines } = await load();
      if (latest !== asked) return;
      const figures = await selectionLines(from, span);
      if (latest !== asked) return;
      const [start, end] = [span.startNs, span.endNs].map((ns) => formatNumber(ns / 1e9, 4));
      words.textContent = `${spanWords(span.endNs - span.startNs)}, ${start} – ${end} s`;
      fill(
        lines,
        ...figures.map(([label, value]) => el('div', {}, el('dt', { text: label }), el('dd', { text: value }))),
      );
      element.hidden = false;
    },
  };
}
