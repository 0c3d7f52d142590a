/** What the strip's colours mean, how many connections are of each, and the way to them. */
import { FAILED, filterOfGroup } from '../../../lib/shared/captures/strip.js';
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { spanWords } from '../timeline/times.js';
import { lookOf } from './groups.js';

/** @typedef {import('./strip-data.js').Strip} Strip */

/** @param {string} name of a group */
function swatch(name) {
  const { colour, alpha } = lookOf(name);
  const element = el('span', { class: 'strip-swatch', 'aria-hidden': 'true' });
  element.style.background = `var(--${colour})`;
  element.style.opacity = String(alpha);
  return element;
}

/** @param {(filter: string) => void} onGroup */
export function stripLegend(onGroup) {
  const element = el('ul', { class: 'strip-legend', 'aria-label': 'What limited the connections' });
  let shown = '';
  return {
    element,
    /** @param {Strip} strip */
    update({ groups }) {
      const signature = JSON.stringify(groups.map(({ name, count }) => [name, count]));
      if (signature === shown) return;
      shown = signature;
      fill(element, ...groups.map((group) => el('li', {}, groupButton(group, onGroup))));
    },
  };
}

/** @param {import('./strip-data.js').StripGroup} group @param {(filter: string) => void} onGroup */
const groupButton = ({ name, count }, onGroup) =>
  el(
    'button',
    {
      type: 'button',
      class: 'strip-group',
      title: 'Show these in the table',
      on: { click: () => onGroup(filterOfGroup(name)) },
    },
    swatch(name),
    `${lookOf(name).words} `,
    el('b', { text: formatNumber(count) }),
  );

/** The legend alone. @param {Strip} strip */
export const legendWords = ({ groups }) =>
  el(
    'ul',
    { class: 'strip-legend' },
    ...groups.map(({ name }) => el('li', { class: 'strip-group' }, swatch(name), lookOf(name).words)),
  );

/** @param {{ name: string, open: number }[]} open @returns {string} "3 failed, 12 application limited" */
export const openWords = (open) =>
  open.length === 0
    ? 'none open'
    : open.map(({ name, open }) => `${formatNumber(open)} ${lookOf(name).words.toLowerCase()}`).join(', ');

/** What the picture shows, for who does not see it. @param {Strip} strip */
export function stripWords({ total, durationNs, bins, groups }) {
  const failed = groups.find(({ name }) => name === FAILED);
  const all = Array.from({ length: bins }, (_, bin) => groups.reduce((so, { open }) => so + open[bin], 0));
  const most = Math.max(0, ...all);
  const atNs = (all.indexOf(most) * durationNs) / bins;
  return [
    `${count(total, 'connection')} in ${spanWords(durationNs)}`,
    ...(failed ? [`${formatNumber(failed.count)} failed`] : []),
    `at most ${formatNumber(most)} open at once, at ${spanWords(atNs)}`,
  ].join('; ');
}
