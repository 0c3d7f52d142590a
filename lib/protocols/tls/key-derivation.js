/**
 * Keys from secrets: the PRFs of TLS 1.0 to 1.2 (RFC 2246, RFC 5246 section 5) and HKDF-Expand-Label of TLS 1.3 (RFC
 * 8446 section 7.1).
 */

import { concatBytes } from '../model/concat-bytes.js';

/** @typedef {import('./ciphers.js').Ciphers} Ciphers */
/** @typedef {import('./ciphers.js').Hash} Hash */

/** Of every AEAD of TLS 1.3 and QUIC. */
export const NONCE_BYTES = 12;
const ASCII = new TextEncoder();

/**
 * P_hash of RFC 5246 section 5.
 * @param {Ciphers} ciphers
 * @param {Hash} hash
 * @param {Uint8Array} secret
 * @param {Uint8Array} seed
 * @param {number} length
 */
function expand(ciphers, hash, secret, seed, length) {
  const out = new Uint8Array(length);
  let a = seed;
  for (let at = 0; at < length;) {
    a = ciphers.hmac(hash, secret, a);
    const part = ciphers.hmac(hash, secret, concatBytes([a, seed]));
    out.set(part.subarray(0, Math.min(part.length, length - at)), at);
    at += part.length;
  }
  return out;
}

/**
 * The PRF of a version up to TLS 1.2.
 * @param {Ciphers} ciphers
 * @param {number} version 0x0301 to 0x0303
 * @param {Hash} hash of the cipher suite; the older versions have their own
 * @param {Uint8Array} secret
 * @param {string} label
 * @param {Uint8Array} seed
 * @param {number} length
 * @returns {Uint8Array}
 */
export function prf(ciphers, version, hash, secret, label, seed, length) {
  const labelled = concatBytes([ASCII.encode(label), seed]);
  if (version >= 0x0303) return expand(ciphers, hash, secret, labelled, length);
  const half = Math.ceil(secret.length / 2);
  const md5 = expand(ciphers, 'md5', secret.subarray(0, half), labelled, length);
  const sha1 = expand(ciphers, 'sha1', secret.subarray(secret.length - half), labelled, length);
  return md5.map((byte, i) => byte ^ sha1[i]);
}

/**
 * HKDF-Expand-Label with an empty context.
 * @param {Ciphers} ciphers
 * @param {Hash} hash
 * @param {Uint8Array} secret
 * @param {string} label
 * @param {number} length at most a hash's
 * @returns {Uint8Array}
 */
export function expandLabel(ciphers, hash, secret, label, length) {
  const name = ASCII.encode(`tls13 ${label}`);
  const info = concatBytes([Uint8Array.of(length >> 8, length & 0xff, name.length), name, Uint8Array.of(0, 1)]);
  return ciphers.hmac(hash, secret, info).subarray(0, length);
}
