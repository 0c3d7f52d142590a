/**
 * The comparison's canvas with its pointer and keys. It draws what it is given and says what the reader wants to see.
 */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, formatSeconds } from '../../base/format.js';
import { beforePaint } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { constrain, pan, timeScale, zoomAbout } from '../../plot/time-scale.js';
import { followPointer } from '../timeline/pointer.js';
import { layoutOf } from './layout.js';
import { valueThen } from './member.js';
import { drawComparison } from './plot.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('./member.js').Member} Member */
/**
 * @typedef {{ members: Member[], align: import('./state.js').Align, arrangement: import('./state.js').Arrangement,
 *   zoom: TimeRange | null,
 *   colours: import('../../base/theme.js').Colours }} Shown
 */

/** Air before the first and behind the last packet, as share of the whole. */
const AIR = 0.02;

/**
 * @param {{ onZoom: (zoom: TimeRange | null, options: { replace: boolean }) => void }} actions
 */
export function createCompareDiagram({ onZoom }) {
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

  const limits = () => (shown ? limitsOf(shown.members, shown.align) : { startNs: 0, endNs: 1 });
  const range = () => (shown?.zoom ? constrain(shown.zoom, limits()) : limits());
  const timeAt = (/** @type {number} */ px) => timeScale(range(), layout.leftPx, layout.widthPx).time(px);

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
    const scene = { ...shown, range: range(), layout, isOverlaid: shown.arrangement === 'overlaid' };
    data.draw((renderer) => drawComparison(renderer, scene));
    data.canvas.setAttribute(
      'aria-label',
      `Time–sequence diagrams of ${shown.members.length} connections on one time axis. The tables beside it have their figures and flights.`,
    );
    leave();
  }

  /** @param {TimeRange} next @param {boolean} isStep */
  function zoomTo(next, isStep) {
    const whole = limits();
    const wanted = constrain(next, whole);
    const isWhole = wanted.startNs <= whole.startNs + 1 && wanted.endNs >= whole.endNs - 1;
    onZoom(isWhole ? null : wanted, { replace: !isStep });
  }

  /** @param {number} px */
  function point(px) {
    if (!shown || px < layout.leftPx || px > layout.leftPx + layout.widthPx) return leave();
    const atNs = timeAt(px);
    const { colours, members, align } = shown;
    overlay.draw((renderer) =>
      renderer.rect({ x: Math.round(px), y: 0, width: 1, height: layout.height }, { colour: colours.line3 }),
    );
    fill(reading, ...readingOf(members, align, atNs).map((line) => el('p', { text: line })));
    reading.hidden = false;
    reading.style.left = `${Math.min(px + 12, Math.max(0, element.clientWidth - reading.offsetWidth - 8))}px`;
    reading.style.top = `${layout.panes[0].height + 44}px`;
  }

  function leave() {
    reading.hidden = true;
    overlay.draw(() => undefined);
  }

  const span = () => range().endNs - range().startNs;
  followPointer(overlay.canvas, {
    point,
    leave,
    press: point,
    select: (fromX, toX) =>
      zoomTo({ startNs: timeAt(Math.min(fromX, toX)), endNs: timeAt(Math.max(fromX, toX)) }, true),
    pan: (byPx, gesture) => zoomTo(pan(range(), (byPx * span()) / layout.widthPx, limits()), gesture === 'start'),
    zoom: (factor, aboutX, gesture) =>
      zoomTo(zoomAbout(range(), factor, timeAt(aboutX), limits()), gesture === 'start'),
    isPanning: () => false,
  });
  overlay.canvas.addEventListener('dblclick', () => onZoom(null, { replace: false }));
  const observer = new ResizeObserver(() => beforePaint(draw));
  observer.observe(element);

  return {
    element,
    /** @param {Shown} next */
    show(next) {
      shown = next;
      draw();
    },
    /** What is in view: ns from the alignment, and the pixels for it. */
    view: () => ({ range: range(), widthPx: layout.widthPx }),
    /**
     * What is in view, for a file.
     * @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
     */
    picture() {
      if (!shown || element.clientWidth === 0) return null;
      const scene = { ...shown, range: range(), layout, isOverlaid: shown.arrangement === 'overlaid' };
      return {
        width: element.clientWidth,
        height: layout.height,
        draw: (renderer, colours) => drawComparison(renderer, { ...scene, colours }),
      };
    },
    /** @param {number} factor */
    zoomBy: (factor) => zoomTo(zoomAbout(range(), factor, (range().startNs + range().endNs) / 2, limits()), true),
    /** @param {number} share of what is in view */
    panBy: (share) => zoomTo(pan(range(), share * span(), limits()), true),
    destroy: () => observer.disconnect(),
  };
}

/**
 * @param {Member[]} members
 * @param {import('./state.js').Align} align
 * @returns {TimeRange} from the first packet of any to the last, ns from the alignment; what follows the last byte by
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
