import { lettersOf } from '../../../client/views/capture/column-room.js';
import { carriesWords } from '../../../client/views/capture/connection-words.js';

const row = /** @type {import('../../../client/state/types.js').ConnectionRow} */ (
  /** @type {unknown} */ ({
    flow: 12_345,
    client: { address: '10.0.0.1', port: 50_000 },
    server: { address: '10.0.0.2', port: 443 },
    clientName: null,
    serverName: 'a.rather.long.name.example',
    state: 'closed',
    start: 0,
    end: 1,
    packets: [1, 1],
    bytes: [0, 0],
    retransmissions: [0, 0],
    rttMin: null,
    rttMax: null,
    requests: 0,
    protocol: 'tls',
    firstMethod: null,
    firstTarget: null,
    firstHost: null,
    verdict: {
      code: 'zero_window',
      title: 'Zero window',
      cause: 'zero_window',
      severity: 'error',
      sentence: 'Zero window · 4.16 of 7.17 s (58 %)',
    },
  })
);

test('a first request is its path, a command its name and what it is for', () => {
  const words = (/** @type {string | null} */ firstMethod, /** @type {string | null} */ firstTarget) =>
    carriesWords({ ...row, firstMethod, firstTarget });
  expect(words('GET', '/a.css')).toBe('/a.css');
  expect(words('GET', 'http://example.org/')).toBe('http://example.org/');
  expect(words('CONNECT', 'example.org:443')).toBe('CONNECT example.org:443');
  expect(words('HELLO', '3')).toBe('HELLO 3');
  expect(words(null, null)).toBe('TLS');
});

test('a column has to hold the longest line in it', () => {
  expect(lettersOf(row)).toEqual({
    number: 6,
    client: '10.0.0.1:50000'.length,
    server: 26,
    verdict: 'Zero window · 4.16 of 7.17 s (58 %)'.length,
    carries: 3,
  });
});
