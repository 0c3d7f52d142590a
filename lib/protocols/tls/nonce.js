import { NONCE_BYTES } from './key-derivation.js';

/** Writes a 64-bit number. @param {Uint8Array} bytes @param {number} at @param {number} number */
export function writeNumber(bytes, at, number) {
  const high = Math.floor(number / 2 ** 32);
  const low = number >>> 0;
  for (let i = 0; i < 4; i++) {
    bytes[at + i] = high >>> (24 - 8 * i);
    bytes[at + 4 + i] = low >>> (24 - 8 * i);
  }
}

/**
 * @param {Uint8Array} iv
 * @param {number} number of a TLS record or a QUIC packet
 * @returns {Uint8Array} the IV with the number added by XOR (RFC 8446 section 5.3, RFC 9001 section 5.3)
 */
export function nonceOf(iv, number) {
  const nonce = new Uint8Array(NONCE_BYTES);
  writeNumber(nonce, 4, number);
  for (let i = 0; i < NONCE_BYTES; i++) nonce[i] ^= iv[i];
  return nonce;
}
