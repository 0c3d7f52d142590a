/** The ciphers of TLS by @noble/ciphers and @noble/hashes, for lib/protocols/tls/ciphers.js. */
import { cbc, ecb, gcm } from '@noble/ciphers/aes.js';
import { chacha20, chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hmac as hmacOf } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384 } from '@noble/hashes/sha2.js';

import { inflateUpTo } from './inflate.js';

/** @typedef {import('../protocols/tls/ciphers.js').Ciphers} Ciphers */

const HASHES = { md5, sha1, sha256, sha384 };

/** The libraries' ciphers; they lack CCM, Camellia, ARIA and DES. */
const AEADS = new Map(
  Object.entries({ 'aes-128-gcm': gcm, 'aes-256-gcm': gcm, 'chacha20-poly1305': chacha20poly1305 }),
);
const AEAD_TAG_BYTES = 16;
const CBCS = new Set(['aes-128-cbc', 'aes-256-cbc']);
/** They need no library: RC4 is our own, '' encrypts nothing. */
const OUR_OWN = new Set(['rc4', '']);

/** @type {Ciphers} */
export const browserCiphers = {
  open(algorithm, key, nonce, additional, sealed, tagBytes) {
    const cipher = AEADS.get(algorithm);
    if (cipher === undefined || tagBytes !== AEAD_TAG_BYTES) return null;
    try {
      return cipher(key, nonce, additional).decrypt(sealed);
    } catch {
      return null; // the tag is wrong
    }
  },

  headerMask(algorithm, key) {
    if (!AEADS.has(algorithm)) return null;
    if (algorithm !== 'chacha20-poly1305') return (sample) => ecb(key, { disablePadding: true }).encrypt(sample);
    return (sample) => {
      const counter = sample[0] | (sample[1] << 8) | (sample[2] << 16) | (sample[3] << 24);
      return chacha20(key, sample.subarray(4), new Uint8Array(5), undefined, counter >>> 0);
    };
  },

  decryptCbc(algorithm, key, iv, bytes) {
    if (!CBCS.has(algorithm)) return null;
    try {
      return cbc(key, iv, { disablePadding: true }).decrypt(bytes);
    } catch {
      return null; // not whole blocks
    }
  },

  inflate: inflateUpTo,

  unbrotli: () => null, // brotli-dec-wasm is loaded for bodies that are looked at, and not before

  whyNot: (algorithm) =>
    AEADS.has(algorithm) || CBCS.has(algorithm) || OUR_OWN.has(algorithm)
      ? null
      : 'cannot be decrypted in a browser; Selfclock on your machine can',

  digest: (hash, data) => HASHES[hash](data),

  hmac: (hash, key, data) => hmacOf(HASHES[hash], key, data),
};
