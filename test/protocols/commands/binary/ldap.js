/** LDAP in BER as bytes, one character each. */
import { big } from '../support.js';

/** @param {number} tag @param {...string} parts */
export const ber = (tag, ...parts) => {
  const content = parts.join('');
  const length = content.length < 0x80 ? String.fromCharCode(content.length) : `\x82${big(content.length, 2)}`;
  return `${String.fromCharCode(tag)}${length}${content}`;
};
/** @param {string} value */
export const text = (value) => ber(4, value);
/** @param {number} value */
const integer = (value) => ber(2, value < 0x80 ? String.fromCharCode(value) : big(value, 3));
/** @param {number} value */
const enumerated = (value) => ber(10, String.fromCharCode(value));
/** @param {number} id @param {string} op */
export const message = (id, op) => ber(0x30, integer(id), op);

/** @param {number} id @param {string} name @param {string} password */
export const bind = (id, name, password) => message(id, ber(0x60, integer(3), text(name), ber(0x80, password)));
/** @param {number} id @param {string} base @param {string} filter @param {string[]} attributes */
export const search = (id, base, filter, ...attributes) =>
  message(
    id,
    ber(
      0x63,
      text(base),
      enumerated(2),
      enumerated(0),
      integer(0),
      integer(0),
      ber(1, '\0'),
      filter,
      ber(0x30, ...attributes.map(text)),
    ),
  );
/** @param {string} name @param {string} value */
export const equals = (name, value) => ber(0xa3, text(name), text(value));
/** @param {number} id @param {string} name */
export const entry = (id, name) => message(id, ber(0x64, text(name), ber(0x30)));
/** @param {number} id @param {number} tag @param {number} code @param {string} [diagnostic] @param {string} [rest] */
export const outcome = (id, tag, code, diagnostic = '', rest = '') =>
  message(id, ber(tag, enumerated(code), text(''), text(diagnostic), rest));

/** How a connection begins. */
export const FIRST = [`c ${bind(1, 'cn=joe', 'secret')}`, `s ${outcome(1, 0x61, 0)}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = {
  first: FIRST,
  exchange: (n) => [search(n, `cn=n${n}`, ber(0x87, 'cn')), outcome(n, 0x65, 32, `n${n}`)],
};

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['ldap', FIRST, message(2, ber(0x42))]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, bind(1, `cn=${c()}`, c())],
    [1, outcome(1, 0x61, 49, c())],
    [0, search(2, `dc=${c()}`, ber(0xa0, equals(c(), c()), ber(0xa4, text(c()), ber(0x30, ber(0x80, c())))), c())],
    [1, entry(2, c()) + outcome(2, 0x65, 0, c())],
    [0, message(3, ber(0x77, ber(0x80, c()), ber(0x81, c()))) + message(4, ber(0x4a, c()))],
    [1, outcome(3, 0x78, 2, c(), ber(0x8a, c())) + outcome(4, 0x6b, 50, c())],
    [0, message(5, ber(0x60, integer(3), text(c()), ber(0xa3, text(c()), text(c()))))],
    [1, outcome(5, 0x61, 7, '') + outcome(0, 0x78, 52, c(), ber(0x8a, c()))],
  ],
];
