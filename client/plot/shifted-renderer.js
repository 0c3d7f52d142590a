/**
 * A renderer that draws on another with an offset: a view's own drawing, within the frame of an image.
 */

/** @typedef {import('./renderer.js').Renderer} Renderer */
/** @typedef {import('./renderer.js').Coordinates} Coordinates */
/** @typedef {import('./renderer.js').Box} Box */

/** @param {Renderer} onto @param {number} right px @param {number} down px @returns {Renderer} */
export function shiftedRenderer(onto, right, down) {
  /** @param {Coordinates} coordinates @returns {Coordinates} */
  const moved = ({ values, length }) => ({
    values: Float32Array.from({ length }, (_, i) => values[i] + (i % 2 === 0 ? right : down)),
    length,
  });
  /** @param {Box} box @returns {Box} */
  const placed = ({ x, y, width, height }) => ({ x: x + right, y: y + down, width, height });
  return {
    polyline: (coordinates, style) => onto.polyline(moved(coordinates), style),
    lines: (coordinates, style) => onto.lines(moved(coordinates), style),
    columns: (coordinates, style) => onto.columns(moved(coordinates), style),
    polygon: (coordinates, style) => onto.polygon(moved(coordinates), style),
    dots: (coordinates, radius, style) => onto.dots(moved(coordinates), radius, style),
    rect: (box, style) => onto.rect(placed(box), style),
    frame: (box, style) => onto.frame(placed(box), style),
    hatch: (box, style) => onto.hatch(placed(box), style),
    ring: (x, y, radius, style) => onto.ring(x + right, y + down, radius, style),
    text: (text, x, y, style) => onto.text(text, x + right, y + down, style),
    textWidth: (text, style) => onto.textWidth(text, style),
    clipped: (box, draw) => onto.clipped(placed(box), draw),
  };
}
