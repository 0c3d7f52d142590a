/**
 * A QUIC connection on the time axis:
 *
 *     Limited by      ▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░░░░░░░░▒▒▒▒
 *     Time–sequence   bars of what was sent, ACKs as steps, losses as crosses
 *     Window          bytes in flight, congestion window inferred, and logged by the end
 *     RTT             samples, spin bit, logged by the end
 *     Throughput
 */
import { AXIS_HIGH, drawAxis } from '../../timeline/axis.js';
import { panesOf } from './layout.js';
import { drawRibbonOf, drawThroughput } from './panes.js';
import { drawSequence } from './sequence.js';
import { drawRtt, drawWindow } from './value-panes.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./scene.js').QuicScene} QuicScene */
/** @typedef {import('./scene.js').DrawnPane} DrawnPane */
/** @typedef {import('./layout.js').Pane} Pane */

/** @type {Record<import('./layout.js').PaneId, { title: (scene: QuicScene, unit: string) => string, draw: (renderer:
 *   Renderer, scene: QuicScene, pane: Pane) => DrawnPane|null }>} */
const PANES = {
  ribbon: { title: () => 'Limited by', draw: drawRibbonOf },
  sequence: { title: sequenceTitle, draw: drawSequence },
  window: { title: (_scene, unit) => `Window, ${unit}`, draw: drawWindow },
  rtt: { title: (_scene, unit) => `RTT, ${unit}`, draw: drawRtt },
  throughput: { title: (_scene, unit) => `Throughput, ${unit}`, draw: drawThroughput },
};

/**
 * @param {Renderer} renderer @param {QuicScene} scene
 * @returns {DrawnPane|null} of the diagram
 */
export function drawQuic(renderer, scene) {
  /** @type {DrawnPane|null} */
  let sequence = null;
  for (const pane of panesOf(scene.height, scene.narrow)) {
    const { draw, title } = PANES[pane.id];
    renderer.rect({ x: 0, y: pane.top, width: scene.width, height: 1 }, { colour: scene.colours.line2 });
    const drawn = draw(renderer, scene, pane);
    if (pane.id === 'sequence') sequence = drawn;
    drawTitle(renderer, scene, pane, title(scene, drawn?.unit ?? ''));
  }
  renderer.rect({ x: 0, y: 0, width: scene.width, height: AXIS_HIGH }, { colour: scene.colours.bg0 });
  drawAxis(renderer, scene);
  return sequence;
}

/** @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane @param {string} title */
function drawTitle(renderer, { x, colours, narrow }, pane, title) {
  if (narrow) renderer.text(title, x.leftPx + 6, pane.top + 11, { colour: colours.ink2, plate: colours.bg1 });
  else renderer.text(title, 20, pane.top + 13, { colour: colours.ink1, size: 12 });
}

/** @param {QuicScene} scene @param {string} unit */
function sequenceTitle({ sequence }, unit) {
  if (sequence?.by === 'numbers') return 'Packet numbers';
  if (sequence?.by === 'bytes') return `Datagrams, ${unit}`;
  return typeof sequence?.by === 'number' ? `Stream ${sequence.by}, ${unit}` : `Stream data, ${unit}`;
}
