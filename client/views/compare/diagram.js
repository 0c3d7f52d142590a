/**
 * The comparison's canvas with its pointer and keys. It draws what it is given and reports what the user wants to see.
 */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, formatSeconds } from '../../base/format.js';
import { beforePaint } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { timeScale } from '../../plot/time-scale.js';
import { drawPointer } from '../timeline/axis.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { spanWords } from '../timeline/times.js';
import { layoutOf } from './layout.js';
import { valueThen } from './member.js';
import { drawComparison } from './plot.js';

/** @typedef {import('./member.js').Member} Member */
/**
 * @typedef {{ members: Member[], align: import('./state.js').Align, arrangement: import('./state.js').Arrangement,
 *   colours: import('../../base/theme.js').Colours }} Shown
 */

/** Margin before the first and after the last packet, as share of the whole. */
const AIR = 0.02;

/** @param {import('../timeline/time-window.js').TimeWindow} time what is in view, ns from the alignment */
export function createCompareDiagram(time) {
  const data = canvasLayer('plot-data');
  const overlay = canvasLayer('plot-overlay');
  const reading = el('div', { class: 'compare-reading', hidden: true });
  const element = el(
    'div',
    { class: 'compare-plots', tabindex: 0, role: 'group', 'aria-label': 'Diagrams' },
    data.canvas,
    overlay.canvas,
    reading,
  );
  data.canvas.setAttribute('role', 'img');
  overlay.canvas.setAttribute('aria-hidden', 'true');
  /** @type {Shown | null} */
  let shown = null;
  let layout = layoutOf({ width: 800, height: 600, members: 1, arrangement: 'overlaid' });

  /** Where the pointer is, px from the left; null where it is not on the plots. @type {number|null} */
  let pointedPx = null;
  const x = () => timeScale(time.range, layout.leftPx, layout.widthPx);
  const sceneOf = (/** @type {Shown} */ given) => ({
    ...given,
    range: time.range,
    layout,
    isOverlaid: given.arrangement === 'overlaid',
  });

  function draw() {
    if (!shown || element.clientWidth === 0) return;
    layout = layoutOf({
      width: element.clientWidth,
      height: element.clientHeight,
      members: shown.members.length,
      arrangement: shown.arrangement,
    });
    data.resize(element.clientWidth, layout.height);
    overlay.resize(element.clientWidth, layout.height);
    time.setLimits(limitsOf(shown.members, shown.align), layout.widthPx);
    const scene = sceneOf(shown);
    data.draw((renderer) => drawComparison(renderer, scene));
    data.canvas.setAttribute(
      'aria-label',
      `Time–sequence diagrams of ${shown.members.length} connections on one time axis. The tables beside it have their figures and flights.`,
    );
    drawOverlay();
  }

  /** What is selected, and the cross-hair with what is read off there. */
  function drawOverlay() {
    if (!shown) return;
    const { colours, members, align } = shown;
    const { span } = time;
    const pointerNs = pointedPx === null ? null : x().time(pointedPx);
    overlay.draw((renderer) =>
      drawPointer(
        renderer,
        { x: x(), colours, height: layout.height },
        { span, pointerNs, reading: (ns) => formatSeconds(ns / 1e9) },
      ),
    );
    const lines = [
      ...(span ? spanLines(members, align, span) : []),
      ...(pointerNs === null ? [] : readingOf(members, align, pointerNs)),
    ];
    reading.hidden = lines.length === 0;
    if (lines.length === 0) return;
    fill(reading, ...lines.map((line) => el('p', { text: line })));
    const atPx = pointedPx ?? x().x(span?.endNs ?? 0);
    reading.style.left = `${Math.max(0, Math.min(atPx + 12, element.clientWidth - reading.offsetWidth - 8))}px`;
    reading.style.top = `${layout.panes[0].height + 44}px`;
  }

  /** @param {number|null} px */
  function point(px) {
    const isOnPlots = px !== null && px >= layout.leftPx && px <= layout.leftPx + layout.widthPx;
    pointedPx = isOnPlots ? px : null;
    beforePaint(drawOverlay);
  }

  followTimePointer(overlay.canvas, {
    time,
    ground: () => ({ x: x() }),
    point,
    leave: () => point(null),
    press(px) {
      if (time.span) time.select(null);
      point(px);
    },
  });
  const observer = new ResizeObserver(() => beforePaint(draw));
  observer.observe(element);

  return {
    element,
    /** @param {Shown} next */
    show(next) {
      shown = next;
      draw();
    },
    drawOverlay: () => beforePaint(drawOverlay),
    /** Where the pointer is, ns from the alignment. */
    pointerNs: () => (pointedPx === null ? null : x().time(pointedPx)),
    /** What is in view: ns from the alignment, and the pixels for it. */
    view: () => ({ range: time.range, widthPx: layout.widthPx }),
    /**
     * What is in view, for a file.
     * @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
     */
    picture() {
      if (!shown || element.clientWidth === 0) return null;
      const scene = sceneOf(shown);
      return {
        width: element.clientWidth,
        height: layout.height,
        draw: (renderer, colours) => drawComparison(renderer, { ...scene, colours }),
      };
    },
    destroy: () => observer.disconnect(),
  };
}

/**
 * @param {Member[]} members
 * @param {import('./state.js').Align} align
 * @returns {import('../../plot/time-scale.js').TimeRange} from the first packet of any to the last, ns from the
 *   alignment; what follows the last byte by
 *   more than half the
 *   transfer is left out
 */
function limitsOf(members, align) {
  const startNs = Math.min(0, ...members.map(({ model, alignNs }) => model.originNs - alignNs[align]));
  const endNs = Math.max(1, ...members.map(({ endNs: at, alignNs }) => at - alignNs[align]));
  // The handshake is of no interest where the request is what they are aligned at.
  const from = align === 'syn' ? startNs : Math.max(startNs, -0.05 * endNs);
  const air = AIR * (endNs - from);
  return { startNs: from - air, endNs: endNs + 3 * air };
}

/**
 * What happened within the selection.
 * @param {Member[]} members
 * @param {import('./state.js').Align} align
 * @param {import('../../plot/time-scale.js').TimeRange} span
 * @returns {string[]}
 */
function spanLines(members, align, { startNs, endNs }) {
  const { rttNs } = members[0].model;
  const trips = rttNs === null ? '' : ` · ${formatNumber((endNs - startNs) / rttNs, 2)} RTT`;
  const acknowledged = members.map(({ letter, model, direction, alignNs }) => {
    const { acks } = model.series[direction];
    const [before, after] = [startNs, endNs].map((ns) => Math.max(0, valueThen(acks, ns + alignNs[align])));
    return `${letter}  ${formatBytes(after - before)} acknowledged`;
  });
  return [`Selection: ${spanWords(endNs - startNs)}${trips}`, ...acknowledged];
}

/** @param {Member[]} members @param {import('./state.js').Align} align @param {number} atNs @returns {string[]} */
function readingOf(members, align, atNs) {
  const { rttNs } = members[0].model;
  const lines = [`${formatSeconds(atNs / 1e9)}${rttNs === null ? '' : ` · ${formatNumber(atNs / rttNs, 2)} RTT`}`];
  for (const { letter, model, direction, alignNs } of members) {
    const series = model.series[direction];
    const then = atNs + alignNs[align];
    lines.push(
      `${letter}  ${formatBytes(Math.max(0, valueThen(series.acks, then) - 1))} acknowledged, ${formatBytes(valueThen(series.inFlight, then))} in flight`,
    );
  }
  return lines;
}
