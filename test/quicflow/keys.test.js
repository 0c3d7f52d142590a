/** RFC 9001 appendix A and RFC 9369 appendix A, with the ciphers of Node and of the browser. */

import { browserCiphers } from '../../lib/browser/ciphers.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { cipherSuite } from '../../lib/protocols/tls/cipher-suites.js';
import { DirectionKeys } from '../../lib/quicflow/keys/direction-keys.js';
import { initialKeys, initialSecret } from '../../lib/quicflow/keys/initial.js';
import { fullNumber } from '../../lib/quicflow/keys/protected-header.js';
import { isRetryGenuine } from '../../lib/quicflow/keys/retry-tag.js';
import { PacketHeader } from '../../lib/quicflow/wire/header.js';
import { VERSION_1, VERSION_2, versionOf } from '../../lib/quicflow/wire/versions.js';
import { hex, toHex } from './bytes.js';

const DCID = hex('8394c8f03e515708');
const version = (/** @type {number} */ number) =>
  /** @type {import('../../lib/quicflow/wire/versions.js').Version} */ (versionOf(number));

/** Appendix A.3. */
const SERVER_INITIAL =
  hex(`cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780b
  b38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d
  06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee`);

/** @param {Uint8Array} bytes @param {number} [idBytes] of a short header */
function headerOf(bytes, idBytes = 0) {
  const header = new PacketHeader();
  expect(header.read(bytes, 0, bytes.length, bytes.length)).toBe(true);
  if (!header.isLong) header.endId(idBytes);
  return header;
}

describe.each([
  ['node', nodeCiphers],
  ['browser', browserCiphers],
])('with the ciphers of %s', (_name, ciphers) => {
  test('the secrets of Initial packets are those of the documents', () => {
    expect(toHex(initialSecret(ciphers, version(VERSION_1), DCID, 0))).toBe(
      'c00cf151ca5be075ed0ebfb5c80323c42d6b7db67881289af4008f1f6c357aea',
    );
    expect(toHex(initialSecret(ciphers, version(VERSION_1), DCID, 1))).toBe(
      '3c199828fd139efd216c155ad844cc81fb82fa8d7446fa7d78be803acdda951b',
    );
    expect(toHex(initialSecret(ciphers, version(VERSION_2), DCID, 0))).toBe(
      '14ec9d6eb9fd7af83bf5a668bc17a7e283766aade7ecd0891f70f9ff7f4bf47b',
    );
  });

  test("the server's Initial is opened: an ACK and a ServerHello in CRYPTO", () => {
    const keys = initialKeys(ciphers, version(VERSION_1), DCID, 1);
    const plain = keys.open(headerOf(SERVER_INITIAL), 0);
    expect(keys.number).toBe(1);
    expect(toHex(plain ?? new Uint8Array(0)).slice(0, 32)).toBe('02000000000600405a020000560303ee');
    expect(initialKeys(ciphers, version(VERSION_1), DCID, 0).open(headerOf(SERVER_INITIAL), 0)).toBeNull();
  });

  test('a packet of ChaCha20-Poly1305 is opened', () => {
    const suite = cipherSuite(0x1303);
    const secret = hex('9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b');
    const keys = new DirectionKeys(ciphers, /** @type {any} */ (suite), version(VERSION_1), secret);
    const plain = keys.open(headerOf(hex('4cfe4189655e5cd55c41f69080575d7999c25a5bfb')), 654360564);
    expect([...(plain ?? [])]).toEqual([1]);
    expect(keys.number).toBe(654360564);
  });

  test.each([
    [VERSION_1, 'ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba'],
    [VERSION_2, 'cf6b3343cf0008f067a5502a4262b5746f6b656ec8646ce8bfe33952d955543665dcc7b6'],
  ])('the tag of a Retry tells a true one from a forged one (version %d)', (number, packet) => {
    expect(isRetryGenuine(ciphers, version(number), DCID, hex(packet))).toBe(true);
    expect(isRetryGenuine(ciphers, version(number), hex('8394c8f03e515709'), hex(packet))).toBe(false);
  });
});

test('numbers are decoded as RFC 9000 appendix A.3 has it', () => {
  expect(fullNumber(0x9b32, 2, 0xa82f30eb)).toBe(0xa82f9b32);
  expect(fullNumber(0, 1, 0)).toBe(0);
  expect(fullNumber(0xff, 1, 0x100)).toBe(0xff);
});
