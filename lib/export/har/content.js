/** Content of messages as in HAR: content of responses, posted data, messages of WebSockets. */
import { codingsOf } from '../../protocols/bodies/codings.js';
import { fieldOf } from '../../protocols/model/header-fields.js';
import { base64 } from './base64.js';

/** @typedef {import('../../protocols/describe-message.js').Message} Message */

/**
 * A body with its codings undone (lib/analysis/message-bodies.js).
 * @typedef {object} HarBody
 * @property {number|null} decodedBytes null: not known
 * @property {Uint8Array|null} bytes null: too many to be given
 * @property {ReadonlySet<string>} notes
 * @property {string|null} unknownCoding
 */

/**
 * @typedef {object} Bodies
 * @property {(index: number) => HarBody|null} bodyOf null: not read
 * @property {boolean} hasText whether bodies are included, not only their lengths
 */

/** Largest body included; a longer one is omitted. */
export const MAX_HAR_BODY_BYTES = 8 * 1024 * 1024;
/** Most bytes of all bodies included. */
export const MAX_HAR_BODIES_BYTES = 128 * 1024 * 1024;

/**
 * @param {HarBody} body @param {boolean} hasText
 * @returns {string|null} why it is incomplete, a sentence; null: complete
 */
function commentOf({ notes, unknownCoding, bytes }, hasText) {
  if (unknownCoding !== null) return `The content coding "${unknownCoding}" is not known here: the bytes are as sent.`;
  if (notes.has('coding_absent')) return 'The body does not match its content coding: the bytes are as sent.';
  if (notes.has('coding_broken')) return 'The body breaks its content coding: it is included up to there.';
  if (notes.has('body_cut')) return 'The body has more bytes than the limit for reading.';
  return hasText && bytes === null ? 'The body has more bytes than the limit for a HAR.' : null;
}

/**
 * @param {Uint8Array} bytes @param {string|null} contentType
 * @returns {string|null} null: it is not text
 */
function textOf(bytes, contentType) {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null; // not valid in its charset, or an unknown charset
  }
}

/** @param {Uint8Array} bytes @param {string|null} contentType */
function given(bytes, contentType) {
  const text = textOf(bytes, contentType);
  return text === null ? { text: base64(bytes), encoding: 'base64' } : { text };
}

/**
 * @param {Message} message
 * @param {Bodies} bodies
 * @returns {number} length with codings undone, −1: not known
 */
function decodedBytesOf(message, { bodyOf }) {
  if (message.bodyBytes === 0) return 0;
  const body = bodyOf(message.index);
  if (body !== null) return body.decodedBytes ?? -1;
  return codingsOf(message.headers).length === 0 ? message.bodyBytes : -1;
}

/** HAR's `content` of a response. @param {Message} response @param {Bodies} bodies */
export function contentOf(response, bodies) {
  const size = decodedBytesOf(response, bodies);
  const body = bodies.bodyOf(response.index);
  const comment = body === null ? null : commentOf(body, bodies.hasText);
  return {
    size,
    ...(size >= 0 && codingsOf(response.headers).length > 0 ? { compression: size - response.bodyBytes } : {}),
    mimeType: response.contentType ?? '',
    ...(bodies.hasText && body?.bytes ? given(body.bytes, response.contentType) : {}),
    ...(bodies.hasText && response.bodyBytes === 0 ? { text: '' } : {}),
    ...(comment === null ? {} : { comment }),
  };
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** HAR's `postData` of a request with a body. @param {Message} request @param {Bodies} bodies */
export function postDataOf(request, { bodyOf, hasText }) {
  const body = bodyOf(request.index);
  const mimeType = fieldOf(request.headers, 'content-type') ?? '';
  const content = hasText && body?.bytes ? given(body.bytes, mimeType) : { text: '' };
  const comment = body === null ? null : commentOf(body, hasText);
  const isText = content.text !== '' && !('encoding' in content);
  return {
    mimeType,
    params:
      FORM.test(mimeType) && isText
        ? Array.from(new URLSearchParams(content.text), ([name, value]) => ({ name, value }))
        : [],
    text: content.text,
    ...('encoding' in content ? { _encoding: content.encoding } : {}),
    ...(comment === null ? {} : { comment }),
  };
}

/** Opcodes as RFC 6455 numbers them. */
const OPCODES = new Map(Object.entries({ continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 }));

/**
 * A WebSocket message as in Chromium's HAR: text, or other bytes in base64.
 * @param {Message} message @param {Bodies} bodies @param {number} startEpochSeconds of the capture
 */
export function webSocketMessageOf(message, { bodyOf, hasText }, startEpochSeconds) {
  const bytes = hasText ? bodyOf(message.index)?.bytes : null;
  const text = bytes && message.opcode !== 'binary' ? textOf(bytes, null) : null;
  return {
    type: message.kind === 'request' ? 'send' : 'receive',
    time: startEpochSeconds + message.start,
    opcode: OPCODES.get(message.opcode ?? '') ?? 0,
    data: text ?? (bytes ? base64(bytes) : ''),
  };
}
