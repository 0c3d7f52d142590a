/**
 * The stage of the lanes: two canvases behind a scroller of the lanes' whole height, a card, and a live region for
 * screen readers.
 */
import { el } from '../../base/dom.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { createHoverCard } from './hover-card.js';

/** @param {string} label what the lanes are @param {string} [className] of the stage */
export function laneStage(label, className = '') {
  const data = canvasLayer('plot-data');
  const overlay = canvasLayer('plot-overlay');
  for (const { canvas } of [data, overlay]) canvas.setAttribute('aria-hidden', 'true');
  const spacer = el('div', { class: 'lanes-spacer' });
  // What the pointer acts on: all that is in view but the scroll bar.
  const surface = el('div', { class: 'lanes-surface' });
  const scroller = el(
    'div',
    { class: 'lanes-scroller', tabindex: 0, role: 'application', 'aria-roledescription': 'lanes', 'aria-label': label },
    spacer,
    surface,
  );
  const card = createHoverCard();
  const announcer = el('p', { class: 'visually-hidden', role: 'status' });
  return {
    element: el(
      'div',
      { class: `lanes-stage ${className} plots` },
      data.canvas,
      overlay.canvas,
      scroller,
      card.element,
      announcer,
    ),
    data,
    overlay,
    spacer,
    surface,
    scroller,
    card,
    announcer,
    /** Where a card may lie. */
    room: () => ({ width: scroller.clientWidth, height: scroller.clientHeight, left: 0 }),
    /** As the window is. @returns {{ width: number, height: number }} */
    resize() {
      const { clientWidth: width, clientHeight: height } = scroller;
      surface.style.height = `${height}px`;
      data.resize(width, height);
      overlay.resize(width, height);
      return { width, height };
    },
  };
}

/** @typedef {ReturnType<typeof laneStage>} LaneStage */
