/**
 * A renderer that keeps what it is told instead of drawing, for tests.
 */

/**
 * @typedef {{ call: string, coordinates?: number[], text?: string, x?: number, y?: number, radius?: number, box?:
 *   import('../../client/plot/renderer.js').Box, style: any }} DrawingCall
 */

/**
 * @returns {import('../../client/plot/renderer.js').Renderer & { calls: DrawingCall[], texts: () => string[] }}
 */
export function recordingRenderer() {
  /** @type {DrawingCall[]} */
  const calls = [];
  /** @param {import('../../client/plot/renderer.js').Coordinates} given */
  const copy = ({ values, length }) => Array.from(values.subarray(0, length));
  return {
    calls,
    texts: () => calls.filter(({ call }) => call === 'text').map(({ text }) => text ?? ''),
    polyline: (coordinates, style) => void calls.push({ call: 'polyline', coordinates: copy(coordinates), style }),
    lines: (coordinates, style) => void calls.push({ call: 'lines', coordinates: copy(coordinates), style }),
    columns: (coordinates, style) => void calls.push({ call: 'columns', coordinates: copy(coordinates), style }),
    polygon: (coordinates, style) => void calls.push({ call: 'polygon', coordinates: copy(coordinates), style }),
    dots: (coordinates, radius, style) =>
      void calls.push({ call: 'dots', coordinates: copy(coordinates), radius, style }),
    rect: (box, style) => void calls.push({ call: 'rect', box, style }),
    frame: (box, style) => void calls.push({ call: 'frame', box, style }),
    hatch: (box, style) => void calls.push({ call: 'hatch', box, style }),
    ring: (x, y, radius, style) => void calls.push({ call: 'ring', x, y, radius, style }),
    text: (text, x, y, style) => void calls.push({ call: 'text', text, x, y, style }),
    textWidth: (text, { size = 11 }) => text.length * size * 0.55,
    clipped: (_box, draw) => draw(),
  };
}
