import { MARK } from '../analysis/marks.js';
import { JsonBytes, fragment } from '../tcpflow/describe/json-bytes.js';

/** @typedef {import('./written-blocks.js').WrittenBlocks} WrittenBlocks */

export const FIRST_LINE = fragment('\n'), NEXT_LINE = fragment(',\n');

/**
 * Room for a plain connection: the longest list in it, `MAX_DEPTH_CHANGES` times and numbers (lib/protocols/model/pipelining.js), takes 40 KB at
 * the most, all the rest less than 16.
 */
const ROOM_BYTES = 2 ** 16;

/** Writes blocks of connections, but for what is marked as the analysis' thread's. */
export class BlockWriter {
  #blocks;
  #plain;
  #marks;
  #sheet;
  #json = new JsonBytes(new Uint8Array(0));

  /**
   * @param {WrittenBlocks} blocks @param {import('../analysis/plain-flow-writer.js').PlainFlowWriter} plain @param {Uint8Array} marks of `MARK`
   * @param {import('../analysis/plain-sheet.js').PlainSheet|null} sheet null: the core writes no connection as a whole
   */
  constructor(blocks, plain, marks, sheet) {
    this.#blocks = blocks;
    this.#plain = plain;
    this.#marks = marks;
    this.#sheet = sheet;
  }

  /** Takes a block and writes it. @returns {boolean} whether there was one */
  step() {
    const block = this.#blocks.claim();
    if (block >= 0) this.write(block);
    return block >= 0;
  }

  /** @param {number} block */
  write(block) {
    const blocks = this.#blocks, { from, to } = blocks.flowsOf(block), json = this.#json, plain = this.#plain;
    let flow = from, holes = 0;
    json.moveTo(blocks.open(block));
    for (;; flow++) {
      flow = this.#sheet?.write(json, flow, to, ROOM_BYTES) ?? flow;
      if (flow >= to || json.free < ROOM_BYTES) break;
      const mark = this.#marks[flow];
      json.text(flow === 0 ? FIRST_LINE : NEXT_LINE);
      if (mark !== MARK.WHOLE) plain.write(json, flow);
      if (mark === MARK.PLAIN) plain.writeNoFindings(json);
      else blocks.addHole(block, holes++, flow, json.length);
    }
    blocks.finish(block, json.length, flow, holes);
  }
}
