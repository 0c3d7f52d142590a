import { gzipSync } from 'node:zlib';

import { keyLogTextOf } from '../../../client/state/key-log-text.js';
import { openedWords, secretsIn, triedWords } from '../../../client/views/dashboard/key-log.js';

const random = (/** @type {string} */ digit) => digit.repeat(64);

test('secrets are counted once each, other lines not at all', () => {
  expect(
    secretsIn(
      [
        '# SSL/TLS secrets log file',
        `CLIENT_RANDOM ${random('a')} ${random('1')}`,
        `CLIENT_RANDOM ${random('A')} ${random('1')}\r`,
        `CLIENT_HANDSHAKE_TRAFFIC_SECRET ${random('b')} ${random('2')}`,
        `SERVER_HANDSHAKE_TRAFFIC_SECRET ${random('b')} ${random('3')}`,
        `EXPORTER_SECRET ${random('b')} ${random('4')}`,
        'CLIENT_RANDOM nothing',
        '',
      ].join('\n'),
    ),
  ).toBe(3);
});

test('in any form that the server takes', async () => {
  const line = `RSA Session-ID:${random('b')} Master-Key:${random('a')}${'a'.repeat(32)} behind\r\n`;
  const little = Buffer.from(`\ufeff${line}`, 'utf16le');
  for (const bytes of [Buffer.from(line), gzipSync(line), gzipSync(little), little, Buffer.from(little).swap16()]) {
    expect(secretsIn(await keyLogTextOf(new Blob([new Uint8Array(bytes)])))).toBe(1);
  }
});

/** @param {number} secrets @param {number} before @param {number} after @param {number} tls */
const said = (secrets, before, after, tls) =>
  openedWords({ name: 'k.log', secrets, before: { tls, decrypted: before }, after: { tls, decrypted: after } });

test.each([
  [
    5,
    0,
    0,
    3,
    'No connection was decrypted',
    /^k\.log has 5 secrets, none for the 3 TLS connections of this capture\. A key log decrypts/,
  ],
  [1, 0, 0, 1, 'No connection was decrypted', /^k\.log has 1 secret, none for the TLS connection of this capture\./],
  [4, 0, 2, 3, '2 connections decrypted', /^k\.log has 4 secrets and opened 2 of 3 TLS connections of this capture\.$/],
  [
    4,
    1,
    2,
    3,
    '1 connection decrypted',
    /opened 1 of 3 TLS connections of this capture; with those from before 2 are open\.$/,
  ],
  [
    4,
    2,
    2,
    3,
    'No further connection was decrypted',
    /^k\.log has 4 secrets and opened none; 2 of 3 TLS connections of this capture had been open before\.$/,
  ],
  [4, 0, 0, 0, 'There is nothing to decrypt', /^k\.log has 4 secrets, but no connection of this capture speaks TLS\.$/],
])('%d secrets, %d open before and %d after, of %d', (secrets, before, after, tls, title, text) => {
  expect(said(secrets, before, after, tls)).toEqual({ title, text: expect.stringMatching(text) });
});

test('until that is known it is said that they are tried', () => {
  const capture = /** @type {any} */ ({ state: 'reading' });
  expect(triedWords('k.log', 2, capture)).toEqual({
    title: '2 secrets added from k.log',
    text: 'Trying them on this capture.',
  });
  expect(triedWords('k.log', 1, { ...capture, state: 'live' }).text).toBe('What they decrypt is shown as it arrives.');
});
