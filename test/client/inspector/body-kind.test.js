import { figuresOf, pictureType, PREVIEW_CHARACTERS, textOf } from '../../../client/views/inspector/body-kind.js';

const bytes = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n0000'],
  ['image/gif', 'GIF89a000000'],
  ['image/jpeg', '\xff\xd8\xff\xe0 0000000'],
  ['image/webp', 'RIFF0000WEBPVP8 '],
  ['image/avif', '\0\0\0\x1cftypavif'],
  [null, '<svg onload="alert(1)">'],
  [null, '<html><script>alert(1)</script>'],
  [null, 'GIF89a'],
  [null, 'PNG0000000000'],
])('a picture is told by its bytes: %s', (type, text) => {
  expect(pictureType(bytes(text))).toBe(type);
});

test('text is what reads as UTF-8, cut within a letter or not, or as Latin letters', () => {
  expect(textOf(new TextEncoder().encode('Zürich'), false)).toBe('Zürich');
  expect(textOf(new TextEncoder().encode('Zürich').subarray(0, 2), true)).toBe('Z');
  expect(textOf(bytes('Z\xfcrich'), false)).toBe('Zürich');
  expect(textOf(bytes('a\0b'), false)).toBeNull();
  expect(
    textOf(
      Uint8Array.from({ length: 100 }, (_, i) => (i * 37) % 256 || 1),
      false,
    ),
  ).toBeNull();
  expect(textOf(new Uint8Array(PREVIEW_CHARACTERS * 2).fill(97), false)?.length).toBe(PREVIEW_CHARACTERS);
});

test('everything else is figures', () => {
  expect(figuresOf(bytes('\0abc'))).toBe(`0000  00 61 62 63${' '.repeat(36)}  ·abc`);
  expect(figuresOf(new Uint8Array(100_000)).split('\n').length).toBe(64);
});
