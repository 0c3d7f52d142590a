import { TAG_BYTES } from './packet-keys.js';

/**
 * Whether a Retry answers a client's first packet (RFC 9001 section 5.8): its tag is made with a public key over that
 * packet's ID and the Retry.
 * @param {import('../../protocols/tls/ciphers.js').Ciphers} ciphers
 * @param {import('../wire/versions.js').Version} version
 * @param {Uint8Array} odcid destination ID of the client's packet
 * @param {Uint8Array} packet
 * @returns {boolean|null} null: the version has no tag
 */
export function isRetryGenuine(ciphers, { retry }, odcid, packet) {
  if (retry === null) return null;
  const body = packet.length - TAG_BYTES;
  if (body < 0) return false;
  const pseudo = new Uint8Array(1 + odcid.length + body);
  pseudo[0] = odcid.length;
  pseudo.set(odcid, 1);
  pseudo.set(packet.subarray(0, body), 1 + odcid.length);
  return ciphers.open('aes-128-gcm', retry.key, retry.nonce, pseudo, packet.subarray(body), TAG_BYTES) !== null;
}
