/** Heads in the message table, without private data. */
import { COMMAND_TEXT } from '../../protocols/commands/describe.js';
import { HTTP1_TEXT } from '../../protocols/http1/describe.js';
import { HTTP2_TEXT } from '../../protocols/http2/describe.js';
import { latin1 } from '../../protocols/model/latin1.js';
import { protocolNamed } from '../../protocols/registry.js';
import { fieldLines, fieldValue, startLine } from './fields.js';

/** @typedef {import('./stand-ins.js').StandIns} StandIns */
/** @typedef {NonNullable<import('../../protocols/message-analysis.js').MessageAnalysis['kept']['table']>} KeptTable */

/** A head of HTTP/2 (http2/head-block.js): its bytes on the wire, then references to fields. */
const WORD_BYTES = 4;
/** From here on references are to the static table, which has nothing private (http2/field-store.js). */
const STATIC_REFERENCES = 2 ** 31;
/** A command's or an outcome's name, as protocols have them; anything else may be a word of the content. */
const COMMAND_NAME = /^[A-Za-z][A-Za-z_ ]{0,23}$/;
const LF = 0x0a;
const SPACE = 0x20;
const X = 0x78;

/** @param {KeptTable} table that is changed @param {StandIns} standIns */
export function redactHeads(table, standIns) {
  const heads = new Heads(table.heads, standIns);
  const { protocol, headAt, headBytes, trailersAt, trailersBytes } = table.columns;
  for (let row = 0; row < table.count; row++) {
    const text = protocolNamed(table.protocols[protocol[row]])?.messages;
    if (headAt[row] >= 0) heads.take(text, headAt[row], headBytes[row], true);
    if (trailersAt[row] >= 0) heads.take(text, trailersAt[row], trailersBytes[row], false);
  }
  table.heads = heads.redacted;
}

class Heads {
  #bytes;
  #standIns;
  /** Unreferenced bytes are dropped. */
  redacted;

  /** @param {Uint8Array} bytes @param {StandIns} standIns */
  constructor(bytes, standIns) {
    this.#bytes = bytes;
    this.#standIns = standIns;
    this.redacted = new Uint8Array(bytes.length);
  }

  /**
   * @param {import('../../protocols/protocol.js').MessageText|undefined} text whose it is
   * @param {number} at @param {number} length @param {boolean} isHead else fields behind the content
   */
  take(text, at, length, isHead) {
    if (text === HTTP1_TEXT) this.#takeHttp1(at, length, isHead);
    else if (text === HTTP2_TEXT) this.#takeHttp2(at, length);
    else if (text === COMMAND_TEXT) this.#takeCommand(at, length);
    else this.#mask(at, length);
  }

  /** @param {number} at @param {number} length @param {boolean} isHead */
  #takeHttp1(at, length, isHead) {
    const text = latin1(this.#bytes, at, at + length);
    const end = isHead ? text.indexOf('\n') + 1 || text.length : 0;
    this.#put(at, startLineOf(text.slice(0, end), this.#standIns) + fieldLines(text.slice(end), this.#standIns));
  }

  /** @param {number} at @param {number} length */
  #takeHttp2(at, length) {
    this.redacted.set(this.#bytes.subarray(at, at + length), at);
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    const fields = [];
    for (let entry = at + WORD_BYTES; entry < at + length; entry += WORD_BYTES) {
      const reference = view.getUint32(entry);
      if (reference < STATIC_REFERENCES) fields.push(fieldAt(this.#bytes, view, reference));
    }
    const isConnect = fields.some(({ name, value }) => name === ':method' && value === 'CONNECT');
    for (const { place, lengths, name, value } of fields) {
      this.redacted.set(lengths, place);
      const text = `${this.#standIns.masked(name)}${fieldValue(name, value, this.#standIns, isConnect)}`;
      this.#put(place + lengths.length, text);
    }
  }

  /** Its name and other displayed texts, a line each. @param {number} at @param {number} length */
  #takeCommand(at, length) {
    const bytes = this.#bytes.subarray(at, at + length);
    const end = bytes.indexOf(LF);
    const name = latin1(bytes, 0, Math.max(0, end));
    this.#mask(at, length);
    if (end >= 0) this.redacted[at + end] = LF;
    if (COMMAND_NAME.test(name)) this.#put(at, this.#standIns.masked(name));
  }

  /** @param {number} at @param {number} length */
  #mask(at, length) {
    for (let i = at; i < at + length; i++) this.redacted[i] = this.#bytes[i] === SPACE ? SPACE : X;
  }

  /** @param {number} at @param {string} text of bytes */
  #put(at, text) {
    for (let i = 0; i < text.length; i++) this.redacted[at + i] = text.charCodeAt(i);
  }
}

/** @param {string} line with its end @param {StandIns} standIns */
function startLineOf(line, standIns) {
  const text = line.replace(/\r?\n$/, '');
  return startLine(text, standIns) + line.slice(text.length);
}

/** @param {Uint8Array} bytes @param {DataView} view @param {number} place of a field (http2/field-store.js) */
function fieldAt(bytes, view, place) {
  const from = place + 2 * WORD_BYTES;
  const nameEnd = from + view.getUint32(place);
  return {
    place,
    lengths: bytes.subarray(place, from),
    name: latin1(bytes, from, nameEnd),
    value: latin1(bytes, nameEnd, nameEnd + view.getUint32(place + WORD_BYTES)),
  };
}
