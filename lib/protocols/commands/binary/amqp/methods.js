/** Methods of AMQP 0-9-1 (amqp-xml-doc0-9-1), with RabbitMQ's extensions, and reply codes. */
import { Fields } from '../fields.js';

/** @param {number} ofClass @param {number} method */
export const codeOf = (ofClass, method) => ofClass * 0x10000 + method;

/**
 * @typedef {object} Method
 * @property {string} name
 * @property {string} layout of its arguments: digits are bytes to skip, `n` a shown name, `t` a short text, `T` a
 *   table, `w` with a digit the bit of "no-wait" in the next byte
 * @property {number} [answers] code of the method that it answers
 */

/** Class and its methods: number, name, `layout`, `<` and the number of the method that it answers. */
const CLASSES = [
  `10 connection: 10 start, 11 start-ok Tn, 20 secure <11, 21 secure-ok, 30 tune <11, 31 tune-ok, 40 open n,
   41 open-ok <40, 50 close, 51 close-ok <50, 60 blocked n, 61 unblocked, 70 update-secret, 71 update-secret-ok <70`,
  '20 channel: 10 open, 11 open-ok <10, 20 flow, 21 flow-ok <20, 40 close, 41 close-ok <40',
  '30 access: 10 request n, 11 request-ok <10',
  `40 exchange: 10 declare 2ntw4, 11 declare-ok <10, 20 delete 2nw1, 21 delete-ok <20, 30 bind 2nnnw0, 31 bind-ok <30,
   40 unbind 2nnnw0, 51 unbind-ok <40`,
  `50 queue: 10 declare 2nw4, 11 declare-ok n <10, 20 bind 2nnnw0, 21 bind-ok <20, 30 purge 2nw0, 31 purge-ok <30,
   40 delete 2nw2, 41 delete-ok <40, 50 unbind 2nnn, 51 unbind-ok <50`,
  `60 basic: 10 qos, 11 qos-ok <10, 20 consume 2ntw3, 21 consume-ok <20, 30 cancel nw0, 31 cancel-ok <30,
   40 publish 2nn, 50 return, 60 deliver t81nn, 70 get 2n, 71 get-ok 81nn <70, 72 get-empty <70, 80 ack, 90 reject,
   100 recover-async, 110 recover, 111 recover-ok <110, 120 nack`,
  '85 confirm: 10 select w0, 11 select-ok <10',
  '90 tx: 10 select, 11 select-ok <10, 20 commit, 21 commit-ok <20, 30 rollback, 31 rollback-ok <30',
];

/** @param {string} line of `CLASSES` @returns {[code: number, method: Method][]} */
function methodsOf(line) {
  const [head, list] = line.split(':');
  const [ofClass, className] = head.split(' ');
  return list.split(',').map((entry) => {
    const [, number, name, layout = '', answers] = /** @type {RegExpExecArray} */ (
      /^\s*(\d+) ([\w-]+)(?: (\w+))?(?: <(\d+))?$/.exec(entry)
    );
    const answered = answers === undefined ? undefined : codeOf(Number(ofClass), Number(answers));
    return [codeOf(Number(ofClass), Number(number)), { name: `${className}.${name}`, layout, answers: answered }];
  });
}

/** By class and number. @type {ReadonlyMap<number, Method>} */
export const METHODS = new Map(CLASSES.flatMap(methodsOf));

/** Those that are handled specially. */
export const METHOD = Object.freeze({
  START: codeOf(10, 10),
  START_OK: codeOf(10, 11),
  SECURE_OK: codeOf(10, 21),
  TUNE_OK: codeOf(10, 31),
  CONNECTION_CLOSE: codeOf(10, 50),
  CONNECTION_CLOSE_OK: codeOf(10, 51),
  CHANNEL_OPEN: codeOf(20, 10),
  CHANNEL_CLOSE: codeOf(20, 40),
  CHANNEL_CLOSE_OK: codeOf(20, 41),
  FLOW_OK: codeOf(20, 21),
  PUBLISH: codeOf(60, 40),
  RETURN: codeOf(60, 50),
  ACK: codeOf(60, 80),
  REJECT: codeOf(60, 90),
  RECOVER_ASYNC: codeOf(60, 100),
  NACK: codeOf(60, 120),
  CONFIRM_SELECT: codeOf(85, 10),
});

/** @type {Readonly<Record<number, string>>} */
const REPLIES = {
  311: 'CONTENT_TOO_LARGE', 312: 'NO_ROUTE', 313: 'NO_CONSUMERS', 320: 'CONNECTION_FORCED', 402: 'INVALID_PATH',
  403: 'ACCESS_REFUSED', 404: 'NOT_FOUND', 405: 'RESOURCE_LOCKED', 406: 'PRECONDITION_FAILED', 501: 'FRAME_ERROR',
  502: 'SYNTAX_ERROR', 503: 'COMMAND_INVALID', 504: 'CHANNEL_ERROR', 505: 'UNEXPECTED_FRAME', 506: 'RESOURCE_ERROR',
  530: 'NOT_ALLOWED', 540: 'NOT_IMPLEMENTED', 541: 'INTERNAL_ERROR',
}; // prettier-ignore
const REPLY_SUCCESS = 200;

/**
 * What a reply code, the text after it, means.
 * @param {number} code @param {string} text
 * @returns {import('../../connection.js').Outcome}
 */
export const replyOf = (code, text) =>
  code === REPLY_SUCCESS || code === 0
    ? { status: code, outcome: 'OK', text }
    : { status: code, outcome: `${code} ${REPLIES[code] ?? 'error'}`, text, isFailed: true };

/**
 * A method's names, and whether it asks for no answer.
 * @param {Method} method @param {Uint8Array} bytes @param {number} at of its arguments @param {number} end
 */
export function argumentsOf({ layout }, bytes, at, end) {
  const fields = new Fields(bytes, at, end);
  const names = [];
  let isOneWay = false;
  for (let i = 0; i < layout.length; i++) {
    const part = layout[i];
    if (part === 'T') fields.skip(fields.uint32());
    else if (part === 't') fields.skip(fields.uint8());
    else if (part === 'n') names.push(fields.text(fields.uint8()));
    else if (part === 'w') isOneWay = ((fields.uint8() >> Number(layout[++i])) & 1) === 1;
    else fields.skip(Number(part));
  }
  return { target: names.filter(Boolean).join(' '), isOneWay };
}
