/** The packets of the stream that is drawn, as they passed a segment's first point and its second. */
import { FATE } from '../../../../lib/shared/path/fate.js';

/** @typedef {import('../ladder-frame.js').LadderFrame} LadderFrame */
/**
 * @typedef {object} DiagramScene
 * @property {import('../../timeline/axis.js').Ground} ground
 * @property {LadderFrame} frame
 * @property {import('./diagram-layout.js').DiagramLayout} layout
 * @property {readonly string[]} labels of the captures
 * @property {readonly [number, number]} between captures, in the order of the packets whose stream is drawn
 * @property {readonly [number, number]} along the same along the path
 */
/** @typedef {'first'|'second'|'lost'} Passage `lost`: it passed the first point, and was lost behind it */

/** @param {LadderFrame} frame @param {number} row */
export const isOfStream = ({ listed, stream }, row) =>
  listed !== null &&
  stream !== null &&
  listed.bytes[row] > 0 &&
  listed.connection[row] === stream.connection &&
  listed.direction[row] === stream.direction;

/**
 * Calls `take` for each passage of each packet of the stream, or of each interval's bytes where packets are too many.
 * @param {Pick<DiagramScene, 'frame'|'between'>} scene
 * @param {(passage: Passage, ns: number, start: number, end: number, row: number) => void} take row: −1 of an interval
 */
export function passagesOf({ frame, between }, take) {
  if (frame.listed !== null) listedPassages(frame, frame.listed, between, take);
  else summedPassages(frame, take);
}

/**
 * @param {LadderFrame} frame @param {import('../ladder-frame.js').ListedPackets} listed
 * @param {DiagramScene['between']} between @param {Parameters<typeof passagesOf>[1]} take
 */
function listedPassages(frame, listed, [from, to], take) {
  for (let row = 0; row < listed.bytes.length; row++) {
    if (!isOfStream(frame, row)) continue;
    const start = listed.start[row];
    const end = start + listed.bytes[row];
    const [firstNs, secondNs] = [listed.times[from][row], listed.times[to][row]];
    if (!Number.isNaN(firstNs)) take(listed.fates[to][row] === FATE.LOST ? 'lost' : 'first', firstNs, start, end, row);
    if (!Number.isNaN(secondNs)) take('second', secondNs, start, end, row);
  }
}

/** @param {LadderFrame} frame @param {Parameters<typeof passagesOf>[1]} take */
function summedPassages({ startNs, binNs, bins, streamSums }, take) {
  if (streamSums === null) return;
  for (const passage of /** @type {const} */ (['first', 'second', 'lost'])) {
    const { low, high } = streamSums[passage];
    for (let bin = 0; bin < bins; bin++) {
      if (!Number.isNaN(low[bin])) take(passage, startNs + (bin + 0.5) * binNs, low[bin], high[bin], -1);
    }
  }
}
