/** What old captures hold: ciphers that libraries have dropped, compression, hellos in the form of SSL 2.0. */
import { constants, deflateSync } from 'node:zlib';

import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { FIT } from '../../../lib/protocols/protocol.js';
import { cipherSuite } from '../../../lib/protocols/tls/cipher-suites.js';
import { Decompression } from '../../../lib/protocols/tls/compression.js';
import { TlsConnection, WaitingBudget } from '../../../lib/protocols/tls/connection.js';
import { toHex } from '../../../lib/protocols/tls/key-log.js';
import { TrialPool } from '../../../lib/protocols/tls/number-search.js';
import { Rc4 } from '../../../lib/protocols/tls/rc4.js';
import { StreamKeys } from '../../../lib/protocols/tls/record-keys.js';
import { tlsAt } from '../../../lib/protocols/tls/signature.js';

const bytes = (/** @type {string} */ hex) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));

test("RC4's key stream (RFC 6229, section 2)", () => {
  const rc4 = new Rc4(bytes('0102030405'));
  expect(toHex(rc4.decrypt(new Uint8Array(16)))).toBe('b2396305f03dc027ccc3524a0a1118a8');
  expect(toHex(rc4.decrypt(new Uint8Array(16)))).toBe('6982944f18fc82d589c403a47a0d0919');
});

test('records under SEED, which libraries have dropped, are named as not decrypted', () => {
  expect(cipherSuite(0x96)).toBeNull();
});

test('RC4 records open in order; one that does not fit leaves the key stream where it was', () => {
  const suite = cipherSuite(0x0005);
  if (suite === null) throw new Error('no such suite');
  const key = bytes('000102030405060708090a0b0c0d0e0f');
  const mac = new Uint8Array(20);
  const stream = new Rc4(key);
  const seal = (/** @type {number} */ number, /** @type {string} */ text) => {
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, number, 23, 3, 3, 0, text.length]);
    const plain = Buffer.from(text);
    return stream.decrypt(Buffer.concat([plain, nodeCiphers.hmac('sha1', mac, Buffer.concat([header, plain]))]));
  };
  const keys = new StreamKeys(nodeCiphers, suite, { key, mac, iv: new Uint8Array(0) });
  const first = seal(0, 'one');
  const second = seal(1, 'second');
  const textOf = (/** @type {Uint8Array|undefined} */ plain) => Buffer.from(plain ?? []).toString();
  expect(textOf(keys.open(0, 23, 0x0303, first)?.plain)).toBe('one');
  expect(keys.open(1, 23, 0x0303, first)).toBeNull();
  expect(keys.open(2, 23, 0x0303, second)).toBeNull();
  expect(textOf(keys.open(1, 23, 0x0303, second)?.plain)).toBe('second');
  expect(keys.open(2, 23, 0x0303, new Uint8Array(3))).toBeNull();
});

/** @param {string[]} texts @returns {Uint8Array[]} one zlib stream, flushed behind each */
function compressed(texts) {
  const whole = texts.map((_, i) =>
    deflateSync(texts.slice(0, i + 1).join(''), { finishFlush: constants.Z_SYNC_FLUSH }),
  );
  return whole.map((stream, i) => stream.subarray(i === 0 ? 0 : whole[i - 1].length));
}

test('compressed records refer to what came before', () => {
  const [one] = compressed(['hello hello hello hello']);
  const unpacking = new Decompression(nodeCiphers);
  expect(Buffer.from(unpacking.unpack(one) ?? []).toString()).toBe('hello hello hello hello');
  expect(unpacking.unpack(bytes('ffffffff'))).toBeNull();
  const lost = new Decompression(nodeCiphers);
  lost.lose();
  expect(lost.unpack(one)).toBeNull();
});

test('a record that unpacks to more than a record may hold is not unpacked', () => {
  expect(new Decompression(nodeCiphers).unpack(compressed(['a'.repeat(100_000)])[0])).toBeNull();
});

const OLD_HELLO =
  bytes(`80 2e 01 03 03 00 15 00 00 00 10  00 00 04 00 00 05 00 00 0a 01 00 80 00 00 2f 00 00 35 00 00 ff
  a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 aa ab ac ad ae af`);

test('a hello in the form of SSL 2.0 is TLS, and its challenge the client random', () => {
  expect(tlsAt(OLD_HELLO, 0, OLD_HELLO.length, false)).toBe(FIT.FOUND);
  expect(tlsAt(OLD_HELLO, 0, 5, false)).toBe(FIT.MORE);
  for (let cut = 1; cut < OLD_HELLO.length; cut++) {
    const connection = new TlsConnection({
      ciphers: null,
      keyLog: null,
      waiting: new WaitingBudget(),
      trials: new TrialPool(),
      openContent: () => null,
    });
    const at = { frame: 1, timeNs: 5, deliveredFrame: 1, deliveredNs: 5 };
    const server = Uint8Array.of(22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3, ...new Uint8Array(32), 0, 0, 5, 0);
    connection.push(0, 0, OLD_HELLO, 0, cut, at);
    connection.push(0, cut, OLD_HELLO, cut, OLD_HELLO.length, at);
    connection.push(1, 0, server, 0, server.length, at);
    expect(connection.agreed?.client.random).toBe(`${'0'.repeat(32)}a0a1a2a3a4a5a6a7a8a9aaabacadaeaf`);
    expect(connection.info).toMatchObject({ version: 'TLS 1.2', cipher: 'TLS_RSA_WITH_RC4_128_SHA', startNs: 5 });
  }
});
