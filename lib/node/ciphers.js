/** The ciphers of TLS by node:crypto, and decompression by node:zlib and fzstd, for lib/protocols/tls/ciphers.js. */
import { createRequire } from 'node:module';

/** @typedef {import('../protocols/tls/ciphers.js').Ciphers} Ciphers */

/** Loaded when there is something to decrypt: the two take 5 ms, and most captures have nothing. */
const builtin = createRequire(import.meta.url);
/** Kept, for `builtin` searches each time. @type {typeof import('node:crypto') | undefined} */
let loadedCrypto;
/** @returns {typeof import('node:crypto')} */
const crypto = () => (loadedCrypto ??= builtin('node:crypto'));
/** @returns {typeof import('node:zlib')} */
const zlib = () => builtin('node:zlib');

/** @type {Ciphers} */
export const nodeCiphers = { open, headerMask, decryptCbc, inflate, unbrotli, digest, hmac, whyNot: () => null };

/** @type {Ciphers['open']} */
function open(algorithm, key, nonce, additional, sealed, tagBytes) {
  const length = sealed.length - tagBytes;
  if (length < 0) return null;
  try {
    const decipher = /** @type {import('node:crypto').DecipherCCM} */ (
      crypto().createDecipheriv(/** @type {any} */ (algorithm), key, nonce, { authTagLength: tagBytes })
    );
    decipher.setAuthTag(sealed.subarray(length));
    decipher.setAAD(additional, { plaintextLength: length });
    const plain = decipher.update(sealed.subarray(0, length));
    decipher.final();
    return plain;
  } catch {
    return null; // the tag is wrong, or this build lacks the cipher
  }
}

const MASKS = new Map([
  ['aes-128-gcm', 'aes-128-ecb'],
  ['aes-256-gcm', 'aes-256-ecb'],
  ['aes-128-ccm', 'aes-128-ecb'],
  ['chacha20-poly1305', 'chacha20'],
]);

/** One cipher is kept for all samples: making it takes ten times as long as using it. @type {Ciphers['headerMask']} */
function headerMask(algorithm, key) {
  const name = MASKS.get(algorithm);
  if (name === undefined) return null;
  const { createCipheriv } = crypto();
  if (name === 'chacha20') return (sample) => createCipheriv(name, key, sample).update(new Uint8Array(5));
  const cipher = createCipheriv(name, key, null);
  cipher.setAutoPadding(false);
  return (sample) => cipher.update(sample);
}

/** @type {Ciphers['decryptCbc']} */
function decryptCbc(algorithm, key, iv, bytes) {
  try {
    const decipher = crypto().createDecipheriv(algorithm, key, iv);
    decipher.setAutoPadding(false);
    const plain = decipher.update(bytes);
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

/** @type {Ciphers['inflate']} */
function inflate(bytes, history, limit) {
  const { constants, inflateRawSync } = zlib();
  try {
    return inflateRawSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: limit,
      ...(history.length > 0 ? { dictionary: history } : {}),
    });
  } catch {
    return null;
  }
}

/** @type {Ciphers['unbrotli']} */
function unbrotli(bytes, limit) {
  try {
    return zlib().brotliDecompressSync(bytes, { maxOutputLength: limit });
  } catch {
    return null;
  }
}

/** @type {Ciphers['digest']} */
function digest(hash, data) {
  return crypto().createHash(hash).update(data).digest();
}

/** @type {Ciphers['hmac']} */
function hmac(hash, key, data) {
  return crypto().createHmac(hash, key).update(data).digest();
}
