/** The strip of all connections of a fleet: as above a capture's table, of an answer. */
import { el } from '../../base/dom.js';
import { utcFormat } from '../../vendor/d3.js';
import { inOrder } from '../strip/groups.js';
import { legendWords } from '../strip/legend.js';
import { smallStrip } from '../strip/small.js';
import { timeOf } from './words.js';

/** @typedef {import('../../state/fleet-api.js').Answer} Answer */

const clock = utcFormat('%d %b %Y %H:%M');

/** @param {{ bins: number }} plot @param {Answer} answer @param {string} title */
export function fleetStrip({ bins }, answer, title) {
  const { strip, fromMs, toMs } = stripOfAnswer(answer, bins);
  const small = smallStrip();
  small.element.classList.add('fleet-strip');
  small.set(strip);
  const [from, to] = [fromMs, toMs].map((ms) => clock(new Date(ms)));
  return el(
    'figure',
    { class: 'fleet-lines', role: 'img', 'aria-label': `${title}, from ${from} to ${to}` },
    small.element,
    el(
      'figcaption',
      { class: 'second fleet-strip-times' },
      el('span', { text: from }),
      el('span', { text: `${to} UTC` }),
    ),
    legendWords(strip),
  );
}

/**
 * @param {Answer} answer @param {number} bins
 * @returns {{ strip: import('../strip/strip-data.js').Strip, fromMs: number, toMs: number }}
 */
export function stripOfAnswer({ columns, rows }, bins) {
  const [from, until, by, open] = ['from', 'until', 'limited_by', 'connections'].map((name) => columns.indexOf(name));
  const fromMs = timeOf(rows[0][from]);
  const widthMs = Math.max(1e-3, timeOf(rows[0][until]) - fromMs);
  /** @type {Map<string, Uint32Array>} */
  const groups = new Map();
  for (const row of rows) {
    const name = String(row[by] ?? '');
    const counts = groups.get(name) ?? new Uint32Array(bins);
    groups.set(name, counts);
    const bin = Math.round((timeOf(row[from]) - fromMs) / widthMs);
    if (bin < bins) counts[bin] = Number(row[open]);
  }
  const told = [...groups].map(([name, open]) => {
    const most = Math.max(...open);
    return { name, count: most, open, most, lines: [] };
  });
  const durationNs = bins * widthMs * 1e6;
  return { strip: { durationNs, bins, total: 0, groups: inOrder(told) }, fromMs, toMs: fromMs + bins * widthMs };
}
