/** Messages of command protocols as bytes, one character each. */
import { big, little } from './support.js';

/** @param {string} type @param {string} body */
export const pg = (type, body) => `${type}${big(body.length + 4, 4)}${body}`;
/** @param {string} body */
export const startup = (body) => `${big(body.length + 4, 4)}${body}`;
/** @param {number} number @param {string} body */
export const my = (number, body) => `${little(body.length, 3)}${String.fromCharCode(number)}${body}`;

/** @param {...[type: number, name: string, value: string]} elements */
export const bson = (...elements) => {
  const body = elements.map(([type, name, value]) => `${String.fromCharCode(type)}${name}\0${value}`).join('');
  return `${little(body.length + 5, 4)}${body}\0`;
};
/** @param {string} value @returns {string} */
export const text = (value) => `${little(value.length + 1, 4)}${value}\0`;
/** @param {number} id @param {number} to @param {string} document @param {number} [flags] */
export const mongo = (id, to, document, flags = 0) =>
  `${little(21 + document.length, 4)}${little(id, 4)}${little(to, 4)}${little(2013, 4)}${little(flags, 4)}\0${document}`;

/** Of one literal. @param {string} content */
export const snappy = (content) => `${String.fromCharCode(content.length, 60 << 2, content.length - 1)}${content}`;
/** @param {number} id @param {number} to @param {number} op @param {number} compressor @param {string} packed */
export const packedMongo = (id, to, op, compressor, packed) =>
  `${little(25 + packed.length, 4)}${little(id, 4)}${little(to, 4)}${little(2012, 4)}${little(op, 4)}${little(99, 4)}${String.fromCharCode(compressor)}${packed}`;

/** @param {number} api @param {number} version @param {number} id @param {string} body */
export const kafka = (api, version, id, body) => {
  const content = `${big(api, 2)}${big(version, 2)}${big(id, 4)}\0\x02me${body}`;
  return `${big(content.length, 4)}${content}`;
};
/** @param {string} content */
export const framed = (content) => `${big(content.length, 4)}${content}`;
/** @param {number} opcode @param {number} status @param {string} key @param {string} [value] */
export const bin = (opcode, status, key, value = '', magic = '\x80') =>
  `${magic}${String.fromCharCode(opcode)}${big(key.length, 2)}\0\0${big(status, 2)}${big(key.length + value.length, 4)}${'\0'.repeat(12)}${key}${value}`;
/** @param {number} id @param {number} flags @param {number} answers */
export const dns = (id, flags, answers = 0) => {
  const message = `${big(id, 2)}${big(flags, 2)}\0\x01${big(answers, 2)}\0\0\0\0\x01a\x04test\0\0\x01\0\x01`;
  return `${big(message.length, 2)}${message}`;
};
/** @param {number} first @param {string} body */
export const mqtt = (first, body) => `${String.fromCharCode(first, body.length)}${body}`;
