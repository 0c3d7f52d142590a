/**
 * What TLS needs of a cipher library, and what compressed protocols need besides; lib/node/ciphers.js has it of
 * node:crypto, node:zlib and fzstd. All are synchronous, none throws: what
 * fails gives null.
 *
 * @typedef {'sha256'|'sha384'|'sha1'|'md5'} Hash
 *
 * @typedef {object} Ciphers
 * @property {(algorithm: string, key: Uint8Array, nonce: Uint8Array, additional: Uint8Array, sealed: Uint8Array,
 *   tagBytes: number) => Uint8Array|null} open
 *   an AEAD's plain text; `sealed` ends with the tag
 * @property {(algorithm: string, key: Uint8Array, iv: Uint8Array, bytes: Uint8Array) => Uint8Array|null} decryptCbc
 *   without looking at the padding
 * @property {(bytes: Uint8Array, history: Uint8Array, limit: number) => Uint8Array|null} inflate raw DEFLATE up to a
 *   sync flush; `history`: what
 *   was unpacked before. null: it is none, or has more than `limit` bytes
 * @property {(algorithm: string) => string|null} whyNot predicate of a sentence on a suite whose cipher is not among
 *   them; null: it is
 * @property {(hash: Hash, key: Uint8Array, data: Uint8Array) => Uint8Array} hmac
 */
export {};
