/** Compared pages on screen: what is in view is drawn; pointer, touch and keys are translated to actions. */
import { setText } from '../../../base/dom.js';
import { formatNumber, missing } from '../../../base/format.js';
import { beforePaint } from '../../../base/frame.js';
import { drawPointer, groundOf } from '../../timeline/axis.js';
import { laneStage } from '../../timeline/lane-stage.js';
import { followTimePointer } from '../../timeline/time-pointer.js';
import { spanWords } from '../../timeline/times.js';
import { PHASES, tookNs } from '../../waterfall/waterfall-rows.js';
import { isOver } from '../../waterfall/waterfall-words.js';
import { drawPages, PAGE_HEADS, rowHigh, TOP } from './draw-pages.js';
import { differsByHash } from './match.js';

/** @typedef {import('./load.js').ComparedPage} ComparedPage */
/** @typedef {import('./match.js').Slot} Slot */
/**
 * @typedef {{ pages: readonly ComparedPage[], slots: readonly Slot[], align: import('./state.js').Align }} PagesShown
 */

/** Behind the last request, as share of the whole; and right of the bars, px. */
const AIR = 0.02;
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;
const ORIGINS = { start: 'each page began', request: 'the first request', byte: 'the first byte' };

/**
 * @param {object} given
 * @param {import('../../timeline/time-window.js').TimeWindow} given.time what is in view, ns from the alignment
 * @param {import('../../../base/theme.js').Theme} given.theme
 * @param {(page: ComparedPage, row: import('./match.js').WaterfallRow) => void} given.onOpen
 */
export function pagesScreen({ time, theme, onOpen }) {
  const stage = laneStage('Requests of the pages; the tables have their figures');
  const { scroller } = stage;
  /** @type {PagesShown|null} */
  let shown = null;
  /** As drawn last. @type {import('./draw-pages.js').PagesScene|null} */
  let scene = null;
  /** @type {{ x: number, y: number }|null} */
  let pointer = null;
  /** The row that the keyboard is at. */
  let active = -1;
  const redraw = () => beforePaint(draw);
  const redrawOverlay = () => beforePaint(drawOverlay);

  function draw() {
    if (!shown || scroller.clientWidth === 0 || !stage.element.isConnected) return;
    const { pages, slots, align } = shown;
    stage.spacer.style.height = `${TOP + slots.length * rowHigh(pages.length)}px`;
    const { width, height } = stage.resize();
    const leftPx = width < 600 ? PAGE_HEADS.narrow : PAGE_HEADS.wide;
    time.setLimits(limitsOf(shown), Math.max(LEAST_PLOT, width - leftPx - RIGHT_MARGIN));
    const colours = theme.colours();
    const ground = groundOf({ range: time.range, leftPx, width, height, colours, originName: ORIGINS[align] });
    const next = { ...shown, ground, offset: scroller.scrollTop };
    scene = next;
    stage.data.draw((renderer) => drawPages(renderer, next));
    drawOverlay();
  }

  /** @param {number} y @returns {{ index: number, page: number }|null} */
  function hitAt(y) {
    if (!shown || !scene || y < TOP) return null;
    const high = rowHigh(shown.pages.length);
    const place = (y - TOP + scene.offset) / high;
    const index = Math.floor(place);
    return index < shown.slots.length ? { index, page: Math.floor((place % 1) * shown.pages.length) } : null;
  }

  function drawOverlay() {
    if (!shown || !scene) return;
    const { ground, offset } = scene;
    const { slots, pages } = shown;
    const index = pointer ? (hitAt(pointer.y)?.index ?? -1) : active;
    const pointerNs = pointedNs();
    const high = rowHigh(pages.length);
    const top = TOP + index * high - offset;
    stage.overlay.draw((renderer) => {
      drawPointer(renderer, ground, { span: time.span, pointerNs, reading: ground.ticks.reading });
      if (index < 0) return;
      renderer.clipped({ x: 0, y: TOP, width: ground.width, height: ground.height - TOP }, () =>
        renderer.rect(
          { x: 0, y: top, width: ground.width, height: high - 1 },
          { colour: ground.colours.ink1, alpha: 0.06 },
        ),
      );
    });
    if (index < 0 || !slots[index]) return stage.card.hide();
    const where = pointer ?? { x: ground.x.leftPx, y: top + high / 2 };
    const { align } = shown;
    const key = [index, align, slots.length, ...pages.map(({ endNs }) => endNs)].join(' ');
    stage.card.show(key, () => cardOf(slots[index], pages, align), where, stage.room(), false);
  }

  /** @returns {number|null} where the pointer is, if it is on the time axis */
  function pointedNs() {
    const x = scene?.ground.x;
    return pointer && x && pointer.x >= x.leftPx ? x.time(pointer.x) : null;
  }

  /** @param {{ x: number, y: number }|null} at */
  function point(at) {
    pointer = at;
    redrawOverlay();
  }

  followTimePointer(stage.surface, {
    time,
    ground: () => scene?.ground ?? null,
    point: (x, y) => point({ x, y }),
    leave: () => point(null),
    press(x, y) {
      scroller.focus({ preventScroll: true });
      point({ x, y });
      if (time.span) return time.select(null);
      const hit = hitAt(y);
      if (hit && scene && x < scene.ground.x.leftPx) open(hit.index, hit.page);
    },
  });

  /** @param {number} index @param {number} [page] the first that has it */
  function open(index, page = shown?.slots[index]?.findIndex((row) => row !== null) ?? -1) {
    const row = shown?.slots[index]?.[page];
    if (shown && row) onOpen(shown.pages[page], row);
  }

  scroller.addEventListener('scroll', redraw, { passive: true });
  const observer = new ResizeObserver(redraw);
  observer.observe(scroller);

  return {
    element: stage.element,
    pointerNs: pointedNs,
    /** @param {PagesShown} next */
    show(next) {
      if (shown && next.slots !== shown.slots) active = sameSlot(shown, active, next);
      shown = next;
      redraw();
    },
    redraw,
    /** To the next request. @param {1|-1} step */
    step(step) {
      if (!shown || shown.slots.length === 0) return;
      active = Math.min(shown.slots.length - 1, Math.max(0, active + step));
      pointer = null;
      const high = rowHigh(shown.pages.length);
      const room = scroller.clientHeight - TOP;
      const top = active * high;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + high > scroller.scrollTop + room) scroller.scrollTop = top + high - room;
      const { title, lines } = cardOf(shown.slots[active], shown.pages, shown.align);
      setText(stage.announcer, [title, ...lines.map((line) => line.join(': '))].join('; '));
      redraw();
    },
    openActive: () => open(active),
    /** The card of the row that the keyboard is at. */
    close() {
      active = -1;
      redrawOverlay();
    },
    /**
     * What is in view, for a file.
     * @returns {Pick<import('../../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
     */
    picture() {
      const drawn = scene;
      if (!drawn) return null;
      const { ground, slots, pages, offset } = drawn;
      const height = Math.min(ground.height, TOP + slots.length * rowHigh(pages.length) - offset);
      return {
        width: ground.width,
        height,
        draw: (renderer, colours) => drawPages(renderer, { ...drawn, ground: { ...ground, colours, height } }),
      };
    },
    destroy: () => observer.disconnect(),
  };
}

/**
 * @param {PagesShown} before
 * @param {number} index of one of its slots
 * @param {PagesShown} after
 * @returns {number} where its request is by now; −1 nowhere
 */
function sameSlot(before, index, after) {
  const held = before.slots[index];
  if (!held) return -1;
  const isHeld = (/** @type {import('./match.js').WaterfallRow|null} */ row, /** @type {number} */ i) =>
    row !== null && held[i]?.request === row.request && before.pages[i].of.id === after.pages[i].of.id;
  return after.slots.findIndex((slot) => slot.some(isHeld));
}

/** From the first start of any to the last end, ns from the alignment. @param {PagesShown} shown */
function limitsOf({ pages, align }) {
  const startNs = Math.min(...pages.map(({ alignNs }) => alignNs.start - alignNs[align]));
  const endNs = Math.max(startNs + 1000, ...pages.map((page) => page.endNs - page.alignNs[align]));
  const air = AIR * (endNs - startNs);
  return { startNs: startNs - air / 2, endNs: endNs + air };
}

/**
 * @param {Slot} slot
 * @param {readonly ComparedPage[]} pages
 * @param {import('./state.js').Align} align
 * @returns {import('../../timeline/hover-card.js').CardContent}
 */
export function cardOf(slot, pages, align) {
  const some = slot.find((row) => row !== null);
  const targetOf = ({ target = '' }) => (differsByHash(slot) ? [target] : []);
  const lines = pages.map(({ letter, alignNs }, i) => {
    const row = slot[i];
    /** @type {import('../../timeline/hover-card.js').CardLine} */
    const line = [letter, row ? [...targetOf(row), ...rowWords(row, alignNs[align])] : 'not requested'];
    return line;
  });
  const [a, b] = slot.map((row) => (row && isOver(row) ? tookNs(row) : null));
  if (pages.length === 2 && a !== null && b !== null) {
    lines.push(['B − A', a === b ? '0' : `${b > a ? '+' : '−'}${spanWords(Math.abs(b - a))}`]);
  }
  return {
    letter: '',
    letterClass: '',
    title: `${some?.method ?? ''} ${some?.target ?? ''}`.trim(),
    corner: some?.host ?? '',
    lines,
    canStay: false,
  };
}

/** @param {import('./match.js').WaterfallRow} row @param {number} zeroNs */
const rowWords = (row, zeroNs) => [
  `${isOver(row) ? spanWords(tookNs(row)) : missing} from ${formatNumber((row.requestNs - zeroNs) / 1e9, 4)} s`,
  row.phases.map(({ kind, fromNs, toNs }) => `${wordOf(kind)} ${spanWords(toNs - fromNs)}`).join(', '),
  ...(row.outcome ? [row.outcome] : []),
];

/** @param {string} kind of a phase */
const wordOf = (kind) => PHASES.find(([name]) => name === kind)?.[1].toLowerCase() ?? kind;
