import { beforePaint } from './frame.js';
import { theme } from './theme.js';

/** @type {WeakMap<Element, () => void>} */
const draws = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) draws.get(target)?.();
});
theme.subscribe(() => {
  for (const element of document.querySelectorAll('[data-redrawn]')) draws.get(element)?.();
});

/**
 * Draws an element again with its size and the theme, for as long as it is on the page.
 * @param {HTMLElement} element
 * @param {() => void} draw
 * @returns {() => void} draws it before the next paint
 */
export function redrawn(element, draw) {
  const ask = () => beforePaint(draw);
  element.dataset.redrawn = '';
  draws.set(element, ask);
  sizes.observe(element);
  return ask;
}
