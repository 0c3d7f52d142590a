/**
 * The line under the pointer with its time on the axis. Elements, not drawing: they follow the pointer without a canvas being painted.
 */
import { el, setText } from '../../base/dom.js';
import { crisp } from './grid.js';
import { relativeSeconds } from './times.js';

export function createCrossHair() {
  const line = el('div', { class: 'cross-hair-line' });
  const time = el('span', { class: 'cross-hair-time' });
  const element = el('div', { class: 'cross-hair', 'aria-hidden': 'true', hidden: true }, line, time);
  let placed = '';
  /** Of the words; a monospaced figure is as wide as another, so it is measured when their number changes. */
  let width = 0;
  let letters = 0;

  return {
    element,
    /** @param {import('./grid.js').Scene} scene @param {import('./layout.js').Layout} layout @param {number|null} timeNs null hides it */
    show({ x, model }, layout, timeNs) {
      element.hidden = timeNs === null;
      const axis = layout.panes.find(({ id }) => id === 'axis');
      if (timeNs === null || axis === undefined) return;
      const top = axis.top + axis.height, place = `${axis.top} ${top} ${layout.height}`;
      if (place !== placed) {
        Object.assign(line.style, { top: `${top}px`, height: `${layout.height - top}px` });
        Object.assign(time.style, { top: `${axis.top + 2}px`, height: `${axis.height - 4}px` });
      }
      placed = place;
      const px = x.x(timeNs), words = `${relativeSeconds(model, Math.round(timeNs / 1000) * 1000)} s`;
      setText(time, words);
      if (words.length !== letters) width = time.offsetWidth;
      letters = words.length;
      const left = Math.min(Math.max(px - width / 2, x.leftPx), x.leftPx + x.widthPx - width);
      line.style.transform = `translateX(${crisp(px) - 0.5}px)`;
      time.style.transform = `translateX(${Math.round(left)}px)`;
    },
  };
}
