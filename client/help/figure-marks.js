/** The small "i" beside the label that the pointer or the focus is at, and the sheets of figures. */
import { el } from '../base/dom.js';
import { labelled, shownFigures } from './figure-labels.js';
import { openFigureList, openFigureSheet } from './figure-sheet.js';

/** A pointer that only passes over a label loads nothing. */
const REST_MS = 250;
const SIZE_PX = 24;
const GAP_PX = 2;

const mark = el('button', { type: 'button', class: 'figure-mark', 'aria-haspopup': 'dialog' });
/** @type {Element|null} */
let label = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** @param {Element} of a label, or something in it */
export function openFigureOf(of) {
  const found = labelled(of);
  if (found) openFigureSheet(found);
}

/** The figure that the pointer or the focus is at, or all in view. */
export function openShownFigures() {
  const [pointed] = ['[data-figures] :hover', ':focus']
    .flatMap((selector) => [...document.querySelectorAll(selector)].slice(-1))
    .map((element) => labelled(element))
    .filter((found) => found !== null);
  if (pointed) openFigureSheet(pointed);
  else openFigureList(shownFigures());
}

/** @param {Element} at what the pointer or the focus is at by now */
export function startFigureMarks(at) {
  mark.addEventListener('click', (event) => {
    // Not the sort button below it, or the switch in the label around it.
    event.preventDefault();
    event.stopPropagation();
    if (label) openFigureOf(label);
  });
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(timer);
    timer = setTimeout(() => come(target), pointerType === 'mouse' ? REST_MS : 0);
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) come(target);
  });
  // The sheet that it opened returns the focus.
  mark.addEventListener('blur', () => document.querySelector('dialog[open]') ?? leave());
  document.addEventListener('scroll', leave, { capture: true, passive: true });
  come(at);
}

/** @param {EventTarget|null} target */
function come(target) {
  if (!(target instanceof Element) || target === mark) return;
  const found = labelled(target);
  if (!found) return leave();
  if (found.element === label && mark.isConnected) return;
  // A label that is a button needs no mark.
  if (!found.element || found.element.querySelector('.figure-label')) return leave();
  const next = found.element;
  const button = next.matches('button') ? next : next.querySelector('button');
  const text = document.createRange();
  text.selectNodeContents(button ?? next);
  const { right, top, height } = text.getBoundingClientRect();
  mark.style.left = `${Math.min(right + GAP_PX, innerWidth - SIZE_PX)}px`;
  mark.style.top = `${top + (height - SIZE_PX) / 2}px`;
  mark.setAttribute('aria-label', `What ${found.name} means`);
  mark.title = found.figure.how;
  if (button) button.after(mark);
  else next.append(mark);
  label = next;
}

function leave() {
  if (document.activeElement === mark) return;
  mark.remove();
  label = null;
}
