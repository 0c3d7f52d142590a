/** W3C's WebMUX, in both of its formats. */
import { muxBytes } from '../../support/mux.js';
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/** @typedef {'1996'|'1998'} Format */

const WORD = 4;

/** @param {Random} random @param {Format} format @returns {Uint8Array} */
export function newMuxMessage(random, format) {
  const session = random.pick([0, 1, 2, 3, 4, 5, 255]);
  const payload = random.chance(0.3) ? 'GET / HTTP/1.1\r\n\r\n' : random.bytes(random.few(60));
  const kind = random.below(8);
  if (kind === 0) return muxBytes(format, { session, credit: random.field(18) });
  if (kind === 1) return muxBytes(format, { session, code: random.below(16), value: random.field(18), payload });
  if (kind === 2) {
    return muxBytes(format, {
      session,
      syn: random.pick([80, 0, random.field(17)]),
      long: random.chance(0.2),
      filler: random.chance(0.3),
      payload: random.chance(0.5) ? payload : '',
    });
  }
  const flags = { fin: random.chance(0.2), rst: random.chance(0.1), push: random.chance(0.2) };
  return muxBytes(format, {
    session,
    payload,
    long: random.chance(0.2),
    length: random.chance(0.05) ? random.field(18) : undefined,
    ...flags,
  });
}

/** Words, or groups of them. @param {Uint8Array} bytes @param {Random} random */
function words(bytes, random) {
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const length = WORD * random.few(8);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/**
 * @param {Uint8Array} bytes what one side said in a turn
 * @param {Random} random
 * @param {Format} format
 * @returns {Uint8Array}
 */
export function mutateMux(bytes, random, format) {
  return concatBytes(
    ...mutateList(
      words(bytes, random),
      random,
      (piece) => mutateBytes(piece, random, 2),
      () => newMuxMessage(random, format),
    ),
  );
}

/**
 * @param {Random} random
 * @param {Format} format
 * @param {boolean} isClient it begins with a session's opening and its request, by which WebMUX is told
 * @returns {Uint8Array}
 */
export function newMux(random, format, isClient) {
  const messages = Array.from({ length: random.few(20) }, () => newMuxMessage(random, format));
  if (!isClient) return concatBytes(...messages);
  const session = random.between(2, 4);
  const payload = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  return concatBytes(muxBytes(format, { session, syn: 80 }), muxBytes(format, { session, payload }), ...messages);
}
