import { cipherSuite } from '../../protocols/tls/cipher-suites.js';
import { expandLabel } from '../../protocols/tls/key-derivation.js';
import { DirectionKeys } from './direction-keys.js';

/** @typedef {import('../../protocols/tls/ciphers.js').Ciphers} Ciphers */
/** @typedef {import('../wire/versions.js').Version} Version */

/** TLS_AES_128_GCM_SHA256 protects all Initial packets. */
const AES_128_GCM = 0x1301;
const SECRET_BYTES = 32;
const NAMES = ['client in', 'server in'];

/**
 * The secret of a direction's Initial packets (RFC 9001 section 5.2): public, for whoever sees the client's first one.
 * @param {Ciphers} ciphers
 * @param {Version} version
 * @param {Uint8Array} dcid destination ID of the client's first Initial, or of that after a Retry
 * @param {number} direction 0: the client's
 */
export function initialSecret(ciphers, version, dcid, direction) {
  const common = ciphers.hmac('sha256', version.salt, dcid);
  return expandLabel(ciphers, 'sha256', common, NAMES[direction], SECRET_BYTES);
}

/** @param {Ciphers} ciphers @param {Version} version @param {Uint8Array} dcid @param {number} direction */
export function initialKeys(ciphers, version, dcid, direction) {
  const suite = /** @type {import('../../protocols/tls/cipher-suites.js').CipherSuite} */ (cipherSuite(AES_128_GCM));
  return new DirectionKeys(ciphers, suite, version, initialSecret(ciphers, version, dcid, direction));
}
