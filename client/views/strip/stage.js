/** The strip's stage: two canvases behind what takes the focus, and a live region for screen readers. */
import { el } from '../../base/dom.js';
import { canvasLayer } from '../../plot/canvas-layer.js';

/** @param {string} describedBy id of the words that say what it shows */
export function stripStage(describedBy) {
  const data = canvasLayer('strip-data');
  const overlay = canvasLayer('strip-overlay');
  for (const { canvas } of [data, overlay]) canvas.setAttribute('aria-hidden', 'true');
  const surface = el('div', {
    class: 'strip-surface',
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'time strip',
    'aria-label': 'Connections over time. Arrow keys move, with Shift they select a time.',
    'aria-describedby': describedBy,
  });
  return {
    element: el('div', { class: 'strip-stage' }, data.canvas, overlay.canvas, surface),
    data,
    overlay,
    surface,
    scroller: surface,
    resize() {
      const { clientWidth: width, clientHeight: height } = surface;
      data.resize(width, height);
      overlay.resize(width, height);
      return { width, height };
    },
  };
}
