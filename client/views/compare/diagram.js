/**
 * The comparison's canvas with its pointer and keys. It draws what it is given and reports what the user wants to see.
 */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, formatSeconds, tripsIn } from '../../base/format.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { withAir } from '../timeline/axis.js';
import { TimeStage } from '../timeline/time-stage.js';
import { spanWords } from '../timeline/times.js';
import { layoutOf } from './layout.js';
import { valueThen } from './member.js';
import { drawComparison } from './plot.js';

/** @typedef {import('./member.js').Member} Member */
/**
 * @typedef {{ members: Member[], align: import('./state.js').Align, arrangement: import('./state.js').Arrangement }}
 *   Shown
 */

/** Behind the last byte, where the members' labels stand; share of the whole. */
const LABELS = 0.04;

/**
 * @param {import('../timeline/window/time-window.js').TimeWindow} time what is in view, ns from the alignment
 * @param {import('../../base/theme.js').Theme} theme
 */
export function createCompareDiagram(time, theme) {
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

  const stage = new TimeStage({
    stage: { element, data, overlay, surface: overlay.canvas, scroller: element, resize },
    time,
    theme,
    layOut: () =>
      shown && {
        limits: limitsOf(shown.members, shown.align),
        leftPx: layout.leftPx,
        widthPx: layout.widthPx,
        originName: 'where they are aligned',
      },
    draw: drawAll,
    drawOver,
    press: () => undefined,
  });

  function resize() {
    const { clientWidth: width, clientHeight } = element;
    const { members, arrangement } = shown ?? { members: [], arrangement: 'overlaid' };
    layout = layoutOf({ width, height: clientHeight, members: members.length, arrangement });
    data.resize(width, layout.height);
    overlay.resize(width, layout.height);
    return { width, height: layout.height };
  }

  /**
   * @param {import('../../plot/renderer.js').Renderer} renderer @param {import('../timeline/axis.js').Ground} ground
   */
  function drawAll(renderer, { colours }) {
    if (!shown) return;
    drawComparison(renderer, {
      ...shown,
      colours,
      range: time.range,
      layout,
      isOverlaid: shown.arrangement === 'overlaid',
    });
    data.canvas.setAttribute(
      'aria-label',
      `Time–sequence diagrams of ${shown.members.length} connections on one time axis. The tables beside it have their figures and flights.`,
    );
  }

  /**
   * What is read off at the cross-hair.
   * @param {import('../../plot/renderer.js').Renderer} _renderer @param {import('../timeline/axis.js').Ground} ground
   * @param {number|null} pointerNs
   */
  function drawOver(_renderer, { x }, pointerNs) {
    if (!shown) return null;
    const { members, align } = shown;
    const { span } = time;
    const lines = [
      ...(span ? spanLines(members, align, span) : []),
      ...(pointerNs === null ? [] : readingOf(members, align, pointerNs)),
    ];
    reading.hidden = lines.length === 0;
    if (lines.length === 0) return null;
    fill(reading, ...lines.map((line) => el('p', { text: line })));
    const atPx = x.x(pointerNs ?? span?.endNs ?? 0);
    reading.style.left = `${Math.max(0, Math.min(atPx + 12, element.clientWidth - reading.offsetWidth - 8))}px`;
    reading.style.top = `${layout.panes[0].height + 44}px`;
    return null;
  }

  return {
    element,
    /** @param {Shown} next */
    show(next) {
      shown = next;
      stage.draw();
    },
    drawOverlay: () => stage.redrawOverlay(),
    /** Where the pointer is, ns from the alignment. */
    pointerNs: () => stage.pointerNs,
    /** What is in view: ns from the alignment, and the pixels for it. */
    view: () => ({ range: time.range, widthPx: layout.widthPx }),
    /** What is in view, for a file. */
    picture: () => stage.picture(),
    destroy: () => stage.destroy(),
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
  return withAir({ startNs: from, endNs: endNs + LABELS * (endNs - from) });
}

/** @param {number} spanNs @param {Member[]} members @returns {string} " · 2.50 RTT" of the first; "": no unit here */
function tripWords(spanNs, [{ model }]) {
  const trips = tripsIn(spanNs, model.rttNs);
  return trips === null ? '' : ` · ${formatNumber(trips, 2)} RTT`;
}

/**
 * What happened within the selection.
 * @param {Member[]} members
 * @param {import('./state.js').Align} align
 * @param {import('../../plot/time-scale.js').TimeRange} span
 * @returns {string[]}
 */
function spanLines(members, align, { startNs, endNs }) {
  const trips = tripWords(endNs - startNs, members);
  const acknowledged = members.map(({ letter, model, direction, alignNs }) => {
    const { acks } = model.series[direction];
    const [before, after] = [startNs, endNs].map((ns) => Math.max(0, valueThen(acks, ns + alignNs[align])));
    return `${letter}  ${formatBytes(after - before)} acknowledged`;
  });
  return [`Selection: ${spanWords(endNs - startNs)}${trips}`, ...acknowledged];
}

/** @param {Member[]} members @param {import('./state.js').Align} align @param {number} atNs @returns {string[]} */
function readingOf(members, align, atNs) {
  const lines = [`${formatSeconds(atNs / 1e9)}${tripWords(atNs, members)}`];
  for (const { letter, model, direction, alignNs } of members) {
    const series = model.series[direction];
    const then = atNs + alignNs[align];
    lines.push(
      `${letter}  ${formatBytes(Math.max(0, valueThen(series.acks, then) - 1))} acknowledged, ${formatBytes(valueThen(series.inFlight, then))} in flight`,
    );
  }
  return lines;
}
