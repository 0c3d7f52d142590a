/**
 * A view in one picture to send: what was wrong, whose the time was, the drawing, and the figures.
 *
 *     Random loss · 0.52 s of 2.21 s
 *     The path lost 3 of 1,200 packets …
 *     ▰▰▰▰▰▱▱▱▱  path to client 0.52 s · server 0.31 s
 *     ┌──────────────────────────────┐
 *     └──────────────────────────────┘
 *     RTT min      Payload      State
 *     41.2 ms      1.21 MB      closed
 */
import { MARGIN } from './picture-frame.js';
import { shiftedRenderer } from './shifted-renderer.js';

/** @typedef {import('./renderer.js').Renderer} Renderer */
/** @typedef {import('../base/theme.js').Colours} Colours */
/** @typedef {(text: string, style: import('./renderer.js').TextStyle) => number} TextWidth */
/** @typedef {{ width: number, height: number, draw: (renderer: Renderer) => void }} Drawing from its own corner */

/**
 * @typedef {object} Said
 * @property {string} sentence
 * @property {string} detail further sentences
 * @property {string} waited title of the bar; "" without one
 * @property {{ colour: keyof Colours, share: number, words: string }[]} shares of the time
 * @property {[label: string, value: string][]} figures
 */

/** Px; legible where a ticket shows it at half its size. */
const MIN_PAGE_WIDTH = 720;
const SENTENCE = { size: 22, weight: 600, line: 30 };
const DETAIL = { size: 15, line: 22 };
const BAR_HEIGHT = 14;
const WORDS = { size: 13, line: 20 };
const FIGURE_WIDTH = 190;
const FIGURE_HEIGHT = 44;

/**
 * @param {Said} said @param {Drawing} drawing @param {TextWidth} textWidth
 * @returns {{ width: number, height: number }}
 */
export function summarySize(said, drawing, textWidth) {
  const width = Math.max(MIN_PAGE_WIDTH, drawing.width);
  return { width, height: placesOf(said, drawing, width, textWidth).end };
}

/**
 * @param {Renderer} renderer @param {Said} said @param {Drawing} drawing @param {Colours} colours
 */
export function drawSummary(renderer, said, drawing, colours) {
  const width = Math.max(MIN_PAGE_WIDTH, drawing.width);
  const places = placesOf(said, drawing, width, renderer.textWidth);
  places.sentence.forEach((text, i) =>
    renderer.text(text, MARGIN, MARGIN + (i + 0.5) * SENTENCE.line, { colour: colours.ink1, ...styleOf(SENTENCE) }),
  );
  places.detail.forEach((text, i) =>
    renderer.text(text, MARGIN, places.detailTop + (i + 0.5) * DETAIL.line, {
      colour: colours.ink2,
      size: DETAIL.size,
    }),
  );
  drawBar(renderer, said, colours, { top: places.barTop, width, lines: places.words });
  drawing.draw(shiftedRenderer(renderer, 0, places.drawingTop));
  said.figures.forEach(([label, value], i) => {
    const x = MARGIN + (i % places.columns) * FIGURE_WIDTH;
    const y = places.figuresTop + Math.floor(i / places.columns) * FIGURE_HEIGHT;
    renderer.text(label, x, y + 10, { colour: colours.ink3, size: 12 });
    const style = { colour: colours.ink1, size: 14 };
    renderer.text(cut(value, FIGURE_WIDTH - 12, renderer.textWidth, style), x, y + 28, style);
  });
}

/**
 * @param {Renderer} renderer @param {Said} said @param {Colours} colours
 * @param {{ top: number, width: number, lines: Share[][] }} place
 */
function drawBar(renderer, { shares }, colours, { top, width, lines }) {
  let x = MARGIN;
  for (const { colour, share } of shares) {
    const wide = share * (width - 2 * MARGIN);
    renderer.rect({ x, y: top, width: Math.max(1, wide - 1), height: BAR_HEIGHT }, { colour: colours[colour] });
    x += wide;
  }
  lines.forEach((line, i) => {
    const y = top + BAR_HEIGHT + 8 + (i + 0.5) * WORDS.line;
    for (const { colour, words, x: left } of line) {
      if (colour !== null) renderer.rect({ x: left, y: y - 5, width: 10, height: 10 }, { colour: colours[colour] });
      renderer.text(words, colour === null ? left : left + 16, y, { colour: colours.ink2, size: WORDS.size });
    }
  });
}

/** @typedef {{ colour: keyof Colours | null, words: string, x: number }} Share of the bar's legend */

/** @param {Said} said @param {Drawing} drawing @param {number} width @param {TextWidth} textWidth */
function placesOf(said, drawing, width, textWidth) {
  const room = width - 2 * MARGIN;
  const sentence = wrapped(said.sentence, room, (text) => textWidth(text, { colour: '', ...styleOf(SENTENCE) }));
  const detail = wrapped(said.detail, room, (text) => textWidth(text, { colour: '', size: DETAIL.size }));
  const words = said.shares.length === 0 ? [] : legendOf(said, room, textWidth);
  const detailTop = MARGIN + sentence.length * SENTENCE.line;
  const barTop = detailTop + detail.length * DETAIL.line + 10;
  const drawingTop = words.length === 0 ? barTop : barTop + BAR_HEIGHT + 8 + words.length * WORDS.line + 6;
  const figuresTop = drawingTop + drawing.height + 12;
  const columns = Math.max(1, Math.floor(room / FIGURE_WIDTH));
  const end = figuresTop + Math.ceil(said.figures.length / columns) * FIGURE_HEIGHT + 8;
  return { sentence, detail, words, detailTop, barTop, drawingTop, figuresTop, columns, end };
}

/** @param {Said} said @param {number} room @param {TextWidth} textWidth @returns {Share[][]} by line */
function legendOf({ waited, shares }, room, textWidth) {
  /** @type {Share[][]} */
  const lines = [[]];
  let x = MARGIN;
  for (const { colour, words } of [{ colour: null, words: waited }, ...shares]) {
    const wide = textWidth(words, { colour: '', size: WORDS.size }) + (colour === null ? 0 : 16) + 18;
    if (x + wide > room + MARGIN && lines[lines.length - 1].length > 0) {
      lines.push([]);
      x = MARGIN;
    }
    lines[lines.length - 1].push({ colour, words, x });
    x += wide;
  }
  return lines;
}

/** @param {{ size: number, weight: number }} text */
const styleOf = ({ size, weight }) => ({ size, weight });

/** @param {string} text @param {number} room px @param {(text: string) => number} widthOf @returns {string[]} lines */
export function wrapped(text, room, widthOf) {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * @param {string} text @param {number} room px @param {TextWidth} textWidth
 * @param {import('./renderer.js').TextStyle} style
 */
export function cut(text, room, textWidth, style) {
  const fits = (/** @type {string} */ shown) => textWidth(shown, style) <= room;
  if (fits(text)) return text;
  let length = text.length;
  while (length > 1 && !fits(`${text.slice(0, length)}…`)) length--;
  return `${text.slice(0, length)}…`;
}
