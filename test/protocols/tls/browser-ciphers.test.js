/** Holds the ciphers of a browser to Node's. */
import { createCipheriv } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';

import { browserCiphers } from '../../../lib/browser/ciphers.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import fc from '../../support/properties.js';

const bytes = (/** @type {number} */ length) => fc.uint8Array({ minLength: length, maxLength: length });
const plain = (/** @type {Uint8Array|null} */ found) => found && Buffer.from(found).toString('hex');

test.each([
  ['aes-128-gcm', 16],
  ['aes-256-gcm', 32],
  ['chacha20-poly1305', 32],
])('%s opens what Node seals, and nothing else', (algorithm, keyBytes) => {
  fc.assert(
    fc.property(bytes(keyBytes), bytes(12), fc.uint8Array(), fc.uint8Array(), (key, nonce, additional, content) => {
      const cipher = createCipheriv(/** @type {'aes-128-gcm'} */ (algorithm), key, nonce, { authTagLength: 16 });
      cipher.setAAD(additional, { plaintextLength: content.length });
      const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
      const open = (/** @type {Uint8Array} */ what) => {
        const found = browserCiphers.open(algorithm, key, nonce, additional, what, 16);
        expect(plain(found)).toBe(plain(nodeCiphers.open(algorithm, key, nonce, additional, what, 16)));
        return found;
      };
      expect(plain(open(sealed))).toBe(Buffer.from(content).toString('hex'));
      sealed[0] ^= 1;
      expect([open(sealed), open(sealed.subarray(0, 3))]).toEqual([null, null]);
    }),
  );
});

test('CBC gives the same, and nothing of what is not whole blocks', () => {
  fc.assert(
    fc.property(fc.constantFrom(16, 32), bytes(32), bytes(16), fc.uint8Array(), (keyBytes, key, iv, sealed) => {
      const algorithm = `aes-${8 * keyBytes}-cbc`;
      for (const content of [sealed, sealed.subarray(0, sealed.length & ~15)]) {
        expect(plain(browserCiphers.decryptCbc(algorithm, key.subarray(0, keyBytes), iv, content))).toBe(
          plain(nodeCiphers.decryptCbc(algorithm, key.subarray(0, keyBytes), iv, content)),
        );
      }
    }),
  );
});

test('ciphers that there are not give nothing', () => {
  const [key, iv] = [new Uint8Array(16), new Uint8Array(16)];
  expect(browserCiphers.open('aes-128-ccm', key, iv.subarray(4), iv, new Uint8Array(40), 8)).toBe(null);
  expect(browserCiphers.decryptCbc('camellia-128-cbc', key, iv, iv)).toBe(null);
  const why = ['aes-128-ccm', 'aria-128-gcm', 'camellia-128-cbc', 'des-ede3-cbc', 'aes-128-gcm', 'rc4', ''];
  const not = 'cannot be decrypted in a browser; Selfclock on your machine can';
  expect(why.map(browserCiphers.whyNot)).toEqual([not, not, not, not, null, null, null]);
});

test('hashes and HMACs are the same', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (key, data) => {
      for (const hash of /** @type {const} */ (['md5', 'sha1', 'sha256', 'sha384'])) {
        expect(plain(browserCiphers.digest(hash, data))).toBe(plain(nodeCiphers.digest(hash, data)));
        expect(plain(browserCiphers.hmac(hash, key, data))).toBe(plain(nodeCiphers.hmac(hash, key, data)));
      }
    }),
  );
});

test('DEFLATE of records goes on where the one before ended, up to a limit', () => {
  const first = Buffer.from('the same words again and again');
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  const packed = deflateRawSync(first, { ...options, dictionary: first });
  const ask = (/** @type {typeof nodeCiphers} */ { inflate }) => [
    plain(inflate(deflateRawSync(first, options), new Uint8Array(0), 1000)),
    plain(inflate(packed, first, 1000)),
    plain(inflate(packed, first, 5)),
    plain(inflate(new Uint8Array([255, 255, 255]), first, 1000)),
  ];
  expect(ask(browserCiphers)).toEqual(ask(nodeCiphers));
  expect(ask(browserCiphers)[1]).toBe(first.toString('hex'));
});
