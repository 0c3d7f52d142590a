/** RFC 8448 section 3, "Simple 1-RTT Handshake": secrets, and application data as recorded there. */
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { cipherSuite } from '../../../lib/protocols/tls/cipher-suites.js';
import { expandLabel, prf } from '../../../lib/protocols/tls/key-derivation.js';
import { toHex } from '../../../lib/protocols/tls/key-log.js';
import { TrafficKeys } from '../../../lib/protocols/tls/record-keys.js';

const bytes = (/** @type {string} */ hex) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));

test.each([
  [
    'client handshake',
    'b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21',
    'dbfaa693d1762c5b666af5d950258d01',
    '5bd3c71b836e0b76bb73265f',
  ],
  [
    'server handshake',
    'b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38',
    '3fce516009c21727d0f2e4e86ee403bc',
    '5d313eb2671276ee13000b30',
  ],
  [
    'client application',
    '9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5',
    '17422dda596ed5d9acd890e3c63f5051',
    '5b78923dee08579033e523d9',
  ],
  [
    'server application',
    'a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643',
    '9f02283b6c9c07efc26bb9f2ac92e356',
    'cf782b88dd83549aadf1e984',
  ],
])('%s key and IV', (_name, secret, key, iv) => {
  expect(toHex(expandLabel(nodeCiphers, 'sha256', bytes(secret), 'key', 16))).toBe(key);
  expect(toHex(expandLabel(nodeCiphers, 'sha256', bytes(secret), 'iv', 12))).toBe(iv);
});

test("the client's application data opens", () => {
  const suite = cipherSuite(0x1301);
  if (suite === null) throw new Error('no such suite');
  const keys = new TrafficKeys(
    nodeCiphers,
    suite,
    bytes('9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5'),
  );
  const record = bytes(
    `a23f7054b62c94d0affafe8228ba55cbefacea42f914aa66bcab3f2b9819a8a5b46b395bd54a9a20441e2b62974e1f5a6292a2977014bd1e3deae63aeebb21694915e4`,
  );
  const opened = keys.open(0, 23, 0x0303, record);
  expect(opened?.type).toBe(23);
  expect([...(opened?.plain ?? [])]).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(keys.open(1, 23, 0x0303, record)).toBeNull();
});

test('the PRF of TLS 1.2 with SHA-256 (vector of the IETF list, 2008)', () => {
  const secret = bytes('9bbe436ba940f017b17652849a71db35');
  const seed = bytes('a0ba9f936cda311827a6f796ffd5198c');
  expect(toHex(prf(nodeCiphers, 0x0303, 'sha256', secret, 'test label', seed, 100)).slice(0, 64)).toBe(
    'e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a',
  );
});
