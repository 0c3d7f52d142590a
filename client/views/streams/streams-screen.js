/** Streams on screen; the bytes' order stays at the bottom. */
import { setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { AXIS_HIGH, drawPointer, groundOf } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { BYTES_HIGH, STREAM_HEADS, drawStreams, laneHigh } from './draw-streams.js';
import { isShown } from './stream-model.js';
import { frameCard, laneTitle, stallCard } from './stream-words.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/** @typedef {{ lane: StreamLane, row: number, stall: import('./stream-model.js').Stall|null }} Hit */

const REACH = 6;

/**
 * @param {object} given
 * @param {import('../timeline/time-window.js').TimeWindow} given.time
 * @param {import('../../base/theme.js').Theme} given.theme
 * @param {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} given.notes
 * @param {() => { direction: number, credit: boolean }} given.look
 * @param {(frame: number) => void} given.onOpen a packet
 */
export function streamsScreen({ time, theme, look, notes, onOpen }) {
  const stage = laneStage('Streams of the connection; the table beside has the same rows', 'streams-stage');
  const { element, data, overlay, spacer, scroller, card, announcer } = stage;
  /** @type {Streams|null} */
  let streams = null;
  /** @type {StreamLane[]} */
  let lanes = [];
  /** @type {import('../../plot/time-scale.js').TimeRange} */
  let limits = { startNs: 0, endNs: 1 };
  /** @type {import('../timeline/axis.js').Ground|null} */
  let ground = null;
  /** @type {{ x: number, y: number }|null} */
  let pointer = null;
  /** @type {Hit|null} */
  let focused = null;
  let active = -1;

  const bottom = () => Math.max(AXIS_HIGH + 60, scroller.clientHeight - BYTES_HIGH);
  function measure() {
    lanes = streams?.lanes.filter(isShown) ?? [];
    spacer.style.height = `${lanes.length * laneHigh(look().credit) + AXIS_HIGH + BYTES_HIGH}px`;
  }

  function draw() {
    if (!streams || scroller.clientWidth === 0 || !element.isConnected) return;
    const { width, height } = stage.resize(), leftPx = width < 600 ? STREAM_HEADS.narrow : STREAM_HEADS.wide;
    time.setLimits(limits, Math.max(40, width - leftPx - 14));
    const current = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() }), shown = streams;
    ground = current;
    data.draw((renderer) => drawStreams(renderer, { ground: current, streams: shown, lanes, offset: scroller.scrollTop, ...look(), bottom: bottom() }));
    drawOverlay();
  }

  /** @param {number} x @param {number} y @returns {Hit|null} */
  function hitAt(x, y) {
    if (!ground || !streams || y < AXIS_HIGH || y > bottom() || x < ground.x.leftPx) return null;
    const high = laneHigh(look().credit), place = (y - AXIS_HIGH + scroller.scrollTop) / high, lane = lanes[Math.floor(place)];
    if (!lane) return null;
    const into = (place % 1) * high, at = ground.x.time(x), from = ground.x.time(x - REACH), to = ground.x.time(x + REACH), { columns } = streams;
    const stall = lane.stalls.find(({ direction, startNs, endNs }) => direction === look().direction && startNs <= at && at <= endNs);
    if (into > 28 && stall) return { lane, row: -1, stall };
    let best = -1;
    for (const row of lane.rows) {
      if (columns.time[row] > to) break;
      if (columns.endTime[row] < from) continue;
      if (best < 0 || Math.abs(columns.time[row] - at) <= Math.abs(columns.time[best] - at)) best = row;
    }
    return best < 0 ? null : { lane, row: best, stall: null };
  }

  function drawOverlay() {
    if (!ground || !streams) return;
    const current = ground, at = pointer && pointer.x >= current.x.leftPx && pointer.y < bottom() ? current.x.time(pointer.x) : null;
    const hit = pointer ? hitAt(pointer.x, pointer.y) : focused;
    overlay.draw((renderer) => {
      notes().draw(renderer, { ...current, height: bottom() }, at);
      drawPointer(renderer, { ...current, height: bottom() }, { span: time.span, pointerNs: at, label: at === null ? '' : `${(at / 1e9).toFixed(6)} s` });
      if (!hit?.stall) return;
      const top = AXIS_HIGH + lanes.indexOf(hit.lane) * laneHigh(look().credit) - scroller.scrollTop + 30, left = current.x.x(hit.stall.startNs);
      renderer.frame({ x: left, y: top, width: Math.max(2, current.x.x(hit.stall.endNs) - left), height: 46 }, { colour: current.colours.ink1, width: 1.5 });
    });
    if (!hit) return card.hide();
    const shown = streams;
    const where = pointer
      ?? { x: current.x.x(hit.stall?.startNs ?? 0), y: AXIS_HIGH + lanes.indexOf(hit.lane) * laneHigh(look().credit) - scroller.scrollTop + 60 };
    const { stall } = hit, content = () => (stall ? stallCard(shown, hit.lane, stall) : frameCard(shown, hit.lane, hit.row));
    card.show(`${hit.lane.lane} ${hit.row} ${stall?.startNs}`, content, where, stage.room(), false);
  }

  const redraw = () => beforePaint(draw), reoverlay = () => beforePaint(drawOverlay);
  scroller.addEventListener('scroll', redraw, { passive: true });
  followTimePointer(stage.surface, {
    time, ground: () => ground,
    point(x, y) {
      pointer = { x, y };
      reoverlay();
    },
    leave() {
      pointer = null;
      reoverlay();
    },
    press(x, y) {
      scroller.focus({ preventScroll: true });
      pointer = { x, y };
      if (time.span) time.select(null);
      const hit = hitAt(x, y);
      if (hit && hit.row >= 0 && streams) onOpen(streams.columns.frame[hit.row]);
      reoverlay();
    },
  });
  const observer = new ResizeObserver(redraw);
  observer.observe(scroller);

  /** @param {number} place of a lane */
  function bringIntoView(place) {
    const high = laneHigh(look().credit), room = bottom() - AXIS_HIGH, top = place * high;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + high > scroller.scrollTop + room) scroller.scrollTop = top + high - room;
  }

  return {
    element, draw, measure,
    pointerNs: () => (pointer && ground && pointer.x >= ground.x.leftPx ? ground.x.time(pointer.x) : null),
    /** @param {Streams} next @param {import('../../plot/time-scale.js').TimeRange} between */
    setStreams(next, between) {
      streams = next;
      limits = between;
      measure();
      redraw();
    },
    /** @param {1|-1} step */
    step(step) {
      if (lanes.length === 0 || !streams) return;
      active = Math.min(lanes.length - 1, Math.max(0, active + step));
      bringIntoView(active);
      setText(announcer, `${laneTitle(streams, lanes[active])} ${lanes[active].name}`);
      redraw();
    },
    /** @param {1|-1} step */
    stepStall(step) {
      const all = lanes.flatMap((lane) =>
        lane.stalls.filter(({ direction }) => direction === look().direction).map((stall) => ({ lane, row: -1, stall }))).sort((a, b) =>
        a.stall.startNs - b.stall.startNs);
      if (all.length === 0 || !streams) return;
      const at = all.findIndex(({ stall }) => stall === focused?.stall);
      focused = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
      pointer = null;
      bringIntoView(lanes.indexOf(focused.lane));
      const { startNs, endNs } = /** @type {import('./stream-model.js').Stall} */ (focused.stall), { range } = time, half = (range.endNs - range.startNs) / 2;
      if (startNs < range.startNs || startNs > range.endNs) time.zoomTo({ startNs: startNs - half, endNs: startNs + half }, 'replace');
      setText(announcer, `${laneTitle(streams, focused.lane)} stalled for ${((endNs - startNs) / 1e6).toFixed(1)} ms`);
      redraw();
    },
    close() {
      focused = null;
      reoverlay();
    },
    /** The lanes in view, and the bytes' order, for a file. @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null} */
    picture() {
      if (!ground || !streams) return null;
      const current = ground, shown = streams, high = Math.min(bottom(), AXIS_HIGH + lanes.length * laneHigh(look().credit) - scroller.scrollTop);
      const scene = { streams: shown, lanes, offset: scroller.scrollTop, ...look(), bottom: high };
      return {
        width: current.width, height: high + BYTES_HIGH,
        draw: (renderer, colours) => drawStreams(renderer, { ...scene, ground: { ...current, colours, height: high + BYTES_HIGH } }),
      };
    },
    destroy: () => observer.disconnect(),
  };
}
