/**
 * What the reader takes hold of in the overview strip: both handles and the part between them. Handles are sliders, so
 * that the keyboard moves them too. Frame and grips are drawn (overview.js); elements show only that they are pointed
 * at.
 */
import { el } from '../../../base/dom.js';
import { constrain, pan } from '../../../plot/time-scale.js';
import { drag, select } from '../../../vendor/d3.js';
import { overviewBox } from '../panes/overview.js';

const STEP = 0.02;

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/**
 * @param {{ onRange: (range: TimeRange, gesture: 'start'|'move') => void }} actions
 */
export function createOverviewHandles({ onRange }) {
  const frame = el('div', { class: 'overview-frame' });
  const handles = ['First', 'Last'].map((words) =>
    el('div', { class: 'overview-handle', role: 'slider', tabindex: 0, 'aria-label': `${words} moment in view` }),
  );
  const element = el('div', { class: 'overview-handles' }, frame, ...handles);
  /** @type {{ range: TimeRange, limits: TimeRange, leftPx: number, widthPx: number, originNs: number }} */
  let shown = { range: { startNs: 0, endNs: 1 }, limits: { startNs: 0, endNs: 1 }, leftPx: 0, widthPx: 1, originNs: 0 };

  let placed = '';
  let isDragged = false;

  /** @param {number} which 0 first, 1 last @param {number} byNs @param {TimeRange} from @returns {TimeRange} */
  function moved(which, byNs, { startNs, endNs }) {
    const least = (shown.limits.endNs - shown.limits.startNs) / 5000;
    if (which === 0) return { startNs: Math.min(Math.max(startNs + byNs, shown.limits.startNs), endNs - least), endNs };
    return { startNs, endNs: Math.max(Math.min(endNs + byNs, shown.limits.endNs), startNs + least) };
  }

  /** @param {HTMLElement} target @param {(byNs: number, from: TimeRange) => TimeRange} next */
  function dragging(target, next) {
    let from = shown.range;
    let fromX = 0;
    let gesture = /** @type {'start'|'move'} */ ('start');
    /** @type {import('d3').DragBehavior<HTMLElement, unknown, unknown>} */
    const behaviour = drag();
    behaviour
      .touchable(true)
      .container(() => element)
      .on('start', ({ x }) => {
        target.focus();
        from = shown.range;
        fromX = x;
        gesture = 'start';
        isDragged = true;
      })
      .on('drag', ({ x }) => {
        onRange(next(((x - fromX) * (shown.limits.endNs - shown.limits.startNs)) / shown.widthPx, from), gesture);
        gesture = 'move';
      })
      .on('end', () => {
        isDragged = false;
      });
    select(target).call(behaviour);
  }

  handles.forEach((handle, which) => {
    dragging(handle, (byNs, from) => moved(which, byNs, from));
    handle.addEventListener('keydown', (event) => {
      const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!sign || event.shiftKey) return;
      event.preventDefault();
      onRange(moved(which, sign * STEP * (shown.limits.endNs - shown.limits.startNs), shown.range), 'start');
    });
  });
  dragging(frame, (byNs, from) => pan(from, byNs, shown.limits));
  // A press beside the frame brings it there.
  element.addEventListener('pointerdown', (event) => {
    if (event.target !== element || event.button !== 0) return;
    const at = shown.limits.startNs + (event.offsetX / shown.widthPx) * (shown.limits.endNs - shown.limits.startNs);
    const half = (shown.range.endNs - shown.range.startNs) / 2;
    onRange(constrain({ startNs: at - half, endNs: at + half }, shown.limits), 'start');
  });

  return {
    element,
    get isDragged() {
      return isDragged;
    },
    /**
     * @param {typeof shown} next
     * @param {import('../panes/layout.js').Pane} pane
     * @param {boolean} narrow
     */
    update(next, pane, narrow) {
      shown = next;
      const { top, height } = overviewBox(pane, narrow);
      const place = `${next.leftPx} ${next.widthPx} ${top} ${height}`;
      if (place !== placed) {
        Object.assign(element.style, {
          left: `${next.leftPx}px`,
          width: `${next.widthPx}px`,
          top: `${top}px`,
          height: `${height}px`,
        });
      }
      placed = place;
      const perNs = next.widthPx / (next.limits.endNs - next.limits.startNs);
      const edges = [next.range.startNs, next.range.endNs].map((ns) => (ns - next.limits.startNs) * perNs);
      frame.style.transform = `translateX(${edges[0]}px)`;
      frame.style.width = `${Math.max(1, edges[1] - edges[0])}px`;
      handles.forEach((handle, which) => {
        handle.style.transform = `translateX(${edges[which]}px)`;
        const seconds = ([next.range.startNs, next.range.endNs][which] - next.originNs) / 1e9;
        handle.setAttribute('aria-valuenow', seconds.toFixed(6));
        handle.setAttribute('aria-valuemin', ((next.limits.startNs - next.originNs) / 1e9).toFixed(6));
        handle.setAttribute('aria-valuemax', ((next.limits.endNs - next.originNs) / 1e9).toFixed(6));
        handle.setAttribute('aria-valuetext', `${seconds.toFixed(3)} seconds`);
      });
    },
  };
}
