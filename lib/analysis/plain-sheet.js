import { PROTOCOLS } from '../messages/flow-facts.js';
import { MessageRoom, NOT_LAID } from '../messages/message-room.js';
import { MessageTable } from '../messages/message-table.js';
import { describeWarnings } from '../messages/notes.js';
import { grownBuffer } from '../tcpflow/core/core.js';
import { MARK } from './marks.js';

/** @typedef {import('../tcpflow/core/core.js').Core} Core */
/** @typedef {{ texts: number, sheets: number[] }} SheetPlace where texts and the sheet of each thread lie in the core's memory */

/** Words of a sheet (core/plain-flows.ts), and bytes of its columns for a connection. */
const SHEET = Object.freeze({ TEXTS: 0, FIRST: 1, TO: 2 });
const SHEET_WORDS = 4, COUNT_WORDS = 4;
/** Place of a connection's first message in the sheet, and their number, in a word (core/plain-flows.ts). */
const LAID_SHIFT = 8;
/** The core reads and writes sixteen bytes at a time. */
const STEP_BYTES = 16;
/** Room that the core wants behind the last byte but one connection. */
const FLOW_BYTES = 2 ** 14;

/** Stands for all warnings that do not fit into the sheet's bytes: the core writes no connection that has them. */
const MOST_WARNINGS = 255;

/**
 * Puts into the core's memory what it needs to write plain connections by itself: texts of the protocols, of warnings and of the hosts that it knows, and room
 * for sheets.
 * By one thread, while no other takes memory.
 * @param {Core} core @param {import('./plain-flow-writer.js').PlainFlowWriter} plain @param {number} threads that will write
 * @returns {SheetPlace}
 */
export function placeSheets(core, plain, threads) {
  const texts = textsOf(core, plain), encoder = new TextEncoder(), bytes = texts.map((text) => (text === null ? null : encoder.encode(text)));
  const length = bytes.reduce((sum, text) => sum + (text?.length ?? 0), 8 * texts.length);
  const table = core.allocate(length + STEP_BYTES) >>> 0, sheets = Array.from({ length: threads }, () => core.allocate(core.SHEET_BYTES.value) >>> 0);
  const buffer = grownBuffer(core), pairs = new Int32Array(buffer, table, texts.length * 2), memory = new Uint8Array(buffer, table, length);
  let end = 8 * texts.length;
  bytes.forEach((text, index) => {
    if (text === null) return;
    pairs[index * 2] = table + end;
    pairs[index * 2 + 1] = text.length;
    memory.set(text, end);
    end += text.length;
  });
  return { texts: table, sheets };
}

/** @param {Core} core @param {import('./plain-flow-writer.js').PlainFlowWriter} plain @returns {(string|null)[]} null: there is none */
function textsOf(core, plain) {
  const hosts = core.hosts.value, stride = core.HOST_BYTES.value, bytes = new Uint8Array(core.memory.buffer, hosts, stride * core.MAX_HOSTS.value);
  const lengths = new Int32Array(bytes.buffer, hosts, bytes.length / 4), decoder = new TextDecoder('latin1');
  /** @type {(string|null)[]} */
  const texts = new Array(core.TEXTS.value).fill(null), ofWarnings = core.PROTOCOL_TEXTS.value, ofHosts = ofWarnings + core.WARNING_TEXTS.value;
  PROTOCOLS.forEach((name, protocol) => { texts[protocol] = plain.protocolJson(name); });
  for (let bits = 0; bits < core.WARNING_TEXTS.value; bits++) texts[ofWarnings + bits] = plain.warningsJson(describeWarnings(bits));
  for (let host = 0; host < core.MAX_HOSTS.value; host++) {
    const length = lengths[(host * stride) / 4], at = host * stride + 8;
    if (length > 0) texts[ofHosts + host] = plain.serverJson(decoder.decode(bytes.slice(at, at + length)));
  }
  texts[ofHosts + core.NO_HOST.value - 1] = '';
  return texts;
}

/** Has the core write plain connections, a stretch at a time of which it is told what the messages say. */
export class PlainSheet {
  #core;
  #at;
  #facts;
  #table;
  #room;
  #marks;
  #words;
  #columns;
  #from = 0;
  #to = 0;

  /**
   * @param {Core} core of this thread @param {number} texts @param {number} at where the sheet lies
   * @param {import('../messages/kept-messages.js').MessageParts} messages @param {Uint8Array} marks of `MARK`
   */
  constructor(core, texts, at, { table, facts }, marks) {
    const buffer = grownBuffer(core), flows = core.SHEET_FLOWS.value;
    this.#core = core;
    this.#at = at;
    this.#facts = facts;
    this.#table = MessageTable.of(table);
    this.#room = new MessageRoom(buffer, at + core.SHEET_LAID.value, core.SHEET_MESSAGES.value, core.MAX_LAID_MESSAGES.value);
    this.#marks = marks;
    this.#words = new Int32Array(buffer, at, SHEET_WORDS + COUNT_WORDS * flows);
    const laid = at + this.#words.byteLength, hosts = laid + 4 * flows, bytes = hosts + 2 * flows;
    this.#columns = {
      counts: this.#words.subarray(SHEET_WORDS), laid: new Int32Array(buffer, laid, flows), hosts: new Uint16Array(buffer, hosts, flows),
      protocols: new Uint8Array(buffer, bytes, flows), warnings: new Uint8Array(buffer, bytes + flows, flows),
      marks: new Uint8Array(buffer, bytes + 2 * flows, flows), signatures: new Uint8Array(buffer, bytes + 3 * flows, flows),
    };
    this.#words[SHEET.TEXTS] = texts;
  }

  /**
   * Writes connections, up to the first that is not plain; `MARK` and the core's own doubts decide.
   * @param {import('../tcpflow/flow-json-bytes.js').JsonBytes} json over bytes of the core's memory @param {number} from @param {number} to
   * @param {number} leastFree bytes that are to be free yet, no fewer than 16 KiB
   * @returns {number} the connection up to which it wrote
   */
  write(json, from, to, leastFree = FLOW_BYTES) {
    const start = json.address, words = this.#words;
    if (from < this.#from || from >= this.#to) this.#lay(from);
    json.address = this.#core.writePlainFlows(this.#at, start, start + json.free - leastFree, from, Math.min(to, this.#to)) >>> 0;
    return words[SHEET.TO];
  }

  /** @param {number} from the first connection of the sheet */
  #lay(from) {
    const to = from + this.#core.SHEET_FLOWS.value, { counts, hosts, protocols, marks, warnings, signatures } = this.#columns, facts = this.#facts;
    this.#from = from;
    this.#to = to;
    this.#words.fill(0, SHEET.FIRST);
    this.#words[SHEET.FIRST] = from;
    for (const column of [hosts, protocols, marks, warnings, signatures]) column.fill(0);
    counts.set(facts.counts.subarray(from * COUNT_WORDS, to * COUNT_WORDS));
    hosts.set(facts.hosts.subarray(from, to));
    protocols.set(facts.protocols.subarray(from, to));
    warnings.set(facts.warnings.subarray(from, to).map((bits) => Math.min(bits, MOST_WARNINGS)));
    signatures.set(facts.signatures.subarray(from, to));
    marks.set(this.#marks.subarray(from, to));
    this.#layMessages(from, Math.min(to, this.#marks.length));
  }

  /** Of connections with several requests, which alone have something that their messages come to. @param {number} from @param {number} to */
  #layMessages(from, to) {
    const { counts, laid, marks } = this.#columns;
    let end = 0;
    for (let flow = from; flow < to; flow++) {
      const place = flow - from, isWanted = marks[place] === MARK.PLAIN && counts[place * COUNT_WORDS] > 1;
      const count = isWanted ? this.#room.lay(this.#table, flow, end) : 0;
      laid[place] = count === NOT_LAID ? NOT_LAID : (end << LAID_SHIFT) | count;
      if (count !== NOT_LAID) end += count;
    }
  }
}

/**
 * @param {Core} core of this thread @param {SheetPlace|null} place null: addresses have names, which takes JavaScript @param {number} thread whose sheet it is
 * @param {import('../messages/kept-messages.js').MessageParts} messages @param {Uint8Array} marks of `MARK`
 * @returns {PlainSheet|null}
 */
export const sheetOf = (core, place, thread, messages, marks) => (
  place === null ? null : new PlainSheet(core, place.texts, place.sheets[thread], messages, marks));
