import { keysWanted, lacksKeys, withoutRequestsIn } from '../../../client/views/waterfall/without-requests.js';
import { flowOf } from '../support/connection.js';

const way = (/** @type {number} */ packets, /** @type {number} */ bytes) => ({ packets, bytes, uniqueBytes: bytes });
const silent = flowOf({ clientToServer: way(4, 0), serverToClient: way(3, 0) });
const spoken = flowOf({ clientToServer: way(4, 1200), serverToClient: way(3, 300) });
const unreadable = {
  version: 'TLS 1.3',
  cipher: null,
  sni: null,
  alpn: null,
  acceptsEch: null,
  offeredAlpn: [],
  resumed: null,
  decrypted: false,
  undecryptable: null,
  handshakeRoundTrips: null,
  handshakeSeconds: null,
  ja4: null,
  certificates: [],
  rawPublicKeys: [],
  alerts: [],
};

test('without data: TCP alone, and how much of it', () => {
  expect(withoutRequestsIn(silent)).toBe('No requests: neither end sent data, in 7 packets. Packets lists them.');
});

test('TLS that is not decrypted asks for its keys', () => {
  expect(withoutRequestsIn({ ...spoken, protocol: 'tls', tls: { ...unreadable, sni: 'a.test' } })).toMatch(
    /^No keys for this TLS connection \(a\.test\), so no requests can be read\. Add a key log/,
  );
  expect(withoutRequestsIn({ ...spoken, protocol: 'tls', tls: unreadable })).toMatch(/this TLS connection, so/);
  expect(lacksKeys({ tls: unreadable })).toBe(true);
});

test('TLS that no keys would open does not ask for them', () => {
  const tls = { ...unreadable, undecryptable: 'its handshake was not captured' };
  expect(withoutRequestsIn({ ...spoken, protocol: 'tls', tls })).toBe(
    'No requests can be read: this TLS connection cannot be decrypted (its handshake was not captured).',
  );
  expect(
    [{ tls }, {}, { tls: { ...unreadable, decrypted: true } }].map((one) => lacksKeys(/** @type {any} */ (one))),
  ).toEqual([false, false, false]);
});

test('a capture asks for keys of the connections that have none', () => {
  expect([undefined, { tls: 2, decrypted: 2 }].map(keysWanted)).toEqual(['', '']);
  expect(keysWanted({ tls: 3, decrypted: 1 })).toMatch(/^No keys for 2 TLS connections, so no requests of them can/);
});

test('other protocols are named, or said not to be known, with what was sent', () => {
  expect(withoutRequestsIn({ ...spoken, protocol: 'ssh' })).toBe(
    'No HTTP requests: this connection speaks SSH. 1.2 kB from the client, 300 B from the server: Packets shows when, and what limited it.',
  );
  expect(withoutRequestsIn(spoken)).toMatch(/^No requests: no HTTP was seen in this connection\. 1\.2 kB/);
});

test('answers whose requests were not captured are counted', () => {
  expect(withoutRequestsIn({ ...spoken, protocol: 'http/1.1', http: { ...spoken.http, responses: 1 } })).toMatch(
    /^No requests: 1 response without its request, which was not captured\. /,
  );
  expect(withoutRequestsIn({ ...spoken, protocol: 'http/1.1', http: { ...spoken.http, responses: 3 } })).toMatch(
    /^No requests: 3 responses without their requests, which were not captured\. /,
  );
});
