/** Server-sent events in the content of a response (WHATWG HTML, "Parsing an event stream"). */
import { CR, LF, SPACE } from '../../shared/text/ascii.js';
import { MAX_EVENT_TYPE, MAX_EVENTS, MAX_EVENTS_LISTED } from './limits.js';

/** @typedef {import('../grpc/messages.js').Moment} Moment */
/** @typedef {{ start: number, end: number, bytes: number, type: string }} ServerEvent `type` "": `message` */

const COLON = 0x3a;
/** Characters that distinguish the names of fields. */
const NAME_CHARACTERS = 8;

export class ServerEvents {
  #budget;
  #isAfterCr = false;
  #name = '';
  #isInValue = false;
  /** Whether a space here would belong to the colon. */
  #isAfterColon = false;
  #lineBytes = 0;
  #valueBytes = 0;
  #value = '';
  /** Of the event being read. */
  #hasBegun = false;
  #startNs = 0;
  #type = '';
  #dataLines = 0;
  #dataBytes = 0;
  /** @type {ServerEvent[]} */
  listed = [];
  count = 0;
  /** Of the data of all events. */
  bytes = 0;
  /** Whether bytes were missing: the events after them are read from the next line on. */
  isLost = false;
  isOver = false;

  /** @param {import('./budget.js').ContentBudget} budget */
  constructor(budget) {
    this.#budget = budget;
  }

  /** @param {Uint8Array} bytes content @param {number} start @param {number} end @param {Moment} at */
  push(bytes, start, end, at) {
    for (let i = start; i < end; i++) {
      const byte = bytes[i];
      const isPair = this.#isAfterCr && byte === LF;
      this.#isAfterCr = byte === CR;
      if (isPair) continue;
      if (byte === LF || byte === CR) this.#endLine(at);
      else this.#add(byte, at);
    }
  }

  /** @param {number} byte @param {Moment} at */
  #add(byte, { timeNs }) {
    if (!this.#hasBegun) this.#startNs = timeNs;
    this.#hasBegun = true;
    this.#lineBytes++;
    if (!this.#isInValue) {
      this.#isInValue = this.#isAfterColon = byte === COLON;
      if (byte !== COLON && this.#name.length < NAME_CHARACTERS) this.#name += String.fromCharCode(byte);
      return;
    }
    const isSeparator = this.#isAfterColon && byte === SPACE;
    this.#isAfterColon = false;
    if (isSeparator) return;
    this.#valueBytes++;
    if (this.#name === 'event' && this.#value.length < MAX_EVENT_TYPE) this.#value += String.fromCharCode(byte);
  }

  /** @param {Moment} at */
  #endLine(at) {
    if (this.#lineBytes === 0) this.#dispatch(at);
    else if (this.#name === 'event') this.#type = this.#value;
    else if (this.#name === 'data') {
      // the lines of its data are joined by line feeds
      this.#dataBytes += this.#valueBytes + Number(this.#dataLines > 0);
      this.#dataLines++;
    }
    this.#name = this.#value = '';
    this.#isInValue = this.#isAfterColon = false;
    this.#lineBytes = this.#valueBytes = 0;
  }

  /** An event without data, such as a comment that keeps the connection open, is none. @param {Moment} at */
  #dispatch({ deliveredNs }) {
    if (this.#dataLines > 0) {
      this.count++;
      this.bytes += this.#dataBytes;
      this.#list({ start: this.#startNs / 1e9, end: deliveredNs / 1e9, bytes: this.#dataBytes, type: this.#type });
    }
    this.#hasBegun = false;
    this.#type = '';
    this.#dataLines = this.#dataBytes = 0;
  }

  /** @param {ServerEvent} event */
  #list(event) {
    if (this.listed.length >= MAX_EVENTS_LISTED || this.#budget.events >= MAX_EVENTS) return;
    this.#budget.events++;
    this.listed.push(event);
  }

  /** Content is missing. */
  lose() {
    this.isLost = true;
  }

  finish() {}
}
