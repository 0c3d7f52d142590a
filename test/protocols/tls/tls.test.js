import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { MAX_SESSION_NAME_BYTES, MAX_SESSIONS } from '../../../lib/protocols/tls/limits.js';
import { tlsSession } from '../../support/tls/tls-session.js';
import { feed, open } from './support/reading.js';
/** @param {string} text */
function keyLogOf(text) {
  const keyLog = new KeyLog();
  keyLog.add(text);
  return keyLog;
}

const LEGACY = 'DEFAULT:@SECLEVEL=0';

test.each(
  /** @type {[string, 'rsa'|'ec', import('node:tls').ConnectionOptions][]} */ ([
    ['TLS_AES_128_GCM_SHA256', 'rsa', { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' }],
    ['TLS_AES_256_GCM_SHA384', 'ec', { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_256_GCM_SHA384' }],
    ['TLS_CHACHA20_POLY1305_SHA256', 'rsa', { minVersion: 'TLSv1.3', ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['TLS_AES_128_CCM', 'rsa', { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_SHA256' }],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }],
    [
      'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
      'ec',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' },
    ],
    [
      'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
      'rsa',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-CHACHA20-POLY1305' },
    ],
    ['TLS_RSA_WITH_AES_256_GCM_SHA384', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' }],
    ['TLS_RSA_WITH_AES_128_CCM_8', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'AES128-CCM8:@SECLEVEL=0' }],
    ['TLS_ECDHE_ECDSA_WITH_AES_256_CCM', 'ec', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-CCM' }],
    ['TLS_RSA_WITH_AES_128_CBC_SHA', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' }],
    ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }],
    ['TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES256-SHA384' }],
    ...[
      ['TLS_RSA_WITH_CAMELLIA_128_CBC_SHA', 'CAMELLIA128-SHA'],
      ['TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256', 'CAMELLIA256-SHA256'],
      ['TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256', 'ECDHE-RSA-CAMELLIA128-SHA256'],
      ['TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384', 'ECDHE-RSA-CAMELLIA256-SHA384'],
      ['TLS_RSA_WITH_NULL_MD5', 'NULL-MD5'],
      ['TLS_RSA_WITH_NULL_SHA256', 'NULL-SHA256'],
      ['TLS_ECDHE_RSA_WITH_NULL_SHA', 'ECDHE-RSA-NULL-SHA'],
    ].map(([name, cipher]) => [name, 'rsa', { maxVersion: 'TLSv1.2', ciphers: `${cipher}:@SECLEVEL=0` }]),
    ['TLS_RSA_WITH_AES_256_CBC_SHA', 'rsa', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: LEGACY }],
    [
      'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
      'rsa',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: `ECDHE-RSA-AES256-SHA:@SECLEVEL=0` },
    ],
  ]),
)('%s', async (cipher, kind, settings) => {
  const requests = ['one', 'x'.repeat(40_000), 'three'];
  const { sent, keyLog } = await tlsSession({ kind, settings, requests });
  const { connection, content } = open(keyLogOf(keyLog));
  feed(connection, sent);
  expect(content.texts).toEqual([requests.join(''), requests.join('').toUpperCase()]);
  expect(content.ends).toEqual(['fin', 'fin']);
  if (settings.maxVersion !== 'TLSv1.1') expect(connection.info.cipher).toBe(cipher);
  expect(connection.info).toMatchObject({ sni: 'a.example', decrypted: true, resumed: false });
});

/** A ClientHello's record with another random, and with the extension of an encrypted one. @param {Uint8Array} hello */
function outerHello(hello) {
  const record = new Uint8Array(hello.length + 5);
  record.set(hello);
  record.set([0xfe, 0x0d, 0, 1, 0], hello.length);
  record.fill(7, 11, 43);
  const view = new DataView(record.buffer);
  const ciphersAt = 44 + record[43];
  const compressionAt = ciphersAt + 2 + view.getUint16(ciphersAt);
  for (const at of [3, 7, compressionAt + 1 + record[compressionAt]]) view.setUint16(at, view.getUint16(at) + 5);
  return record;
}

test.each([
  ['an encrypted ClientHello: its secrets have the random of the inner one', true],
  ['a random that no secret has, and no encrypted ClientHello', false],
])('%s', async (_, hasInner) => {
  const [other, own] = await Promise.all([0, 1].map(() => tlsSession({ requests: ['one'] })));
  const [hello, ...rest] = own.sent;
  const bytes = outerHello(hello.bytes);
  if (!hasInner) bytes[bytes.length - 5] = 0xfd;
  const { connection, content } = open(keyLogOf(`${other.keyLog}\n${own.keyLog}`));
  feed(connection, [{ ...hello, bytes }, ...rest]);
  expect(content.texts).toEqual(hasInner ? ['one', 'ONE'] : ['', '']);
  expect(connection.info).toMatchObject({ decrypted: hasInner, acceptsEch: hasInner || null });
});

test('what a NULL suite does not encrypt is read without any secret', async () => {
  const { sent } = await tlsSession({
    settings: { maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256:@SECLEVEL=0' },
    requests: ['open'],
  });
  const { connection, content } = open(keyLogOf(''));
  feed(connection, sent);
  expect(content.texts).toEqual(['open', 'OPEN']);
  expect(connection.info).toMatchObject({ cipher: 'TLS_RSA_WITH_NULL_SHA256', decrypted: true });
});

/** OpenSSL's SSL_OP_NO_ENCRYPT_THEN_MAC, which node:crypto has no name for. */
const NO_ENCRYPT_THEN_MAC = 0x80000;

test.each([
  [true, 0],
  [false, NO_ENCRYPT_THEN_MAC],
])('CBC with encrypt-then-MAC: %s', async (encryptsThenMacs, secureOptions) => {
  const { sent, keyLog } = await tlsSession({
    settings: { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256', secureOptions },
    requests: ['one', 'z'.repeat(20_000)],
  });
  const { connection, content } = open(keyLogOf(keyLog));
  feed(connection, sent);
  expect(content.texts[1]).toBe(`ONE${'Z'.repeat(20_000)}`);
  expect(connection.agreed?.server.encryptsThenMacs).toBe(encryptsThenMacs);
  expect(connection.info.handshakeRoundTrips).toBe(2);
});

test('any segmentation gives the same', async () => {
  const { sent, keyLog } = await tlsSession({
    requests: ['one', 'y'.repeat(20_000)],
    settings: { ALPNProtocols: ['h2', 'http/1.1'] },
  });
  for (const size of [1, 3, 7, 100, 1448]) {
    const { connection, content, alpnOf } = open(keyLogOf(keyLog));
    feed(connection, sent, (bytes) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size)),
    );
    expect(content.texts[0]).toBe(`one${'y'.repeat(20_000)}`);
    expect(content.texts[1]).toBe(`ONE${'Y'.repeat(20_000)}`);
    expect(connection.info.offeredAlpn).toEqual(['h2', 'http/1.1']);
    expect(alpnOf()).toBe(connection.info.alpn);
  }
});

test('without keys the handshake is named, and nothing more is asked for', async () => {
  const { sent } = await tlsSession({ settings: { maxVersion: 'TLSv1.2' } });
  const { connection, content } = open(new KeyLog());
  feed(connection, sent);
  expect(content.texts).toEqual(['', '']);
  expect(connection.info).toMatchObject({ version: 'TLS 1.2', sni: 'a.example', decrypted: false });
  const at = { frame: 1, timeNs: 0, deliveredFrame: 1, deliveredNs: 0 };
  expect(connection.push(0, 1e6, Uint8Array.of(23, 3, 3, 0, 1, 0), 0, 6, at)).toBe(Infinity);
});

describe('without keys, of TLS 1.2', () => {
  const settings = { maxVersion: /** @type {const} */ ('TLSv1.2') };
  const pieces = (/** @type {number} */ size) => (/** @type {Uint8Array} */ bytes) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));

  test.each([1, 7, 100, 65_536])(
    'flights are counted up to the first data, in pieces of %i bytes as with keys',
    async (size) => {
      const { sent, keyLog } = await tlsSession({ settings, requests: ['x'.repeat(3000)] });
      const [read, sealed] = [keyLogOf(keyLog), new KeyLog()].map((log) => open(log));
      feed(read.connection, sent, pieces(size));
      feed(sealed.connection, sent, pieces(size));
      const { handshakeRoundTrips, handshakeNs } = read.connection.info;
      expect(handshakeRoundTrips).toBe(2);
      expect(sealed.connection.info).toMatchObject({ decrypted: false, handshakeRoundTrips, handshakeNs });
    },
  );

  test('a resumed session takes one', async () => {
    const first = await tlsSession({ settings });
    const { sent } = await tlsSession({ settings, session: first.session, context: first.context });
    const { connection } = open(null);
    feed(connection, sent);
    expect(connection.info).toMatchObject({ resumed: true, handshakeRoundTrips: 1 });
  });

  /**
   * Up to where both ends have given up content.
   * @param {import('../../../lib/protocols/tls/connection.js').TlsConnection} connection
   */
  async function openTo(connection) {
    const { sent } = await tlsSession({ settings });
    const from = sent.findIndex(({ endpoint, bytes }) => endpoint === 0 && bytes[0] === 23);
    const offsets = [0, 0];
    for (const { endpoint, bytes } of sent.slice(0, from)) {
      connection.push(endpoint, offsets[endpoint], bytes, 0, bytes.length, AT);
      offsets[endpoint] += bytes.length;
    }
    return offsets;
  }
  const AT = { frame: 1, timeNs: 0, deliveredFrame: 1, deliveredNs: 0 };

  test('bodies of records are passed over', async () => {
    const { connection } = open(null);
    const [client, server] = await openTo(connection);
    expect(connection.push(1, server, Uint8Array.of(22, 3, 3, 64, 0, 1), 0, 6, AT)).toBe(server + 5 + 16_384);
    expect(connection.push(1, server + 5 + 16_384, Uint8Array.of(22, 3, 3, 0, 1), 0, 5, AT)).toBe(
      server + 5 + 16_384 + 6,
    );
    expect(connection.push(0, client, Uint8Array.of(23, 3, 3, 1, 0), 0, 5, AT)).toBe(Infinity);
    expect(connection.push(1, server + 5 + 16_384 + 5, Uint8Array.of(1), 0, 1, AT)).toBe(Infinity);
    expect(connection.info).toMatchObject({ handshakeRoundTrips: 2 });
  });

  test('nothing is counted on where a header is missing', async () => {
    const { connection } = open(null);
    const [client, server] = await openTo(connection);
    expect(connection.gap(1, server, 100, AT)).toBe(Infinity);
    expect(connection.push(0, client, Uint8Array.of(23, 3, 3, 1, 0), 0, 5, AT)).toBe(Infinity);
    expect(connection.info.handshakeRoundTrips).toBeNull();
  });
});

test.each(['TLSv1.2', 'TLSv1.3'])('keys that come after their packets, %s', async (version) => {
  const { sent, keyLog } = await tlsSession({
    settings: { minVersion: /** @type {any} */ (version), maxVersion: /** @type {any} */ (version) },
    requests: ['one', 'two'],
  });
  const late = new KeyLog();
  late.isOpen = true;
  const { connection, content } = open(late);
  const offsets = [0, 0];
  const at = { frame: 1, timeNs: 0, deliveredFrame: 1, deliveredNs: 0 };
  sent.forEach(({ endpoint, bytes }, i) => {
    if (i === sent.length - 1) late.add(keyLog);
    connection.push(endpoint, offsets[endpoint], bytes, 0, bytes.length, at);
    offsets[endpoint] += bytes.length;
  });
  expect(content.texts).toEqual(['onetwo', 'ONETWO']);
});

test.each(['TLSv1.2', 'TLSv1.3'])('a resumed session, %s', async (version) => {
  const settings = { minVersion: /** @type {any} */ (version), maxVersion: /** @type {any} */ (version) };
  const first = await tlsSession({ settings });
  const { sent, keyLog } = await tlsSession({ settings, session: first.session, context: first.context });
  const { connection, content } = open(keyLogOf(keyLog));
  feed(connection, sent);
  expect(content.texts).toEqual(['hello', 'HELLO']);
  expect(connection.info.resumed).toBe(true);
});

test("a session resumed by its ticket, with the first handshake's secret alone", async () => {
  const settings = { minVersion: /** @type {const} */ ('TLSv1.2'), maxVersion: /** @type {const} */ ('TLSv1.2') };
  const first = await tlsSession({ settings });
  const second = await tlsSession({ settings, session: first.session, context: first.context });
  const keyLog = keyLogOf(first.keyLog);
  const alone = open(keyLog);
  feed(alone.connection, second.sent);
  expect(alone.content.texts).toEqual(['', '']);
  feed(open(keyLog).connection, first.sent);
  const resumed = open(keyLog);
  feed(resumed.connection, second.sent);
  expect(resumed.content.texts).toEqual(['hello', 'HELLO']);
});

/** OpenSSL's SSL_OP_NO_TICKET. */
const NO_TICKET = 0x4000;

test('a session by its ID, as Java and others log it, with a comment behind', async () => {
  const settings = { maxVersion: /** @type {const} */ ('TLSv1.2'), secureOptions: NO_TICKET };
  const { sent, keyLog } = await tlsSession({ settings });
  const known = open(keyLogOf(keyLog));
  feed(known.connection, sent);
  const id = known.connection.agreed?.server.sessionId ?? '';
  const master = /CLIENT_RANDOM \S+ (\S+)/.exec(keyLog)?.[1] ?? '';
  expect(id).toHaveLength(64);
  for (const line of [
    `RSA Session-ID:${id.toUpperCase()} Master-Key:${master.toUpperCase()}`,
    `RSA Session-ID:${id} Master-Key:${master} # of a test\r\n`,
  ]) {
    const { connection, content } = open(keyLogOf(line));
    feed(connection, sent);
    expect(content.texts).toEqual(['hello', 'HELLO']);
  }
  expect(keyLogOf(`RSA Session-ID:${id} Master-Key:${master}00`).version).toBe(0);
});

test('sessions are forgotten in their order', () => {
  const keyLog = new KeyLog();
  const master = new Uint8Array(48);
  for (let k = 0; k <= MAX_SESSIONS; k++) keyLog.remember(`${k}`, master);
  keyLog.remember('f'.repeat(2 * MAX_SESSION_NAME_BYTES + 2), master);
  expect(['0', '1', 'f'.repeat(2 * MAX_SESSION_NAME_BYTES + 2)].map((name) => keyLog.session(name))).toEqual([
    null,
    master,
    null,
  ]);
});

test.each(['TLSv1.2', 'TLSv1.3'])('a lost segment costs only the records it touches, %s', async (version) => {
  const settings = { minVersion: /** @type {any} */ (version), maxVersion: /** @type {any} */ (version) };
  const requests = Array.from({ length: 40 }, (_, i) => `request ${i};`.padEnd(500, '.'));
  const { sent, keyLog } = await tlsSession({ settings, requests });
  const size = 300;
  const cut = (/** @type {Uint8Array} */ bytes) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));
  const segments = sent.flatMap(({ bytes }) => cut(bytes)).length;
  for (let lost = Math.floor(segments / 2); lost < segments - 6; lost += 3) {
    const { connection, content } = open(keyLogOf(keyLog));
    feed(connection, sent, cut, (frame) => frame === lost);
    const missing =
      requests.filter((request) => !content.texts[0].includes(request)).length +
      requests.filter((request) => !content.texts[1].includes(request.toUpperCase())).length;
    expect(missing).toBeLessThanOrEqual(2);
  }
});

test('mutated sessions: no throw, no endless content', async () => {
  const { sent, keyLog } = await tlsSession({ requests: ['one', 'two'] });
  let seed = 7;
  const random = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  const keys = keyLogOf(keyLog);
  for (let round = 0; round < 2000; round++) {
    const mutated = sent.map(({ endpoint, bytes }) => ({ endpoint, bytes: bytes.slice() }));
    for (let k = random(6); k >= 0; k--) {
      const { bytes } = mutated[random(mutated.length)];
      bytes[random(Math.min(bytes.length, 400))] = random(256);
    }
    const { connection, content } = open(keys);
    feed(connection, mutated, undefined, () => random(12) === 0);
    expect(content.texts[0].length + content.texts[1].length).toBeLessThan(200_000);
  }
});
