import { setImmediate as nextTurn } from 'node:timers/promises';
import { MARK } from '../analysis/marks.js';
import { placeSheets, sheetOf } from '../analysis/plain-sheet.js';
import { JsonBytes } from '../tcpflow/describe/json-bytes.js';
import { BlockWriter, FIRST_LINE, NEXT_LINE } from './block-writer.js';
import { WrittenBlocks } from './written-blocks.js';

/** @typedef {import('../analysis/segment-analysis.js').SegmentAnalysis} SegmentAnalysis */
/** @typedef {(bytes: Uint8Array) => Promise<void>} Emit brings bytes to the output; they may be used again when it is done */

/** Writes the connections of a capture together with the thread that has read it, which looks for what shows between them meanwhile. */
export class SharedWriting {
  #analysis;
  #core;
  #parts;
  #helper;
  #json;
  /** What shows between connections. */
  between;

  /**
   * @param {SegmentAnalysis} analysis whose streams have ended @param {import('../engine/engine.js').Core} core
   * @param {Pick<import('../threads/start-reader.js').ReadingThread, 'lookBetween' | 'write' | 'hasDied'>} helper the other thread
   * @param {import('../analysis/segment-analysis.js').PlainParts} parts
   */
  constructor(analysis, core, helper, parts) {
    this.#analysis = analysis;
    this.#core = core;
    this.#parts = parts;
    this.#helper = helper;
    this.#json = new JsonBytes(analysis.tcp.flows.jsonBuffer);
    this.between = helper.lookBetween({ ...parts, messageRoom: analysis.tcp.flows.takeMessageRoom() });
  }

  /**
   * Has the other thread begin to write. The analysis has ended, and has its examiner by now, if any.
   * @returns {(emit: Emit) => Promise<void>} writes all connections, in order, as the elements of an array
   */
  begin() {
    const laid = this.#layOut();
    return (emit) => this.#run(laid, emit);
  }

  /** @param {{ blocks: WrittenBlocks, marks: Uint8Array, writer: BlockWriter }} laid marks: of `MARK` @param {Emit} emit */
  async #run({ blocks, marks, writer }, emit) {
    while (blocks.emitted < blocks.count) {
      const seen = blocks.news, block = blocks.emitted;
      if (blocks.isReady(block)) await this.#emit(blocks, block, marks, emit);
      else if (!writer.step()) await this.#waitFor(blocks, block, seen, writer);
    }
    await emit(this.#json.take());
  }

  /** Lays out what both threads write by, and has the other begin. */
  #layOut() {
    const { plain } = this.#analysis, { flowCount, messages } = this.#parts, marks = this.#analysis.marks(), core = this.#core;
    const place = WrittenBlocks.place(core, flowCount), sheets = plain.areAddressesNameless ? placeSheets(core, plain, 2) : null;
    this.#helper.write({ place, sheets, marks });
    const blocks = new WrittenBlocks(core, place);
    return { blocks, marks, writer: new BlockWriter(blocks, plain, marks, sheetOf(core, sheets, 0, messages, marks)) };
  }

  /** @param {WrittenBlocks} blocks @param {number} block @param {number} seen @param {BlockWriter} writer */
  async #waitFor(blocks, block, seen, writer) {
    blocks.wait(seen);
    if (blocks.news !== seen) return;
    await nextTurn();
    if (this.#helper.hasDied && !blocks.isReady(block)) writer.write(block);
  }

  /** @param {WrittenBlocks} blocks @param {number} block @param {Uint8Array} marks of `MARK` @param {Emit} emit */
  async #emit(blocks, block, marks, emit) {
    const { bytes, to, holes } = blocks.find(block), { to: end } = blocks.flowsOf(block);
    let from = 0;
    for (let index = 0; index < holes; index++) {
      const { flow, at } = blocks.hole(block, index);
      await this.#copy(bytes.subarray(from, at), emit);
      if (marks[flow] === MARK.WHOLE) this.#analysis.writeFlow(this.#json, flow);
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
    blocks.addEmitted();
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
