import { hostKey, redirectKey, refererKey, urlKey, urlOf } from '../../../lib/protocols/model/url.js';

/** @param {Partial<import('../../../lib/protocols/describe-message.js').Message>} parts */
const message = (parts) =>
  /** @type {import('../../../lib/protocols/describe-message.js').Message} */ ({
    carrier: 'tcp',
    host: 'a.test',
    target: '/',
    headers: [],
    status: null,
    ...parts,
  });

test('an URL is shown as it was sent, and compared in its one form', () => {
  expect(urlOf(message({ target: 'http://B.example/x' }))).toBe('http://B.example/x');
  expect(urlOf(message({ host: 'Example.TEST:443', carrier: 'tls', target: '/a/../b' }))).toBe(
    'https://Example.TEST:443/a/../b',
  );
  expect(urlKey(message({ host: 'Example.TEST:443', carrier: 'tls', target: '/a/../b' }))).toBe(
    'https://example.test/b',
  );
  expect(hostKey(message({ host: 'Example.TEST:443', carrier: 'tls' }))).toBe('example.test');
  expect(hostKey(message({ host: 'Example.TEST:8080' }))).toBe('example.test:8080');
});

test('each form of a target gives an URL', () => {
  const urlFor = (/** @type {string} */ method, /** @type {string} */ target, host = 'a.test:8080') =>
    urlOf(message({ method, target, host }));
  expect(urlFor('GET', '/x?y')).toBe('http://a.test:8080/x?y');
  expect(urlFor('GET', 'ftp://b.test/x')).toBe('ftp://b.test/x');
  expect(urlFor('CONNECT', 'b.test:443')).toBe('http://b.test:443');
  expect(urlFor('CONNECT', '[2001:db8::1]:443', 'b.test')).toBe('http://[2001:db8::1]:443');
  expect(urlFor('OPTIONS', '*')).toBe('http://a.test:8080');
  expect(urlFor('CONNECT', '/chat')).toBe('http://a.test:8080/chat'); // RFC 8441
});

test('a Referer may be relative to what it led to, and has no fragment', () => {
  const refererOf = (/** @type {string} */ referer, more = {}) =>
    refererKey(message({ target: '/b/c', headers: [['REFERER', referer]], ...more }));
  expect([refererOf('HTTP://A.test:80/b/./d?e#f'), refererOf('d'), refererOf('//b.test'), refererOf('')]).toEqual([
    'http://a.test/b/d?e',
    'http://a.test/b/d',
    'http://b.test/',
    null,
  ]);
  expect(refererKey(message({}))).toBeNull();
  expect(refererOf('http://A.test/', { host: 'no host' })).toBe('http://a.test/');
});

test('redirects lead where Location says, if that is an URL', () => {
  const ledTo = (/** @type {number} */ status, /** @type {string} */ location) =>
    redirectKey(message({ status, headers: [['Location', location]] }), message({ target: '/b/c' }));
  expect([ledTo(302, '../d#e'), ledTo(307, 'http://A.test:80'), ledTo(201, '/d'), ledTo(302, 'http://[')]).toEqual([
    'http://a.test/d',
    'http://a.test/',
    null,
    null,
  ]);
  expect(redirectKey(message({ status: 302 }), message({}))).toBeNull();
});

test('what is no URL is equal to itself alone, and throws nowhere', () => {
  for (const text of [
    '',
    ' ',
    '[',
    '%',
    'a:b:c',
    '\u0000',
    '\u00ff',
    '*',
    '//',
    'http://',
    'http://[::',
    'x'.repeat(9999),
    '\ud800',
    '#',
    'a#b\nc',
  ]) {
    for (const request of [
      message({ host: text }),
      message({ target: text }),
      message({ host: text, target: text }),
      message({ headers: [['referer', text]] }),
    ]) {
      for (const key of [urlKey, hostKey, refererKey]) expect(key(request)).toEqual(key({ ...request }));
      redirectKey(message({ status: 301, headers: [['location', text]] }), request);
    }
  }
  expect(refererKey(message({ headers: [['referer', 'http://no host/#a']] }))).toBe(
    urlKey(message({ host: 'no host' })),
  );
  expect(urlKey(message({ host: null, target: null }))).toBe('http://unknown/');
});
