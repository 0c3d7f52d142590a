/**
 * The few drawing calls that every pane is made of, here on a 2D canvas; `test/support/recording-renderer.js` records
 * them in tests. Coordinates are CSS pixels; coordinate arrays hold x, y, x, y … and are read up to `length`.
 */

/** @typedef {{ values: Float32Array, length: number }} Coordinates */
/** @typedef {{ colour: string, width?: number, dash?: number[], alpha?: number }} Stroke */
/** @typedef {{ colour: string, alpha?: number }} Fill */
/**
 * @typedef {{ colour: string, size?: number, weight?: number, align?: 'left'|'center'|'right', plate?: string, mono?:
 *   boolean }} TextStyle
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * @typedef {object} Renderer
 * @property {(coordinates: Coordinates, stroke: Stroke) => void} polyline one connected line
 * @property {(coordinates: Coordinates, stroke: Stroke) => void} lines separate lines, four numbers each
 * @property {(coordinates: Coordinates, stroke: Stroke) => void} columns stretches of whole pixel columns, four numbers
 *   each (left, top,
 *   right, bottom), made higher by the width of the stroke
 * @property {(coordinates: Coordinates, fill: Fill) => void} polygon
 * @property {(coordinates: Coordinates, radius: number, fill: Fill) => void} dots
 * @property {(box: Box, fill: Fill) => void} rect
 * @property {(box: Box, stroke: Stroke) => void} frame outline of a box
 * @property {(box: Box, style: { colour: string, spacing: number, width: number, ground: number }) => void} hatch 45°
 *   to the right on
 *   `ground` of the same colour
 * @property {(x: number, y: number, radius: number, stroke: Stroke) => void} ring
 * @property {(text: string, x: number, y: number, style: TextStyle) => void} text `y` is the middle of the line
 * @property {(text: string, style: TextStyle) => number} textWidth
 * @property {(box: Box, draw: () => void) => void} clipped
 */

/**
 * @param {number[]} px x, y, x, y …
 * @returns {Coordinates} of a few points; what draws many fills a CoordinateBuffer
 */
export const coordinatesOf = (...px) => ({ values: Float32Array.from(px), length: px.length });

export const FAMILY = 'Inter, system-ui, sans-serif';
const MONO = '"JetBrains Mono", ui-monospace, monospace';

/**
 * Draws a box by its edges.
 * @typedef {(left: number, top: number, right: number, bottom: number) => void} BoxByEdges
 */

/** @implements {Renderer} */
class CanvasRenderer {
  #context;
  #pixels;
  #lastFont = '';
  /** @type {Box|null} */
  #clip = null;

  /** @param {CanvasRenderingContext2D} context @param {import('./pixel-boxes.js').PixelBoxes|null} pixels */
  constructor(context, pixels) {
    this.#context = context;
    this.#pixels = pixels;
  }

  /** @param {Coordinates} coordinates @param {number} every coordinates that make one path */
  #trace({ values, length }, every) {
    const context = this.#context;
    context.beginPath();
    for (let i = 0; i + 1 < length; i += 2) {
      if (i % every === 0) context.moveTo(values[i], values[i + 1]);
      else context.lineTo(values[i], values[i + 1]);
    }
  }

  /** @param {Stroke} style @param {(context: CanvasRenderingContext2D) => void} draw */
  #stroked({ colour, width = 1, dash, alpha = 1 }, draw) {
    const context = this.#context;
    this.#pixels?.flush();
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.globalAlpha = alpha;
    if (dash) context.setLineDash(dash);
    draw(context);
    if (dash) context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** @param {Fill} style @param {(context: CanvasRenderingContext2D) => void} draw */
  #filled({ colour, alpha = 1 }, draw) {
    const context = this.#context;
    this.#pixels?.flush();
    context.fillStyle = colour;
    context.globalAlpha = alpha;
    draw(context);
    context.globalAlpha = 1;
  }

  /**
   * Gives `each` what draws one box.
   * @param {number} count boxes, at most
   * @param {Fill} style
   * @param {(box: BoxByEdges) => void} each
   */
  #boxes(count, { colour, alpha = 1 }, each) {
    const context = this.#context;
    const pixels = this.#pixels;
    if (pixels?.takes(count, colour, alpha)) {
      return each((left, top, right, bottom) => pixels.box(left, top, right, bottom));
    }
    context.fillStyle = colour;
    context.globalAlpha = alpha;
    each((left, top, right, bottom) => context.fillRect(left, top, right - left, bottom - top));
    context.globalAlpha = 1;
  }

  /** @param {TextStyle} style */
  #setFont({ size = 11, weight = 400, mono = false }) {
    const font = `${weight} ${size}px ${mono ? MONO : FAMILY}`;
    // Setting it makes the browser parse it, even if unchanged.
    if (font !== this.#lastFont) this.#context.font = font;
    this.#lastFont = font;
  }

  /** @type {Renderer['polyline']} */
  polyline(coordinates, style) {
    if (!style.dash && style.alpha === undefined && isSteps(coordinates)) {
      return this.#boxes(coordinates.length / 2, style, (box) => steps(box, coordinates, style.width));
    }
    this.#stroked(style, (context) => {
      this.#trace(coordinates, Infinity);
      context.stroke();
    });
  }

  /**
   * Upright and level lines, which nearly all are, are filled as boxes: much quicker than strokes, with the same
   * pixels.
   * @type {Renderer['lines']}
   */
  lines(coordinates, style) {
    if (!style.dash) {
      let slanted = 0;
      this.#boxes(coordinates.length / 4, style, (box) => {
        slanted = uprightAndLevel(box, coordinates, style.width);
      });
      if (slanted > 0) this.#stroked(style, (context) => strokeSlanted(context, coordinates));
      return;
    }
    this.#stroked(style, (context) => {
      this.#trace(coordinates, 4);
      context.stroke();
    });
  }

  /** @type {Renderer['columns']} */
  columns({ values, length }, style) {
    const width = style.width ?? 1;
    this.#boxes(length / 4, style, (box) => {
      for (let i = 0; i + 3 < length; i += 4) {
        const top = Math.round(values[i + 1] - width / 2);
        box(values[i], top, values[i + 2], Math.max(Math.round(values[i + 3] + width / 2), top + (width > 0 ? 1 : 0)));
      }
    });
  }

  /** @type {Renderer['polygon']} */
  polygon(coordinates, style) {
    this.#filled(style, (context) => {
      this.#trace(coordinates, Infinity);
      context.fill();
    });
  }

  /** @type {Renderer['dots']} */
  dots({ values, length }, radius, style) {
    const pixels = this.#pixels;
    if (pixels?.takes(length / 2, style.colour, style.alpha ?? 1)) {
      for (let i = 0; i + 1 < length; i += 2) pixels.dot(values[i], values[i + 1], radius);
      return;
    }
    this.#filled(style, (context) => {
      context.beginPath();
      for (let i = 0; i + 1 < length; i += 2) {
        context.moveTo(values[i] + radius, values[i + 1]);
        context.arc(values[i], values[i + 1], radius, 0, 2 * Math.PI);
      }
      context.fill();
    });
  }

  /** @type {Renderer['rect']} */
  rect({ x, y, width, height }, style) {
    this.#filled(style, (context) => context.fillRect(x, y, width, height));
  }

  /** @type {Renderer['frame']} */
  frame({ x, y, width, height }, style) {
    this.#stroked(style, (context) => context.strokeRect(x, y, width, height));
  }

  /** @type {Renderer['hatch']} */
  hatch(box, style) {
    this.#pixels?.flush();
    hatch(this.#context, box, style);
  }

  /** @type {Renderer['ring']} */
  ring(x, y, radius, style) {
    this.#stroked(style, (context) => {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
    });
  }

  /** @type {Renderer['text']} */
  text(text, x, y, style) {
    const { align = 'left', plate } = style;
    this.#setFont(style);
    this.#context.textAlign = align;
    this.#context.textBaseline = 'middle';
    if (plate) {
      const { width } = this.#context.measureText(text);
      const left = { left: x, center: x - width / 2, right: x - width }[align];
      this.#filled({ colour: plate, alpha: 0.86 }, (context) => context.fillRect(left - 3, y - 8, width + 6, 16));
    }
    this.#filled(style, (context) => context.fillText(text, x, y + 0.5));
  }

  /** A function of its own, as pictures measure with it before they are drawn. @type {Renderer['textWidth']} */
  textWidth = (text, style) => {
    this.#setFont(style);
    return this.#context.measureText(text).width;
  };

  /** @type {Renderer['clipped']} */
  clipped(box, draw) {
    const outer = this.#clip;
    const context = this.#context;
    const pixels = this.#pixels;
    this.#clip = box;
    pixels?.within(box);
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width, box.height);
    context.clip();
    draw();
    pixels?.flush();
    context.restore();
    this.#clip = outer;
    pixels?.within(outer);
    this.#lastFont = '';
  }
}

/**
 * @param {CanvasRenderingContext2D} context scaled so that one unit is a CSS pixel
 * @param {import('./pixel-boxes.js').PixelBoxes|null} [pixels] takes boxes where they are many; the caller begins and
 *   flushes it
 * @returns {Renderer}
 */
export const canvasRenderer = (context, pixels = null) => new CanvasRenderer(context, pixels);

/**
 * @param {BoxByEdges} box
 * @param {Coordinates} coordinates
 * @param {number} [width]
 * @returns {number} slanted lines, which are left out
 */
function uprightAndLevel(box, { values, length }, width = 1) {
  const half = width / 2;
  let slanted = 0;
  for (let i = 0; i + 3 < length; i += 4) {
    const x = values[i];
    const y = values[i + 1];
    const toX = values[i + 2];
    const toY = values[i + 3];
    if (x === toX) box(x - half, Math.min(y, toY), x + half, Math.max(y, toY));
    else if (y === toY) box(Math.min(x, toX), y - half, Math.max(x, toX), y + half);
    else slanted++;
  }
  return slanted;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Coordinates} coordinates of lines, of which the slanted ones are drawn
 */
function strokeSlanted(context, { values, length }) {
  context.beginPath();
  for (let i = 0; i + 3 < length; i += 4) {
    if (values[i] === values[i + 2] || values[i + 1] === values[i + 3]) continue;
    context.moveTo(values[i], values[i + 1]);
    context.lineTo(values[i + 2], values[i + 3]);
  }
  context.stroke();
}

/** @param {Coordinates} coordinates @returns {boolean} whether each part of the line is upright or level */
function isSteps({ values, length }) {
  for (let i = 0; i + 3 < length; i += 2) {
    if (values[i] !== values[i + 2] && values[i + 1] !== values[i + 3]) return false;
  }
  return true;
}

/**
 * A line of steps as boxes, for the same reason as upright lines: one for each rise, one for each level.
 * @param {BoxByEdges} box
 * @param {Coordinates} coordinates
 * @param {number} [width]
 */
function steps(box, { values, length }, width = 1) {
  const half = width / 2;
  let i = 0;
  while (i + 3 < length) {
    const x = values[i];
    let top = values[i + 1];
    let bottom = top;
    for (; i + 3 < length && values[i + 2] === x; i += 2) {
      top = Math.min(top, values[i + 3]);
      bottom = Math.max(bottom, values[i + 3]);
    }
    if (bottom > top) box(x - half, top - half, x + half, bottom + half);
    const level = values[i + 1];
    const from = i;
    while (i + 3 < length && values[i + 3] === level) i += 2;
    if (i > from) box(values[from], level - half, values[i], level + half);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box
 * @param {{ colour: string, spacing: number, width: number, ground: number }} style
 */
function hatch(context, { x, y, width, height }, style) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.globalAlpha = style.ground;
  context.fillStyle = style.colour;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeStyle = style.colour;
  context.lineWidth = style.width;
  context.beginPath();
  // Lines stand at fixed places of the page, so that neighbouring boxes continue each other's pattern.
  const apart = style.spacing * Math.SQRT2;
  for (let at = Math.floor((x + y) / apart) * apart; at < x + width + y + height; at += apart) {
    context.moveTo(at - y - height, y + height);
    context.lineTo(at - y, y);
  }
  context.stroke();
  context.restore();
}
