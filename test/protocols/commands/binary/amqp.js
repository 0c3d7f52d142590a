/** AMQP 0-9-1 as bytes, one character each. */
import { big } from '../support.js';

/** @param {string} value after a byte with its length */
export const short = (value) => `${String.fromCharCode(value.length)}${value}`;
/** @param {string} value after four bytes with its length */
export const long = (value) => `${big(value.length, 4)}${value}`;
/** @param {number} type @param {number} channel @param {string} payload */
export const frame = (type, channel, payload) =>
  `${String.fromCharCode(type)}${big(channel, 2)}${big(payload.length, 4)}${payload}\xce`;
/** @param {number} channel @param {number} ofClass @param {number} number @param {string} [args] */
export const method = (channel, ofClass, number, args = '') =>
  frame(1, channel, `${big(ofClass, 2)}${big(number, 2)}${args}`);
/** A method with content. @param {number} channel @param {number} number @param {string} args @param {string} body */
export const content = (channel, number, args, body) =>
  `${method(channel, 60, number, args)}${frame(2, channel, `\0\x3c\0\0${big(body.length, 8)}\0\0`)}${frame(3, channel, body)}`;

export const HEADER = 'AMQP\0\0\x09\x01';
export const START = method(0, 10, 10, `\0\x09${long('')}${long('PLAIN')}${long('en_US')}`);
/** @param {string} user @param {string} password */
export const login = (user, password) =>
  method(0, 10, 11, `${long('')}${short('PLAIN')}${long(`\0${user}\0${password}`)}${short('en_US')}`);
export const TUNE = method(0, 10, 30, `${big(2047, 2)}${big(131072, 4)}${big(60, 2)}`);
/** @param {string} queue @param {number} [bits] @param {number} [channel] */
export const declare = (queue, bits = 0, channel = 1) =>
  method(channel, 50, 10, `\0\0${short(queue)}${String.fromCharCode(bits)}${long('')}`);
/** @param {string} queue @param {number} [channel] */
export const declared = (queue, channel = 1) => method(channel, 50, 11, `${short(queue)}${big(0, 4)}${big(0, 4)}`);
/** @param {string} exchange @param {string} key @param {string} body @param {number} [channel] */
export const publish = (exchange, key, body, channel = 1) =>
  content(channel, 40, `\0\0${short(exchange)}${short(key)}\0`, body);
/** @param {number} tag @param {number} [bits] @param {number} [number] 120: nack @param {number} [channel] */
export const confirm = (tag, bits = 0, number = 80, channel = 1) =>
  method(channel, 60, number, `${big(tag, 8)}${String.fromCharCode(bits)}`);
/**
 * @param {number} channel 0: of the connection @param {number} code @param {string} text
 * @param {number} ofClass @param {number} number of the method at fault
 */
export const close = (channel, code, text, ofClass, number) =>
  method(
    channel,
    channel === 0 ? 10 : 20,
    channel === 0 ? 50 : 40,
    `${big(code, 2)}${short(text)}${big(ofClass, 2)}${big(number, 2)}`,
  );

/** How a connection begins. */
export const FIRST = [`c ${HEADER}`, `s ${START}`, `c ${login('joe', 'secret')}`, `s ${TUNE}`];

/** @type {import('../speaker.js').Speaker} */
export const SPEAKER = { first: FIRST, exchange: (n) => [declare(`n${n}`), declared(`n${n}`)], isAlone: true };

/** What costs most. */
export const COSTLY = /** @type {[string, string[], string]} */ (['amqp', FIRST, frame(8, 0, '')]);

/** @type {import('../speaker.js').Canaries} */
export const canaries = (c) => [
  [
    [0, HEADER],
    [1, method(0, 10, 10, `\0\x09${long(`${short(c())}S${long(c())}`)}${long(c())}${long(c())}`)],
    [
      0,
      method(0, 10, 11, `${long(`${short(c())}S${long(c())}`)}${short(c())}${long(`\0${c()}\0${c()}`)}${short(c())}`),
    ],
    [1, TUNE],
    [0, method(0, 10, 40, `${short(c())}\0\0`) + method(1, 20, 10, '\0') + declare(c())],
    [1, declared(c()) + close(1, 406, c(), 50, 10)],
    [0, publish(c(), c(), c()) + method(1, 60, 20, `\0\0${short(c())}${short(c())}\0${long('')}`)],
    [1, content(1, 50, `${big(312, 2)}${short(c())}${short(c())}${short(c())}`, c())],
    [1, content(1, 60, `${short(c())}${big(1, 8)}\0${short(c())}${short(c())}`, c())],
    [1, close(0, 320, c(), 0, 0)],
  ],
];
