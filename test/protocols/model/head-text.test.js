import { hostField, isForItsServer, startLine } from '../../../lib/protocols/model/head-text.js';
import { KnownTexts } from '../../../lib/protocols/model/text-cache.js';
import fc from '../../support/properties.js';

/** What is meant, as one would write it for text. */
const FIELD = /\nhost[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r?\n/i;

test('the host of a head is that of its first Host field', () => {
  const piece = fc.constantFrom(
    'Host',
    'hOST',
    'HOST ',
    'Hosts',
    ':',
    ': ',
    ' \t',
    '\r\n',
    '\n',
    '\r',
    'a.example',
    'GET / HTTP/1.1',
    '\u00e9',
    '\u0080',
    'X: 1',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      expect([hostField(bytes), startLine(bytes)]).toEqual([
        FIELD.exec(text)?.[1] ?? null,
        /^[^\r\n]*/.exec(text)?.[0],
      ]);
    }),
    { numRuns: 400 },
  );
});

test('a head longer than a call may have arguments', () => {
  const bytes = Uint8Array.from(`GET /${'a'.repeat(200_000)}\r\nHost: ${'b'.repeat(100_000)}\r\n\r\n`, (character) =>
    character.charCodeAt(0),
  );
  expect([startLine(bytes).length, hostField(bytes)?.length]).toEqual([200_005, 100_000]);
});

test('a request is for its server where its target, between the first space and the version, is a path or an asterisk', () => {
  const piece = fc.constantFrom(
    'GET',
    ' ',
    '/',
    '*',
    'a',
    'http://a',
    'HTTP/1.1',
    ' HTTP/1.0',
    '\r\n',
    '\n',
    '\r',
    'Host: a b',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = pieces.join('');
      const [line] = text.split(/[\r\n]/);
      const target = line.slice(line.indexOf(' ') + 1, -' HTTP/1.1'.length).replace(/^ +| +$/g, '');
      expect(isForItsServer(Uint8Array.from(text, (character) => character.charCodeAt(0)))).toBe(
        target.startsWith('/') || target === '*',
      );
    }),
    { numRuns: 400 },
  );
});

test('a known text is that of the bytes, however many others were asked for', () => {
  const texts = new KnownTexts();
  const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7919) >> 5);
  const wrong = Array.from({ length: 15_000 }, (_, i) => [(i * 31) % 10_000, ((i * 31) % 10_000) + (i % 300)]).filter(
    ([start, end]) => texts.of(bytes, start, end) !== Buffer.from(bytes.subarray(start, end)).toString('latin1'),
  );
  expect(wrong).toEqual([]);
});
