/**
 * What a figure is, anywhere on the page. An element says by `data-figures` in which tables of
 * docs/metrics.md its figures are; their labels are its heads and terms, or bear `data-figure` themselves. Texts and
 * marks are loaded when the pointer or the focus first comes to a label.
 */
import { openLater } from '../components/open-later.js';

const load = () => import('./figure-marks.js');

/** The figure that the pointer or the focus is at, or all in view. */
export const openFigures = () => void openLater(load, ({ openShownFigures }) => openShownFigures());

export function startFigureHelp() {
  const coming = new AbortController();
  /** @param {Event} event */
  const come = ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-figures]')) return;
    coming.abort();
    // Should it fail, the key tries again and says so.
    void load().then(
      ({ startFigureMarks }) => startFigureMarks(target),
      () => undefined,
    );
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, come, { signal: coming.signal });
  document.addEventListener('click', ({ target }) => {
    const label = target instanceof Element ? target.closest('.figure-label') : null;
    if (label) void openLater(load, ({ openFigureOf }) => openFigureOf(label));
  });
}
