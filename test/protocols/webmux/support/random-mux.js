/** Random MUX conversations that keep to the rules. */
import { muxBytes } from '../../../support/mux.js';

/** @typedef {import('../../../support/mux.js').Message} Message */

/** @param {() => number} next @param {number} below */
export const upTo = (next, below) => Math.floor(next() * below);

/** @param {() => number} next @param {number} length */
const bodyOf = (next, length) => Uint8Array.from({ length }, () => upTo(next, 256));

/**
 * Messages of an opener, in one way of padding: each session is opened before it is used.
 * @param {'1996'|'1998'} format @param {() => number} next @param {number} count
 * @returns {Message[]}
 */
export function randomMessages(format, next, count) {
  const style = {
    filler: next() < 0.5,
    longSyn: next() < 0.5,
    padTo: format === '1998' && next() < 0.5 ? 4 : 8,
    padByte: format === '1996' ? upTo(next, 256) : 0,
  };
  const first = format === '1996' ? 3 : 2;
  /** @type {Message[]} */
  const messages = [open(first, next, style)];
  const sessions = [first];
  while (messages.length < count) messages.push(oneMore(format, next, sessions, style));
  return messages;
}

/** @typedef {{ filler: boolean, longSyn: boolean, padTo: number, padByte: number }} Style */

/** @param {number} session @param {() => number} next @param {Style} style @returns {Message} */
function open(session, next, { filler, longSyn, padTo, padByte }) {
  if (longSyn) return { session, syn: 80, long: true, payload: bodyOf(next, upTo(next, 40)), padTo, padByte };
  return { session, syn: 80, filler: filler && session % 2 === 1 };
}

/**
 * @param {'1996'|'1998'} format
 * @param {() => number} next
 * @param {number[]} sessions
 * @param {Style} style
 * @returns {Message}
 */
function oneMore(format, next, sessions, style) {
  const kind = next();
  const session = sessions[upTo(next, sessions.length)];
  if (kind < 0.1) {
    sessions.push(Math.max(...sessions) + 2);
    return open(Math.max(...sessions), next, style);
  }
  if (kind < 0.3) return { session, credit: 1 + upTo(next, 5000) };
  if (kind < 0.35 && format === '1998') return { code: upTo(next, 2), payload: bodyOf(next, upTo(next, 30)) };
  if (kind < 0.4 && format === '1998') return { code: 2, value: upTo(next, 5000) };
  if (kind < 0.5) return { session, fin: next() < 0.5, rst: next() < 0.2 };
  return { session, push: next() < 0.3, payload: bodyOf(next, upTo(next, 120)) };
}

/** @param {'1996'|'1998'} format @param {Message[]} messages */
export function bytesOf(format, messages) {
  const pieces = messages.map((message) => muxBytes(format, message));
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}
