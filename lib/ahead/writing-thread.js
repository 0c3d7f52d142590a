import { PlainHalf } from '../analysis/plain-half.js';
import { sheetOf } from '../analysis/plain-sheet.js';
import { BlockWriter } from './block-writer.js';
import { WrittenBlocks } from './written-blocks.js';

/**
 * @typedef {{ place: import('./written-blocks.js').BlockPlace, sheets: import('../analysis/plain-sheet.js').SheetPlace|null, marks: Uint8Array }} WritingTask
 *   `marks`: of `MARK`
 */

/** What the thread that has read a capture does then: it finds what shows between the connections, and writes some of them. */
export class WritingShare {
  #core;
  #parts;
  #half;

  /** @param {import('../engine/engine.js').Core} core of this thread @param {import('../analysis/plain-half.js').HalfParts} parts */
  constructor(core, parts) {
    this.#core = core;
    this.#parts = parts;
    this.#half = new PlainHalf(core, parts);
  }

  /** What shows between the connections. */
  between() { return this.#half.between(); }

  /** Writes connections until the last is taken. @param {WritingTask} task */
  write({ place, sheets, marks }) {
    const blocks = new WrittenBlocks(this.#core, place);
    const writer = new BlockWriter(blocks, this.#half.plain, marks, sheetOf(this.#core, sheets, 1, this.#parts.messages, marks));
    while (!blocks.areClaimed) {
      const seen = blocks.news;
      if (!writer.step()) blocks.wait(seen);
    }
  }
}
