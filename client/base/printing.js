/**
 * Printing: in the light theme, with each diagram, whose canvas is as wide as the window, replaced by its image as for
 * files.
 */
import { el } from './dom.js';
import { drawNow } from './frame.js';
import { theme } from './theme.js';

/** @type {() => HTMLCanvasElement|null} */
let picture = () => null;
/**
 * The original content, while it is printed.
 * @type {{ name: import('./theme.js').ThemeName, sheet: HTMLElement|null }|null}
 */
let before = null;

/**
 * The view that is shown has a picture of its diagram; the next view's takes its place.
 * @param {() => HTMLCanvasElement|null} draw in the light theme, finer than the screen; null where there is none, or
 *   its view has gone
 */
export function printsAs(draw) {
  picture = draw;
}

function begin() {
  if (before) return;
  const name = theme.name();
  theme.lend('light');
  drawNow();
  const canvas = picture();
  const sheet = canvas && el('div', { class: 'print-picture', 'aria-hidden': 'true' }, canvas);
  before = { name, sheet };
  if (!sheet) return;
  document.documentElement.classList.add('prints-picture');
  document.getElementById('view')?.prepend(sheet);
}

function end() {
  if (!before) return;
  before.sheet?.remove();
  document.documentElement.classList.remove('prints-picture');
  theme.lend(before.name);
  before = null;
}

/** From now on the page can be printed. */
export function startPrinting() {
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
}
