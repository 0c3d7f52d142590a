/**
 * The brush of the overview strip (D3): both handles, the part between them, and the rest. A drag there selects another
 * part, a click moves the part there. Handles are sliders, so that the keyboard
 * moves them too. Frame and grips are drawn (overview.js); the brush shows only that it is pointed at.
 */
import { constrain, timeScale } from '../../../plot/time-scale.js';
import { brushX, create } from '../../../vendor/d3.js';
import { overviewBox } from '../panes/overview.js';

const STEP = 0.02;
/** Width of a handle's hit area, px: for a mouse, for touch. */
const HANDLE_PX = { wide: 24, narrow: 44 };

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/**
 * @param {{ onRange: (range: TimeRange, gesture: 'start'|'move') => void }} actions
 */
export function createOverviewBrush({ onRange }) {
  const root = create('svg:svg').attr('class', 'overview-brush');
  const group = /** @type {import('d3').Selection<SVGGElement, unknown, null, undefined>} */ (root.append('svg:g'));
  /** @type {{ range: TimeRange, limits: TimeRange, leftPx: number, widthPx: number, originNs: number }} */
  let shown = { range: { startNs: 0, endNs: 1 }, limits: { startNs: 0, endNs: 1 }, leftPx: 0, widthPx: 1, originNs: 0 };
  let placed = '';
  let isDragged = false;
  let hasMoved = false;
  const scale = () => timeScale(shown.limits, 0, shown.widthPx);

  /** @type {import('d3').BrushBehavior<unknown>} */
  const brush = brushX();
  brush
    .keyModifiers(false)
    .touchable(true)
    .on('start', ({ sourceEvent }) => {
      if (!sourceEvent) return;
      isDragged = true;
      hasMoved = false;
      if (sourceEvent.target.matches?.('.handle')) sourceEvent.target.focus();
    })
    .on('brush', ({ selection, sourceEvent }) => {
      if (!sourceEvent) return;
      const [startNs, endNs] = selection.map(scale().time);
      onRange(constrain({ startNs, endNs }, shown.limits), hasMoved ? 'move' : 'start');
      hasMoved = true;
    })
    .on('end', ({ sourceEvent }) => {
      isDragged = false;
      if (sourceEvent && !hasMoved) pressed(sourceEvent);
    });

  /** @param {MouseEvent | TouchEvent} event what is in view comes there */
  function pressed(event) {
    const { target, clientX } = 'changedTouches' in event ? event.changedTouches[0] : event;
    place();
    if (!(target instanceof Element) || !target.matches('.overlay')) return;
    const atNs = scale().time(clientX - target.getBoundingClientRect().left);
    const half = (shown.range.endNs - shown.range.startNs) / 2;
    onRange(constrain({ startNs: atNs - half, endNs: atNs + half }, shown.limits), 'start');
  }

  /** @param {KeyboardEvent} event @param {'startNs'|'endNs'} edge */
  function onKey(event, edge) {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!sign || event.shiftKey) return;
    event.preventDefault();
    const { limits, range } = shown;
    const byNs = sign * STEP * (limits.endNs - limits.startNs);
    const [startNs, endNs] = [limits.startNs, limits.endNs];
    const moved = { ...range, [edge]: Math.min(Math.max(range[edge] + byNs, startNs), endNs) };
    if (moved.endNs > moved.startNs) onRange(moved, 'start');
  }

  /** Where the view puts it, not where the pointer left it. */
  function place() {
    const { range } = shown;
    const x = scale();
    group.call(brush.move, [x.x(range.startNs), x.x(range.endNs)]);
  }

  /** @param {number} height @param {boolean} narrow */
  function resize(height, narrow) {
    root.style('width', `${shown.widthPx}px`).style('height', `${height}px`);
    brush.extent([
      [0, 0],
      [shown.widthPx, height],
    ]);
    group.call(brush.handleSize(HANDLE_PX[narrow ? 'narrow' : 'wide']));
    for (const [side, words, edge] of /** @type {const} */ ([
      ['w', 'First', 'startNs'],
      ['e', 'Last', 'endNs'],
    ])) {
      group
        .select(`.handle--${side}`)
        .attr('role', 'slider')
        .attr('tabindex', 0)
        .attr('aria-label', `${words} moment in view`)
        .on('keydown', (event) => onKey(event, edge));
    }
  }

  function describe() {
    const { range, limits, originNs } = shown;
    const seconds = (/** @type {number} */ ns) => ((ns - originNs) / 1e9).toFixed(6);
    for (const [side, ns] of /** @type {const} */ ([
      ['w', range.startNs],
      ['e', range.endNs],
    ])) {
      group
        .select(`.handle--${side}`)
        .attr('aria-valuenow', seconds(ns))
        .attr('aria-valuemin', seconds(limits.startNs))
        .attr('aria-valuemax', seconds(limits.endNs))
        .attr('aria-valuetext', `${((ns - originNs) / 1e9).toFixed(3)} seconds`);
    }
  }

  return {
    element: /** @type {SVGSVGElement} */ (root.node()),
    /**
     * @param {typeof shown} next
     * @param {import('../panes/layout.js').Pane} pane
     * @param {boolean} narrow
     */
    update(next, pane, narrow) {
      shown = next;
      const { top, height } = overviewBox(pane, narrow);
      const geometry = `${next.leftPx} ${next.widthPx} ${top} ${height}`;
      if (geometry !== placed) {
        root.style('left', `${next.leftPx}px`).style('top', `${top}px`);
        resize(height, narrow);
      }
      placed = geometry;
      describe();
      if (!isDragged) place();
    },
  };
}
