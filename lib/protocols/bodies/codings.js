/** Content codings (RFC 9110 section 8.4) and transfer codings besides chunked (RFC 9112 section 7), undone. */
import { MAX_BODY_CODINGS, MAX_DECODED_BODY_BYTES } from './limits.js';

/**
 * Undoes one coding; lib/node/content-codings.js has it of node:zlib. Never throws: what is broken gives what came before the break.
 * @typedef {(coding: Coding, bytes: Uint8Array, limit: number) => Promise<{ bytes: Uint8Array, isCut: boolean, isBroken: boolean }|null>} Decoder
 *   null: it does not have that coding
 *
 * @typedef {'gzip'|'deflate'|'deflate-raw'|'br'|'zstd'} Coding `deflate` is zlib's format, or raw DEFLATE as some servers send it;
 *   `deflate-raw` always the latter
 *
 * @typedef {object} Body
 * @property {Uint8Array} bytes
 * @property {string[]} notes `body_cut`: only its beginning, since it exceeds a limit; `coding_unknown`: no more is undone; `coding_broken`: up to the break
 */

/** @type {ReadonlyMap<string, Coding>} */
const CODINGS = new Map(/** @type {[string, Coding][]} */ ([['gzip', 'gzip'], ['x-gzip', 'gzip'], ['deflate', 'deflate'], ['br', 'br'], ['zstd', 'zstd']]));
const UNCODED = new Set(['', 'identity', 'chunked']);

/**
 * @param {[name: string, value: string][]} headers
 * @returns {string[]} codings in the order in which they were applied
 */
export function codingsOf(headers) {
  const valuesOf = (/** @type {string} */ name) => headers.filter(([field]) => field.toLowerCase() === name).flatMap(([, value]) => value.split(','));
  return [...valuesOf('content-encoding'), ...valuesOf('transfer-encoding')].map((name) => name.trim().toLowerCase()).filter((name) => !UNCODED.has(name));
}

/**
 * @param {Uint8Array} bytes as transferred, without chunked framing
 * @param {string[]} codings in the order in which they were applied
 * @param {Decoder} decode
 * @param {number} [limit] bytes that each step may give
 * @returns {Promise<Body>}
 */
export async function decodeBody(bytes, codings, decode, limit = MAX_DECODED_BODY_BYTES) {
  /** @type {Body} */
  const body = { bytes, notes: [] };
  if (bytes.length === 0) return body;
  for (const name of codings.slice(-MAX_BODY_CODINGS).reverse()) {
    const coding = CODINGS.get(name), decoded = coding === undefined ? null : await decode(coding, body.bytes, limit);
    if (decoded === null) return { ...body, notes: [...body.notes, 'coding_unknown'] };
    body.bytes = decoded.bytes;
    if (decoded.isCut) body.notes.push('body_cut');
    if (decoded.isBroken) body.notes.push('coding_broken');
  }
  return body;
}
