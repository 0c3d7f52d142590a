/** Compared pages on screen: what is in view is drawn; pointer, touch and keys are translated to actions. */
import { setText } from '../../../base/dom.js';
import { formatNumber, missing } from '../../../base/format.js';
import { headsPx, withAir } from '../../timeline/axis.js';
import { laneStage } from '../../timeline/lane-stage.js';
import { TimeStage } from '../../timeline/time-stage.js';
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

const ORIGINS = { start: 'each page began', request: 'the first request', byte: 'the first byte' };

/**
 * @param {object} given
 * @param {import('../../timeline/window/time-window.js').TimeWindow} given.time what is in view, ns from the alignment
 * @param {import('../../../base/theme.js').Theme} given.theme
 * @param {(page: ComparedPage, row: import('./match.js').WaterfallRow) => void} given.onOpen
 */
export function pagesScreen({ time, theme, onOpen }) {
  const stage = laneStage('Requests of the pages; the tables have their figures');
  const { scroller } = stage;
  /** @type {PagesShown|null} */
  let shown = null;
  /** The row that the keyboard is at. */
  let active = -1;

  const timeStage = new TimeStage({
    stage,
    time,
    theme,
    layOut({ width }) {
      if (!shown) return null;
      stage.spacer.style.height = `${TOP + shown.slots.length * rowHigh(shown.pages.length)}px`;
      return { limits: limitsOf(shown), leftPx: headsPx(width, PAGE_HEADS), originName: ORIGINS[shown.align] };
    },
    draw: drawAll,
    drawOver,
    press({ x, y }, hadSpan) {
      const hit = hitAt(y);
      if (!hadSpan && hit && x < (timeStage.ground?.x.leftPx ?? 0)) open(hit.index, hit.page);
    },
  });

  /**
   * @param {import('../../../plot/renderer.js').Renderer} renderer
   * @param {import('../../timeline/axis.js').Ground} ground
   */
  function drawAll(renderer, ground) {
    if (shown) drawPages(renderer, { ...shown, ground, offset: scroller.scrollTop });
  }

  /** @param {number} y @returns {{ index: number, page: number }|null} */
  function hitAt(y) {
    if (!shown || y < TOP) return null;
    const place = (y - TOP + scroller.scrollTop) / rowHigh(shown.pages.length);
    const index = Math.floor(place);
    return index < shown.slots.length ? { index, page: Math.floor((place % 1) * shown.pages.length) } : null;
  }

  /**
   * @param {import('../../../plot/renderer.js').Renderer} renderer
   * @param {import('../../timeline/axis.js').Ground} ground
   */
  function drawOver(renderer, ground) {
    if (!shown) return null;
    const { pointer } = timeStage;
    const { slots, pages, align } = shown;
    const index = pointer ? (hitAt(pointer.y)?.index ?? -1) : active;
    if (!slots[index]) return null;
    const high = rowHigh(pages.length);
    const top = TOP + index * high - scroller.scrollTop;
    renderer.clipped({ x: 0, y: TOP, width: ground.width, height: ground.height - TOP }, () =>
      renderer.rect(
        { x: 0, y: top, width: ground.width, height: high - 1 },
        { colour: ground.colours.ink1, alpha: 0.06 },
      ),
    );
    return {
      key: [index, align, slots.length, ...pages.map(({ endNs }) => endNs)].join(' '),
      content: () => cardOf(slots[index], pages, align),
      at: pointer ?? { x: ground.x.leftPx, y: top + high / 2 },
    };
  }

  /** @param {number} index @param {number} [page] the first that has it */
  function open(index, page = shown?.slots[index]?.findIndex((row) => row !== null) ?? -1) {
    const row = shown?.slots[index]?.[page];
    if (shown && row) onOpen(shown.pages[page], row);
  }

  return {
    element: stage.element,
    pointerNs: () => timeStage.pointerNs,
    /** @param {PagesShown} next */
    show(next) {
      if (shown && next.slots !== shown.slots) active = sameSlot(shown, active, next);
      shown = next;
      timeStage.draw();
    },
    /** To the next request. @param {1|-1} step */
    step(step) {
      if (!shown || shown.slots.length === 0) return;
      active = Math.min(shown.slots.length - 1, Math.max(0, active + step));
      timeStage.point(null);
      const high = rowHigh(shown.pages.length);
      const room = scroller.clientHeight - TOP;
      const top = active * high;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + high > scroller.scrollTop + room) scroller.scrollTop = top + high - room;
      const { title, lines } = cardOf(shown.slots[active], shown.pages, shown.align);
      setText(stage.announcer, [title, ...lines.map((line) => line.join(': '))].join('; '));
      timeStage.redraw();
    },
    openActive: () => open(active),
    /** The card of the row that the keyboard is at. */
    close() {
      active = -1;
      timeStage.redrawOverlay();
    },
    /** What is in view, for a file. */
    picture() {
      if (!shown) return null;
      return timeStage.picture(TOP + shown.slots.length * rowHigh(shown.pages.length) - scroller.scrollTop);
    },
    destroy: () => timeStage.destroy(),
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
  return withAir({ startNs, endNs });
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
