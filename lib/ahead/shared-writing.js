import { setImmediate as nextTurn } from 'node:timers/promises';
import { MARK } from '../analysis/marks.js';
import { placeSheets, sheetOf } from '../analysis/plain-sheet.js';
import { JsonBytes } from '../tcpflow/flow-json-bytes.js';
import { BlockWriter, FIRST_LINE, NEXT_LINE } from './block-writer.js';
import { WrittenBlocks } from './written-blocks.js';

/** @typedef {import('../analysis/segment-analysis.js').SegmentAnalysis} SegmentAnalysis */
/** @typedef {(bytes: Uint8Array) => Promise<void>} Emit brings bytes to the output; they may be used again when it is done */

/** Writes the connections of a capture together with the thread that has read it. */
export class SharedWriting {
  #analysis;
  #blocks;
  #writer;
  #helper;
  #marks;
  #json;
  /** What shows between connections. */
  between;

  /**
   * @param {SegmentAnalysis} analysis that has ended @param {import('../tcpflow/core/core.js').Core} core
   * @param {Pick<import('./reading-thread.js').ReadingThread, 'write' | 'hasDied'>} helper the other thread
   * @param {import('../analysis/segment-analysis.js').PlainParts} parts
   */
  constructor(analysis, core, helper, parts) {
    const place = WrittenBlocks.place(core, parts.flowCount), sheets = analysis.plain.areAddressesNameless ? placeSheets(core, analysis.plain, 2) : null;
    this.#analysis = analysis;
    this.#helper = helper;
    this.#blocks = new WrittenBlocks(core, place);
    this.#marks = parts.marks;
    this.#writer = new BlockWriter(this.#blocks, analysis.plain, parts.marks, sheetOf(core, sheets, 0, parts));
    this.#json = new JsonBytes(analysis.tcp.flows.jsonBuffer);
    this.between = helper.write({ place, sheets, parts });
  }

  /** Writes all connections, in order, as the elements of an array. @param {Emit} emit */
  async run(emit) {
    const blocks = this.#blocks;
    while (blocks.emitted < blocks.count) {
      const seen = blocks.news, block = blocks.emitted;
      if (blocks.isReady(block)) await this.#emit(block, emit);
      else if (!this.#writer.step()) await this.#waitFor(block, seen);
    }
    await emit(this.#json.take());
  }

  /** @param {number} block @param {number} seen */
  async #waitFor(block, seen) {
    this.#blocks.wait(seen);
    if (this.#blocks.news !== seen) return;
    await nextTurn();
    if (this.#helper.hasDied && !this.#blocks.isReady(block)) this.#writer.write(block);
  }

  /** @param {number} block @param {Emit} emit */
  async #emit(block, emit) {
    const { bytes, to, holes } = this.#blocks.find(block), { to: end } = this.#blocks.flowsOf(block);
    let from = 0;
    for (let index = 0; index < holes; index++) {
      const { flow, at } = this.#blocks.hole(block, index);
      await this.#copy(bytes.subarray(from, at), emit);
      if (this.#marks[flow] === MARK.WHOLE) this.#analysis.writeFlow(this.#json, flow);
      else this.#analysis.writeEnd(this.#json, flow);
      from = at;
      if (this.#json.isFull) await emit(this.#json.take());
    }
    await this.#copy(bytes.subarray(from), emit);
    for (let flow = to; flow < end; flow++) {
      this.#json.text(flow === 0 ? FIRST_LINE : NEXT_LINE);
      this.#analysis.writeFlow(this.#json, flow);
      if (this.#json.isFull) await emit(this.#json.take());
    }
    this.#blocks.addEmitted();
  }

  /** Short pieces are gathered. @param {Uint8Array} bytes of a slot @param {Emit} emit */
  async #copy(bytes, emit) {
    if (bytes.length < this.#json.free / 2) {
      this.#json.copy(bytes);
      return;
    }
    if (this.#json.length > 0) await emit(this.#json.take());
    await emit(bytes);
  }
}
