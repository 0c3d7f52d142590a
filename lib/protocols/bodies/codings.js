/**
 * Content codings (RFC 9110 section 8.4) and transfer codings besides chunked (RFC 9112 section 7), undone piece by
 * piece.
 */
import { codingsOf, KNOWN_CODINGS } from '../../shared/http/codings.js';
import { MAX_BODY_CODINGS, MAX_DECODED_BODY_BYTES } from './limits.js';

/**
 * Decodes one coding on demand; lib/node/content-codings.js uses node:zlib. Broken data gives everything before the
 * error, and calls `onBroken`; errors of the source pass through.
 * @typedef {(coding: Coding, pieces: AsyncIterable<Uint8Array>, onBroken: (note: BodyNote) => void) =>
 *   AsyncGenerator<Uint8Array>|null} Decoder null: unsupported coding
 *
 * @typedef {'gzip'|'deflate'|'deflate-raw'|'br'|'zstd'} Coding `deflate` is zlib's format, or raw DEFLATE as some
 *   servers send it;
 *   `deflate-raw` always the latter
 *
 * @typedef {'body_cut'|'coding_unknown'|'coding_broken'|'coding_absent'} BodyNote
 *   `body_cut`: only its beginning, since it exceeds a limit;
 *   `coding_unknown`: decoding stops; `coding_broken`: up to the error;
 *   `coding_absent`: it does not begin like its coding, and is returned unchanged
 *
 * @typedef {object} Decoding
 * @property {Decoder} decode
 * @property {number} [limit] most output bytes of each step
 * @property {(note: BodyNote, coding?: string) => void} onNote called while pieces are read; `coding`: the unknown one
 */

export { codingsOf };

/** @param {string} name @returns {Coding|null} null: unknown */
function codingNamed(name) {
  if (!KNOWN_CODINGS.has(name)) return null;
  return /** @type {Coding} */ (name === 'x-gzip' ? 'gzip' : name);
}

/**
 * @param {AsyncIterable<Uint8Array>} pieces as transferred, without chunked framing
 * @param {string[]} codings in the order in which they were applied
 * @param {Decoding} decoding
 * @returns {AsyncIterable<Uint8Array>} at most a piece of each step is held
 */
export function decodeBody(pieces, codings, { decode, limit = MAX_DECODED_BODY_BYTES, onNote }) {
  let plain = pieces;
  for (const name of codings.slice(-MAX_BODY_CODINGS).reverse()) {
    const coding = codingNamed(name);
    const decoded = coding === null ? null : decode(coding, plain, onNote);
    if (decoded === null) {
      onNote('coding_unknown', name);
      return plain;
    }
    plain = upTo(decoded, limit, () => onNote('body_cut'));
  }
  return plain;
}

/**
 * @param {AsyncIterable<Uint8Array>} pieces
 * @param {number} limit bytes
 * @param {() => void} onCut called where there are more
 */
export async function* upTo(pieces, limit, onCut) {
  let left = limit;
  for await (const piece of pieces) {
    if (piece.length > left) {
      onCut();
      if (left > 0) yield piece.subarray(0, left);
      return;
    }
    left -= piece.length;
    yield piece;
  }
}
