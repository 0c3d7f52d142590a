/** What the thread that has read a capture does then: it finds what shows between the connections, and writes some of them. */
import { PlainHalf } from '../analysis/plain-half.js';
import { sheetOf } from '../analysis/plain-sheet.js';
import { BlockWriter } from './block-writer.js';
import { WrittenBlocks } from './written-blocks.js';

/**
 * @typedef {{ place: import('./written-blocks.js').BlockPlace, sheets: import('../analysis/plain-sheet.js').SheetPlace|null,
 *   parts: import('../analysis/segment-analysis.js').PlainParts }} WritingTask
 */

/**
 * @param {import('../tcpflow/core/core.js').Core} core of this thread @param {WritingTask} task
 * @param {(between: ReturnType<PlainHalf['between']>) => void} onFound told once, before any connection is written
 */
export function writeShare(core, { place, sheets, parts }, onFound) {
  const half = new PlainHalf(core, parts);
  onFound(half.between());
  const blocks = new WrittenBlocks(core, place), writer = new BlockWriter(blocks, half.plain, parts.marks, sheetOf(core, sheets, 1, parts));
  while (!blocks.areClaimed) {
    const seen = blocks.news;
    if (!writer.step()) blocks.wait(seen);
  }
}
