/** Heads with one long field, or line, in forms that regular expressions read again from each character. */

/** @type {Record<string, (length: number) => string>} the head's first line, then its fields */
export const LONG_HEADS = {
  'spaces in a value': (length) => `GET / HTTP/1.1\r\nCookie: a${' '.repeat(length)}a\r\n`,
  'tabs in a known list': (length) => `GET / HTTP/1.1\r\nAccept: a${'\t'.repeat(length)},a\r\n`,
  'a folded line of spaces': (length) => `GET / HTTP/1.1\r\nAge: 5\r\n${' '.repeat(length)}a\r\n`,
  'hexadecimal digits in a target': (length) => `GET /${'a'.repeat(length)} HTTP/1.1\r\n\r\n`,
  'hexadecimal digits and dots in a target': (length) => `GET /${'a.'.repeat(length / 2)} HTTP/1.1\r\n\r\n`,
  'digits and dots in a target': (length) => `GET /${'1.1.'.repeat(length / 4)} HTTP/1.1\r\n\r\n`,
  'dots of an extension in a target': (length) => `GET /${'.htm'.repeat(length / 4)} HTTP/1.1\r\n\r\n`,
  'keys in a target': (length) => `GET /?${'a=&'.repeat(length / 3)} HTTP/1.1\r\n\r\n`,
  'at signs in an authority': (length) => `GET / HTTP/1.1\r\nHost: ${'a@'.repeat(length / 2)}\r\n`,
  'brackets in an authority': (length) => `GET / HTTP/1.1\r\nHost: ${'['.repeat(length)}\r\n`,
  'spaces in a request line': (length) => `GET${' '.repeat(length)}/ HTTP/1.1x\r\n\r\n`,
  'spaces in a status line': (length) => `HTTP/1.1 200${' '.repeat(length)}x\r\n\r\n`,
  'carriage returns': (length) => `GET /${'\r'.repeat(length)} HTTP/1.1\r\n\r\n`,
  'elements of a list': (length) => `GET / HTTP/1.1\r\nAccept: ${'a/b,'.repeat(length / 4)}\r\n`,
  'parameters of an element': (length) => `GET / HTTP/1.1\r\nAccept: ${'q=1;'.repeat(length / 4)}\r\n`,
  'spaces between the words of a date': (length) => `GET / HTTP/1.1\r\nDate: Sun, 06 Nov${' '.repeat(length)}x\r\n`,
};
