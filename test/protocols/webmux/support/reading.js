/** A MuxConnection on its own: bytes in, fragments and the bytes of each session out. */
import { MuxConnection } from '../../../../lib/protocols/webmux/connection.js';
import { describeFragment } from '../../../../lib/protocols/webmux/describe.js';
import { FORMAT } from '../../../../lib/protocols/webmux/format.js';
import { MuxTable } from '../../../../lib/protocols/webmux/mux-table.js';

/** @typedef {import('../../../../lib/protocols/stream-parser.js').StreamParser} StreamParser */

const FORMATS = { 1996: FORMAT.W96, 1998: FORMAT.W98 };

/**
 * What a session's reader was given: text per direction with `·` for each missing byte, and how it ended.
 * @implements {StreamParser}
 */
class SessionReader {
  /** @type {[string, string]} */
  text = ['', ''];
  /** @type {[string|null, string|null]} */
  ended = [null, null];

  /** @param {import('../../../../lib/protocols/stream-parser.js').Inside} inside */
  constructor(inside) {
    this.inside = inside;
  }

  #add(/** @type {0|1} */ endpoint, /** @type {number} */ streamOffset, /** @type {string} */ text) {
    if (this.ended[endpoint] !== null) throw new Error(`session ${this.inside.stream}: bytes after the end`);
    if (this.text[endpoint].length !== streamOffset) {
      throw new Error(
        `session ${this.inside.stream}: offset ${streamOffset} after ${this.text[endpoint].length} bytes`,
      );
    }
    this.text[endpoint] += text;
    return streamOffset + text.length;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end) {
    return this.#add(endpoint, streamOffset, new TextDecoder('latin1').decode(bytes.slice(start, end)));
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length) {
    return this.#add(endpoint, streamOffset, '·'.repeat(length));
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how) {
    if (this.ended[endpoint] !== null) throw new Error(`session ${this.inside.stream} ended twice`);
    this.ended[endpoint] = how;
  }
}

export class Reading {
  /** @type {SessionReader[]} */
  sessions = [];
  /** @type {number[]} */
  warnings = [];
  /** @type {number[]} */
  clients = [];
  /** Told besides its own. @type {(string|null)[]} */
  protocols = [];
  /** @type {[number, number]} */
  offsets = [0, 0];
  frame = 0;

  /** @param {'1996'|'1998'} format @param {boolean} [isMidConnection] */
  constructor(format, isMidConnection = false) {
    this.table = new MuxTable();
    const host = {
      warn: (/** @type {number} */ _flow, /** @type {number} */ warning) => {
        this.warnings.push(warning);
      },
      setProtocol: (/** @type {number} */ _flow, /** @type {string|null} */ name) => {
        this.protocols.push(name);
      },
      setClient: (/** @type {number} */ _flow, /** @type {number} */ client) => {
        this.clients.push(client);
      },
      openStream: (/** @type {import('../../../../lib/protocols/stream-parser.js').Inside} */ inside) => {
        const reader = new SessionReader(inside);
        this.sessions.push(reader);
        return reader;
      },
    };
    this.connection = new MuxConnection(
      host,
      this.table,
      { flow: 0, carrier: 'tcp', stream: null, depth: 0 },
      FORMATS[format],
      isMidConnection,
    );
  }

  get record() {
    return this.connection.record;
  }

  #place() {
    this.frame++;
    return { frame: this.frame, timeNs: this.frame * 1e6, deliveredFrame: this.frame, deliveredNs: this.frame * 1e6 };
  }

  /** @param {0|1} endpoint @param {Uint8Array} bytes a frame of its own */
  push(endpoint, bytes) {
    this.connection.push(endpoint, this.offsets[endpoint], bytes, 0, bytes.length, this.#place());
    this.offsets[endpoint] += bytes.length;
    return this;
  }

  /** @param {0|1} endpoint @param {number} length */
  gap(endpoint, length) {
    this.connection.gap(endpoint, this.offsets[endpoint], length, this.#place());
    this.offsets[endpoint] += length;
    return this;
  }

  /** Both directions end. @param {'fin'|'rst'|'capture_end'} [how] */
  end(how = 'fin') {
    this.connection.end(0, how, this.#place());
    this.connection.end(1, how, this.#place());
    return this;
  }

  /** @returns {import('../../../../lib/protocols/webmux/describe.js').MuxFragment[]} */
  get fragments() {
    return Array.from({ length: this.table.count }, (_, row) => describeFragment(this.table, row, 0, 0));
  }

  /** @returns {string[]} a line per fragment: `c 0 s3 data syn+push 12 [+3] value 80 "text"`, `c` for endpoint 0 */
  get lines() {
    return this.fragments.map((f) =>
      [
        f.direction === 'clientToServer' ? 'c' : 's',
        f.streamOffset,
        f.session === null ? '-' : `s${f.session}`,
        f.type,
        ...f.flags,
        f.headerBytes === 8 ? 'long' : '',
        `${f.length}${f.padding ? `+${f.padding}` : ''}`,
        f.credit === null ? '' : `credit ${f.credit}`,
        f.value === null ? '' : `value ${f.value}`,
        f.text === null ? '' : JSON.stringify(f.text),
        f.complete ? '' : 'incomplete',
      ]
        .filter((word) => word !== '')
        .join(' '),
    );
  }

  /** @returns {string[]} a line per session: `3 "GET …" fin / "HTTP…" null` */
  get streams() {
    return this.sessions.map(
      ({ inside, text, ended }) =>
        `${inside.stream} ${JSON.stringify(text[0])} ${ended[0]} / ${JSON.stringify(text[1])} ${ended[1]}`,
    );
  }
}
