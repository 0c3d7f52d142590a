/** Heads in the message table, without private data. */
import { STATIC_REFERENCES } from '../../protocols/http-fields/field-store.js';
import { latin1 } from '../../protocols/model/latin1.js';
import { LF, SPACE } from '../../shared/text/ascii.js';
import { fieldLines, fieldName, fieldValue, startLine } from './fields.js';
import { isCommandName } from './known/commands.js';

/** @typedef {import('./stand-ins.js').StandIns} StandIns */
/** @typedef {NonNullable<import('../../protocols/message-analysis.js').MessageAnalysis['kept']['table']>} KeptTable */
/** @typedef {typeof import('../../protocols/registry.js').protocolNamed} ProtocolNamed */

/** A head of HTTP/2 (http-fields/head-block.js): its bytes on the wire, then references to fields. */
const WORD_BYTES = 4;
const CODE_BYTES = 2;
const X = 0x78;

/**
 * @param {KeptTable} table that is changed @param {StandIns} standIns
 * @param {ProtocolNamed} protocolNamed
 */
export function redactHeads(table, standIns, protocolNamed) {
  const heads = new Heads(table.heads, standIns);
  const { protocol, headAt, headBytes, trailersAt, trailersBytes } = table.columns;
  for (let row = 0; row < table.count; row++) {
    const known = protocolNamed(table.protocols[protocol[row]]);
    if (headAt[row] >= 0) heads.take(known, headAt[row], headBytes[row], true);
    if (trailersAt[row] >= 0) heads.take(known, trailersAt[row], trailersBytes[row], false);
  }
  table.heads = heads.redacted;
}

export class Heads {
  #bytes;
  #standIns;
  /** Places of HTTP/2's fields that were taken: many heads may refer to one. @type {Set<number>} */
  #fields = new Set();
  /** Unreferenced bytes are dropped. */
  redacted;

  /** @param {Uint8Array} bytes @param {StandIns} standIns */
  constructor(bytes, standIns) {
    this.#bytes = bytes;
    this.#standIns = standIns;
    this.redacted = new Uint8Array(bytes.length);
  }

  /**
   * @param {import('../../protocols/protocol.js').Protocol|null} protocol
   * @param {number} at @param {number} length @param {boolean} isHead else fields behind the content
   */
  take(protocol, at, length, isHead) {
    const form = protocol?.messages?.headForm;
    if (form === 'lines') this.#takeLines(at, length, isHead);
    else if (form === 'references') this.#takeReferences(at, length);
    else if (protocol !== null && form === 'names') this.#takeNames(protocol, at, length);
    else if (form === 'code') this.#takeCode(at, length);
    else this.#mask(at, length);
  }

  /** @param {number} at @param {number} length @param {boolean} isHead */
  #takeLines(at, length, isHead) {
    const text = latin1(this.#bytes, at, at + length);
    const end = isHead ? text.indexOf('\n') + 1 || text.length : 0;
    this.#put(at, startLineOf(text.slice(0, end), this.#standIns) + fieldLines(text.slice(end), this.#standIns));
  }

  /** @param {number} at @param {number} length */
  #takeReferences(at, length) {
    this.redacted.set(this.#bytes.subarray(at, at + length), at);
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    for (let entry = at + WORD_BYTES; entry < at + length; entry += WORD_BYTES) {
      const reference = view.getUint32(entry);
      if (reference >= STATIC_REFERENCES || this.#fields.has(reference)) continue;
      this.#fields.add(reference);
      const { lengths, name, value } = fieldAt(this.#bytes, view, reference);
      this.redacted.set(lengths, reference);
      const text = fieldName(name, this.#standIns) + fieldValue(name, value, this.#standIns);
      this.#put(reference + lengths.length, text);
    }
  }

  /**
   * A command's name and other displayed texts, a line each.
   * @param {import('../../protocols/protocol.js').Protocol} protocol @param {number} at @param {number} length
   */
  #takeNames({ names, hasOwnWords }, at, length) {
    const bytes = this.#bytes.subarray(at, at + length);
    const end = bytes.indexOf(LF);
    const name = latin1(bytes, 0, Math.max(0, end));
    this.#mask(at, length);
    if (end >= 0) this.redacted[at + end] = LF;
    if (hasOwnWords || isCommandName(names[0], name)) this.#put(at, name);
  }

  /** @param {number} at @param {number} length */
  #takeCode(at, length) {
    this.#mask(at, length);
    this.redacted.set(this.#bytes.subarray(at, at + Math.min(length, CODE_BYTES)), at);
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

/** @param {Uint8Array} bytes @param {DataView} view @param {number} place of a field (http-fields/field-store.js) */
function fieldAt(bytes, view, place) {
  const from = place + 2 * WORD_BYTES;
  const nameEnd = from + view.getUint32(place);
  return {
    lengths: bytes.subarray(place, from),
    name: latin1(bytes, from, nameEnd),
    value: latin1(bytes, nameEnd, nameEnd + view.getUint32(place + WORD_BYTES)),
  };
}
