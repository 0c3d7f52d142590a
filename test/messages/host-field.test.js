import fc from 'fast-check';
import { hostField, startLine } from '../../lib/messages/host-field.js';

/** What is meant, as one would write it for text. */
const FIELD = /\nhost[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r?\n/i;

test('the host of a head is that of its first Host field', () => {
  const piece = fc.constantFrom('Host', 'hOST', 'HOST ', 'Hosts', ':', ': ', ' \t', '\r\n', '\n', '\r', 'a.example', 'GET / HTTP/1.1', '\u00e9', '\u0080', 'X: 1');
  fc.assert(fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
    const text = pieces.join(''), bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect([hostField(bytes), startLine(bytes)]).toEqual([FIELD.exec(text)?.[1] ?? null, /^[^\r\n]*/.exec(text)?.[0]]);
  }), { numRuns: 2000 });
});

test('a head longer than a call may have arguments', () => {
  const bytes = Uint8Array.from(`GET /${'a'.repeat(200_000)}\r\nHost: ${'b'.repeat(100_000)}\r\n\r\n`, (character) => character.charCodeAt(0));
  expect([startLine(bytes).length, hostField(bytes)?.length]).toEqual([200_005, 100_000]);
});
