/** Feeds scripted conversations to a MessageAnalysis, as the TCP side would. */
import { createCore } from '../../../lib/engine/engine.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { Http1Parser } from '../../../lib/protocols/http1/parser.js';
import { MessageAnalysis } from '../../../lib/protocols/message-analysis.js';

/** One for all: making an engine takes longer than most conversations. */
export const http1 = new Http1Parser(createCore());

/**
 * One step a string: who, what.
 *   `c GET / HTTP/1.1\r\n\r\n`  bytes of the client; `s …` of the server
 *   `c~12`  twelve bytes of the client that the capture lacks
 *   `s.fin`, `c.rst`, `s.capture_end`  the end of a stream
 * @typedef {string} Step
 */

/** @param {string} text @returns {Uint8Array} ISO 8859-1 */
export const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Roles of one flow: endpoint 0 is the client until the content says otherwise. */
class Roles {
  /** @param {boolean} guessed */
  constructor(guessed) {
    this.guessed = guessed;
    /** @type {0|1} */
    this.client = 0;
    /** Asked to hand on the next bytes of this endpoint. @type {(endpoint: 0|1) => void} */
    this.onWake = () => {};
    /** @type {(endpoint: 0|1, on: boolean) => void} */
    this.onTellGaps = () => {};
    /** @type {(endpoint: 0|1) => { streamOffset: number, frame: number, timeNs: number }} */
    this.progressOf = () => ({ streamOffset: 0, frame: 0, timeNs: 0 });
  }

  /** @param {number} _flow @param {0|1} endpoint */
  wake(_flow, endpoint) {
    this.onWake(endpoint);
  }

  skim() {}

  /** @param {number} _flow @param {0|1} endpoint @param {boolean} on */
  reportGaps(_flow, endpoint, on) {
    this.onTellGaps(endpoint, on);
  }

  /** @param {number} _flow @param {0|1} endpoint */
  progress(_flow, endpoint) {
    return this.progressOf(endpoint);
  }

  /** @param {number} frame */
  timeOfFrame(frame) {
    return frame * 1e6;
  }

  wasRoleGuessed() {
    return this.guessed;
  }

  clientEndpoint() {
    return this.client;
  }

  /** @param {number} _flow @param {0|1} endpoint */
  setClient(_flow, endpoint) {
    this.client = endpoint;
  }
}

/**
 * One flow's streams. Each call of `bytes`, `gap` and `end` is a frame of its own, one millisecond after the one
 * before.
 */
export class Conversation {
  /** @param {{ keep?: boolean, guessed?: boolean, flow?: number, analysis?: MessageAnalysis }} [options] */
  constructor({ keep = true, guessed = false, flow = 0, analysis } = {}) {
    this.roles = new Roles(guessed);
    this.analysis = analysis ?? new MessageAnalysis({ keep, flows: this.roles, http1, ciphers: nodeCiphers });
    this.flow = flow;
    this.offsets = [0, 0];
    this.wanted = [0, 0];
    this.roles.onWake = (endpoint) => {
      this.wanted[endpoint] = this.offsets[endpoint];
    };
    /** Whether gaps before the wanted byte are told. */
    this.gapsReported = [false, false];
    this.roles.onTellGaps = (endpoint, on) => {
      this.gapsReported[endpoint] = on;
    };
    /** Frames of the last bytes. */
    this.last = [0, 0];
    this.roles.progressOf = (endpoint) => ({
      streamOffset: this.offsets[endpoint],
      frame: this.last[endpoint],
      timeNs: this.last[endpoint] * 1e6,
    });
    this.frame = 0;
    /** Bytes that the analysis asked to see. */
    this.handedIn = 0;
  }

  #place() {
    this.frame++;
    const timeNs = this.frame * 1e6;
    return { frame: this.frame, timeNs, deliveredFrame: this.frame, deliveredNs: timeNs };
  }

  /** @param {0|1} endpoint @param {Uint8Array} bytes */
  bytes(endpoint, bytes) {
    const at = this.#place();
    const start = this.offsets[endpoint];
    this.offsets[endpoint] += bytes.length;
    this.last[endpoint] = this.frame;
    if (this.wanted[endpoint] >= this.offsets[endpoint]) return;
    this.handedIn += bytes.length;
    this.wanted[endpoint] = this.analysis.onData(this.flow, endpoint, start, bytes, 0, bytes.length, at);
  }

  /** @param {0|1} endpoint @param {number} length */
  gap(endpoint, length) {
    const at = this.#place();
    const start = this.offsets[endpoint];
    this.offsets[endpoint] += length;
    if (
      this.wanted[endpoint] >= this.offsets[endpoint] &&
      !(this.gapsReported[endpoint] && this.wanted[endpoint] < Infinity)
    ) {
      return;
    }
    this.wanted[endpoint] = this.analysis.onGap(this.flow, endpoint, start, length, at);
  }

  /** @param {0|1} endpoint @param {'fin'|'rst'|'capture_end'} how */
  end(endpoint, how) {
    this.analysis.onEnd(this.flow, endpoint, how, this.#place());
  }

  /** @param {Step[]} steps */
  run(steps) {
    for (const step of steps) {
      const endpoint = step[0] === 'c' ? 0 : 1;
      if (step[1] === '~') this.gap(endpoint, Number(step.slice(2)));
      else if (step[1] === '.') this.end(endpoint, /** @type {'fin'|'rst'|'capture_end'} */ (step.slice(2)));
      else this.bytes(endpoint, bytesOf(step.slice(2)));
    }
    return this;
  }

  /** All messages as the command line prints them. */
  get messages() {
    return this.analysis.messagesOf(this.flow).map((index) => this.analysis.describe(index));
  }

  /** @returns {string[]} a line per message: `c 0+18+0 GET / (frames 1-1) -> 1 pipelined incomplete [notes]` */
  get lines() {
    return this.messages.map((message) => {
      const side = message.direction === 'clientToServer' ? 'c' : 's';
      const name = message.kind === 'request' ? `${message.method} ${message.target}` : message.status;
      const framing = message.endStreamOffset - message.streamOffset - message.headerBytes - message.bodyBytes;
      return [
        `${side} ${message.streamOffset}+${message.headerBytes}+${message.bodyBytes}${framing ? `(+${framing})` : ''} ${name}`,
        message.pair === null ? '' : ` -> ${message.pair}`,
        message.pipelined ? ' pipelined' : '',
        message.complete ? '' : ' incomplete',
        message.notes.length ? ` [${message.notes.join(' ')}]` : '',
      ].join('');
    });
  }
}

/** @param {Step[]} steps @param {{ keep?: boolean, guessed?: boolean }} [options] */
export const converse = (steps, options) => new Conversation(options).run(steps);
