/** The legend's signs in images, in the forms that styles/connection/legend.css gives them on the page. */
import { cross, diamond, hollowBar } from '../../../plot/glyphs.js';
import { coordinatesOf } from '../../../plot/renderer.js';

/** @typedef {import('../../../base/theme.js').Colours} Colours */
/**
 * @typedef {{ renderer: import('../../timeline/grid.js').Renderer, colours: Colours, data: string, x: number, y: number
 *   }} Place `x`, `y`: the sign's middle
 */
/** @typedef {(place: Place) => void} Sign */

/** Half of a line's length, px, and of a bar's height. */
const HALF = 5.5;
const HALF_BAR = 5;

/** @param {(place: Place) => string} colourOf @param {number} [width] @returns {Sign} */
const line =
  (colourOf, width = 1.5) =>
  (place) =>
    place.renderer.rect(
      { x: place.x - HALF, y: place.y - width / 2, width: 2 * HALF, height: width },
      { colour: colourOf(place) },
    );
/** @param {(place: Place) => string} colourOf @param {number} width @returns {Sign} */
const bar = (colourOf, width) => (place) =>
  place.renderer.rect(
    { x: place.x - width / 2, y: place.y - HALF_BAR, width, height: 2 * HALF_BAR },
    { colour: colourOf(place) },
  );
/** @param {keyof Colours} name @returns {Sign} */
const dot =
  (name) =>
  ({ renderer, colours, x, y }) =>
    renderer.dots(coordinatesOf(x, y), 2, { colour: colours[name] });
/** @param {string} text @param {keyof Colours} name @returns {Sign} */
const letter =
  (text, name) =>
  ({ renderer, colours, x, y }) =>
    renderer.text(text, x, y, { colour: colours[name], weight: 700, align: 'center' });
/** A line with a tick from it. @param {keyof Colours} name @param {number} lineAt @returns {Sign} */
const ticked =
  (name, lineAt) =>
  ({ renderer, colours, x, y }) => {
    renderer.rect({ x: x - HALF, y: y + lineAt - 0.75, width: 2 * HALF, height: 1.5 }, { colour: colours[name] });
    renderer.rect({ x: x - 0.75, y: y - 4, width: 1.5, height: 8 }, { colour: colours[name] });
  };
/**
 * Words on a ground: a line over it.
 * @param {keyof Colours} name
 * @param {number} lineAt
 * @param {number} alpha
 * @returns {Sign}
 */
const band =
  (name, lineAt, alpha) =>
  ({ renderer, colours, x, y }) => {
    renderer.rect(
      { x: x - HALF, y: y - HALF_BAR, width: 2 * HALF, height: 2 * HALF_BAR },
      { colour: colours[name], alpha },
    );
    renderer.rect({ x: x - HALF, y: y + lineAt - 0.75, width: 2 * HALF, height: 1.5 }, { colour: colours[name] });
  };
const data = (/** @type {Place} */ place) => place.data;
/** @param {keyof Colours} name */
const inColour =
  (name) =>
  (/** @type {Place} */ { colours }) =>
    colours[name];

/** @type {Readonly<Record<string, Sign>>} */
export const SIGNS = {
  segment: bar(data, 2),
  sack: bar(inColour('sack'), 3),
  flight: line(data),
  ack: line(inColour('ack')),
  acked: line(inColour('ack')),
  edge: line(inColour('win')),
  win: line(inColour('win')),
  smoothed: line(inColour('ink1')),
  requests: line(inColour('c2s'), 2),
  up: bar(inColour('c2s'), 8),
  down: bar(inColour('s2c'), 8),
  pace: ({ renderer, colours, x, y }) =>
    renderer.lines(coordinatesOf(x - HALF, y, x + HALF, y), { colour: colours.ink3, dash: [3, 2] }),
  sequence_ack: dot('ink2'),
  timestamp: ({ renderer, colours, x, y }) =>
    renderer.rect({ x: x - 2.5, y: y - 0.6, width: 5, height: 1.25 }, { colour: colours.ink3 }),
  cwnd: band('cwnd', 0, 0.24),
  kernel: (place) => {
    line(inColour('ooo'))(place);
    dot('ooo')(place);
  },
  'kernel-flight': dot('ooo'),
  'kernel-ssthresh': ({ renderer, colours, x, y }) =>
    renderer.lines(coordinatesOf(x - HALF, y, x + HALF, y), { colour: colours.ooo, dash: [4, 3] }),
  ssthresh: ({ renderer, colours, x, y }) =>
    renderer.lines(coordinatesOf(x - HALF, y, x + HALF, y), { colour: colours.cwnd, dash: [4, 3] }),
  episode: band('retx', -HALF_BAR, 0.16),
  duplicate: ticked('ack', -4),
  update: ticked('win', 4),
  repair: letter('R', 'retx'),
  icmp: letter('I', 'retx'),
  late: letter('O', 'ooo'),
  twice: letter('D', 'ink3'),
  zero: letter('Z', 'ink1'),
  probe: letter('P', 'ink1'),
  urgent: letter('U', 'retx'),
  spurious(place) {
    SIGNS.repair(place);
    line(inColour('retx'), 1)(place);
  },
  reset: ({ renderer, colours, x, y }) => cross(renderer, x, y, colours.retx),
  congestion: ({ renderer, colours, x, y }) => diamond(renderer, x, y, 5, colours.retx),
  slowed: ({ renderer, colours, x, y }) => diamond(renderer, x, y, 5, colours.cwnd),
  handshake: ({ renderer, colours, x, y }) => diamond(renderer, x, y, 4.5, colours.ink1, colours.bg1),
  push: ({ renderer, colours, data: colour, x, y }) => diamond(renderer, x, y, 3.5, colour, colours.bg1),
  dsack: ({ renderer, colours, x, y }) => hollowBar(renderer, x, y + HALF_BAR, y - HALF_BAR, colours.sack),
  hole: ({ renderer, colours, x, y }) =>
    renderer.frame(
      { x: x - 2.5, y: y - 6, width: 5, height: 12 },
      { colour: colours.ooo, width: 1.25, dash: [1.5, 1.5] },
    ),
};

/**
 * @param {string} sign as a line of the legend names it
 * @param {boolean} isSample it stands for samples, which are dots whatever their colour
 * @param {Place} place
 */
export function drawLegendSign(sign, isSample, place) {
  if (isSample && sign === 'sack') return dot('sack')(place);
  (SIGNS[sign] ?? line(data))(place);
}
