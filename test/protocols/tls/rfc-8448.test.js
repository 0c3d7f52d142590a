import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { feed, open } from './support/reading.js';
import { RFC_8448 } from './support/rfc-8448-traces.js';

/** What the RFC's ends send as application data. */
const PAYLOAD = String.fromCharCode(...Array.from({ length: 50 }, (_, i) => i));
const CLOSE_NOTIFY = { level: 'warning', description: 0 };

/** @param {string} section */
function traceOf(section) {
  const { keyLog, records } = /** @type {import('./support/rfc-8448-traces.js').Trace} */ (RFC_8448.get(section));
  const sent = records.map(([who, hex]) => ({
    endpoint: /** @type {0|1} */ (who === 'client' ? 0 : 1),
    bytes: Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex')),
  }));
  const random = Buffer.from(sent[0].bytes.subarray(11, 43)).toString('hex');
  const keys = new KeyLog();
  keys.add(
    Object.entries(keyLog)
      .map(([label, secret]) => `${label} ${random} ${secret}\n`)
      .join(''),
  );
  return { sent, keys };
}

/** @type {[section: string, texts: string[], resumed: boolean, alerts: number[], roundTrips: number][]} */
const EXPECTED = [
  ['3. Simple 1-RTT Handshake', [PAYLOAD, PAYLOAD], false, [0], 1],
  ['4. Resumed 0-RTT Handshake', [`ABCDEF${PAYLOAD}`, PAYLOAD], true, [0, 1], 0],
  ['5. HelloRetryRequest', ['', ''], false, [0, 1], 2],
  ['6. Client Authentication', ['', ''], false, [0, 1], 1],
  ['7. Compatibility Mode', ['', ''], false, [0, 1], 1],
];

test.each(EXPECTED)(
  'RFC 8448, %s: all of it opens, however it is cut',
  (section, texts, resumed, alerts, handshakeRoundTrips) => {
    const { sent, keys } = traceOf(section);
    for (const size of [1, 11, 1000]) {
      const { connection, content } = open(keys);
      feed(connection, sent, (bytes) =>
        Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size)),
      );
      expect(content.texts).toEqual(texts);
      expect(connection.info).toMatchObject({
        version: 'TLS 1.3',
        cipher: 'TLS_AES_128_GCM_SHA256',
        sni: 'server',
        resumed,
        handshakeRoundTrips,
        alerts: alerts.map((endpoint) => ({ endpoint, ...CLOSE_NOTIFY })),
      });
    }
  },
);

test('RFC 8448, section 4, without the secret of early data: the rest opens', () => {
  const { sent, keys } = traceOf('4. Resumed 0-RTT Handshake');
  const random = Buffer.from(sent[0].bytes.subarray(11, 43)).toString('hex');
  const rest = new KeyLog();
  for (const label of [
    'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
    'SERVER_HANDSHAKE_TRAFFIC_SECRET',
    'CLIENT_TRAFFIC_SECRET_0',
    'SERVER_TRAFFIC_SECRET_0',
  ]) {
    rest.add(
      `${label} ${random} ${Buffer.from(/** @type {Uint8Array} */ (keys.secret(label, random))).toString('hex')}\n`,
    );
  }
  const { connection, content } = open(rest);
  feed(connection, sent);
  expect(content.texts[1]).toBe(PAYLOAD);
  expect(content.texts[0].endsWith(PAYLOAD)).toBe(true);
});

test('RFC 8448, section 5, with early data around the HelloRetryRequest: nobody takes it, the rest opens', () => {
  const { sent, keys } = traceOf('5. HelloRetryRequest');
  const early = {
    endpoint: /** @type {const} */ (0),
    bytes: Uint8Array.of(23, 3, 3, 0, 30, ...new Uint8Array(30).fill(7)),
  };
  const { connection, content } = open(keys);
  feed(connection, [sent[0], early, sent[1], early, ...sent.slice(2)]);
  expect(content.texts).toEqual(['', '']);
  expect(connection.info.alerts.map(({ endpoint }) => endpoint)).toEqual([0, 1]);
});
