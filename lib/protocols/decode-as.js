/**
 * The user's choice of connections' protocols, instead of detection from their bytes: `tcp.port == 50051,http2`, as
 * tshark's `-d`.
 */
import { PROTOCOLS } from './registry.js';

/** @typedef {import('./protocol.js').Protocol} Protocol */
/**
 * @typedef {object} Rule
 * @property {'tcp.port'|'tcp.stream'} field
 * @property {number} first
 * @property {number} last
 * @property {Protocol} protocol
 */

/** Rules of a capture. */
export const MAX_DECODE_AS_RULES = 100;
const MAX_PORT = 65_535;

const FORM = /^\s*(tcp\.(?:port|stream))\s*(?:==|eq)\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*,\s*(\S+)\s*$/i;

/** An invalid rule; its message says why. */
export class DecodeAsError extends Error {}

const READABLE = PROTOCOLS.filter(({ open }) => open !== undefined);

/** By all of its names. @type {ReadonlyMap<string, Protocol>} */
const BY_NAME = new Map(
  READABLE.flatMap((protocol) => [...protocol.names, ...(protocol.aliases ?? [])].map((name) => [name, protocol])),
);

/** Names that a rule may have, one for each protocol. */
export const DECODE_AS_NAMES = [...new Set(READABLE.map(({ names, aliases }) => aliases?.[0] ?? names[0]))];

/**
 * @param {string} text
 * @returns {Rule}
 * @throws {DecodeAsError}
 */
function ruleOf(text) {
  const parts = FORM.exec(text);
  if (parts === null) {
    throw new DecodeAsError(
      `"${text.slice(0, 100)}" is not of the form tcp.port == 50051,http2 or tcp.stream == 3,http2`,
    );
  }
  const field = /** @type {Rule['field']} */ (parts[1].toLowerCase());
  const protocol = BY_NAME.get(parts[4].toLowerCase());
  if (protocol === undefined) {
    throw new DecodeAsError(
      `there is no protocol "${parts[4].slice(0, 50)}" to decode as: ${DECODE_AS_NAMES.join(', ')}`,
    );
  }
  const first = Number(parts[2]);
  const last = parts[3] === undefined ? first : Number(parts[3]);
  if (last < first || (field === 'tcp.port' && last > MAX_PORT)) throw new DecodeAsError(`${text}: no such ${field}`);
  return { field, first, last, protocol };
}

/** The user's rules for a capture's connections. */
export class DecodeAs {
  /** @param {readonly Rule[]} rules the last match counts */
  constructor(rules) {
    this.rules = rules;
  }

  /**
   * @param {readonly string[]} texts
   * @throws {DecodeAsError}
   */
  static of(texts) {
    if (texts.length > MAX_DECODE_AS_RULES) throw new DecodeAsError(`there are more than ${MAX_DECODE_AS_RULES} rules`);
    return new DecodeAs(texts.map(ruleOf));
  }

  get isEmpty() {
    return this.rules.length === 0;
  }

  /**
   * @param {number} stream the connection's number, as Wireshark's tcp.stream
   * @param {readonly number[]} ports of its ends
   * @returns {Protocol|null} null: detected from its bytes
   */
  protocolOf(stream, ports) {
    const rule = this.rules.findLast(({ field, first, last }) => {
      const values = field === 'tcp.stream' ? [stream] : ports;
      return values.some((value) => value >= first && value <= last);
    });
    return rule?.protocol ?? null;
  }
}
