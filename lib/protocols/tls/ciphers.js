/**
 * The interface to a cipher library for TLS and QUIC, and to decompression for protocols; lib/node/ciphers.js
 * implements it with node:crypto, node:zlib and fzstd. All functions are synchronous; none throws: a failure returns
 * null.
 *
 * @typedef {'sha256'|'sha384'|'sha1'|'md5'} Hash
 *
 * @typedef {object} Ciphers
 * @property {(algorithm: string, key: Uint8Array, nonce: Uint8Array, additional: Uint8Array, sealed: Uint8Array,
 *   tagBytes: number) => Uint8Array|null} open
 *   an AEAD's plain text; `sealed` ends with the tag
 * @property {(algorithm: string, key: Uint8Array) => ((sample: Uint8Array) => Uint8Array)|null} headerMask
 *   QUIC's header protection for that AEAD (RFC 9001 section 5.4): five bytes or more from a sample of 16; null: there
 *   is none
 * @property {(algorithm: string, key: Uint8Array, iv: Uint8Array, bytes: Uint8Array) => Uint8Array|null} decryptCbc
 *   without looking at the padding
 * @property {(bytes: Uint8Array, history: Uint8Array, limit: number) => Uint8Array|null} inflate raw DEFLATE up to a
 *   sync flush; `history`: what was unpacked before. null: invalid, or more than `limit` bytes
 * @property {(bytes: Uint8Array, limit: number) => Uint8Array|null} unbrotli null: invalid, more than `limit` bytes, or
 *   not here
 * @property {(algorithm: string) => string|null} whyNot the predicate of a sentence about a suite with an unsupported
 *   cipher; null: supported
 * @property {(hash: Hash, data: Uint8Array) => Uint8Array} digest
 * @property {(hash: Hash, key: Uint8Array, data: Uint8Array) => Uint8Array} hmac
 */
export {};
