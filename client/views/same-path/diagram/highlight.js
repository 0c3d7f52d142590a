/** A packet in the diagram: as it passed both points, and in the panes of its way. */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { delayScale } from './draw-delays.js';
import { streamScale } from './draw-stream.js';
import { isOfStream, passagesOf } from './passages.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./passages.js').DiagramScene} DiagramScene */

const lines = new CoordinateBuffer();
const ends = new CoordinateBuffer();

/** @param {Renderer} renderer @param {DiagramScene} scene @param {number} row */
export function highlightPacket(renderer, scene, row) {
  const { x, colours } = scene.ground;
  lines.clear();
  ends.clear();
  if (isOfStream(scene.frame, row)) markPassages(scene, row);
  markDelays(scene, row);
  renderer.clipped({ x: x.leftPx, y: 0, width: x.widthPx, height: scene.ground.height }, () => {
    renderer.lines(lines, { colour: colours.ink1, width: 2.5 });
    renderer.dots(ends, 4, { colour: colours.ink1 });
  });
}

/** @param {DiagramScene} scene @param {number} row */
function markPassages(scene, row) {
  const { x } = scene.ground;
  const values = streamScale(scene)?.values;
  if (values === undefined) return;
  let beforeNs = NaN;
  passagesOf(scene, (_, ns, start, end, of) => {
    if (of !== row) return;
    const middle = (values.y(start) + values.y(end)) / 2;
    lines.line(x.x(ns), values.y(start), x.x(ns), values.y(end));
    ends.point(x.x(ns), middle);
    if (!Number.isNaN(beforeNs)) lines.line(x.x(beforeNs), middle, x.x(ns), middle);
    beforeNs = ns;
  });
}

/** @param {DiagramScene} scene @param {number} row */
function markDelays(scene, row) {
  const { ground, frame, layout, along } = scene;
  const { listed } = frame;
  if (listed === null) return;
  const way = listed.isBack[row] === 1 ? 'back' : 'there';
  const [from, to] = way === 'there' ? along : [along[1], along[0]];
  const leftNs = listed.times[from][row];
  const delayNs = listed.times[to][row] - leftNs;
  const least = frame.least[way];
  if (Number.isNaN(delayNs) || least === null) return;
  const queueNs = Math.max(0, delayNs - least.leastNs - least.perByteNs * listed.bytes[row]);
  for (const pane of layout.panes) {
    if (pane.way !== way) continue;
    const scale = delayScale(scene, pane);
    if (scale !== null) ends.point(ground.x.x(leftNs), scale.y(pane.measure === 'delay' ? delayNs : queueNs));
  }
}
