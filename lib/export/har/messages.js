/** HAR's `request` and `response`. */
import { urlOf } from '../../protocols/model/url.js';
import { contentOf, postDataOf } from './content.js';
import { cookiesOf, setCookieOf } from './cookies.js';

/** @typedef {import('../../protocols/describe-message.js').Message} Message */
/** @typedef {import('./content.js').Bodies} Bodies */

/** By the protocol's name. @type {Readonly<Record<string, string>>} */
const VERSIONS = {
  'http/0.9': 'HTTP/0.9',
  'http/1.0': 'HTTP/1.0',
  'http/1.1': 'HTTP/1.1',
  'http/2': 'h2',
  'http/3': 'h3',
};

/** @param {Message} message HAR's list has no pseudo-header fields */
const headersOf = (message) =>
  message.headers.filter(([name]) => !name.startsWith(':')).map(([name, value]) => ({ name, value }));

/** @param {Message} message @param {string} name lower case @returns {string[]} */
const valuesOf = (message, name) =>
  message.headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);

/**
 * @param {Message} request @param {string} server its address, where the request does not name it
 * @param {Bodies} bodies
 */
export function harRequest(request, server, bodies) {
  const url = urlOf(request, server);
  return {
    method: request.method ?? '',
    url,
    httpVersion: VERSIONS[request.protocol],
    cookies: valuesOf(request, 'cookie').flatMap(cookiesOf),
    headers: headersOf(request),
    queryString: queryOf(url),
    headersSize: request.headerBytes,
    bodySize: request.bodyBytes,
    ...(request.bodyBytes > 0 ? { postData: postDataOf(request, bodies) } : {}),
  };
}

/**
 * @param {Message|null} response @param {Bodies} bodies
 * @param {number|null} startEpochMs of the capture; null: it has no date
 */
export function harResponse(response, bodies, startEpochMs) {
  if (response === null) {
    return {
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    };
  }
  return {
    status: response.status ?? 0,
    statusText: response.statusText ?? '',
    httpVersion: VERSIONS[response.protocol],
    cookies: valuesOf(response, 'set-cookie').map((line) =>
      setCookieOf(line, startEpochMs === null ? null : startEpochMs + response.start * 1000),
    ),
    headers: headersOf(response),
    content: contentOf(response, bodies),
    redirectURL: valuesOf(response, 'location')[0] ?? '',
    headersSize: response.headerBytes,
    bodySize: response.bodyBytes,
    _transferSize: transferSize(response),
  };
}

/**
 * Bytes of a response, including chunked framing. HTTP/2 streams are interleaved: for them the header block and the
 * content.
 * @param {Message} response
 */
function transferSize({ protocol, streamOffset, endStreamOffset, headerBytes, bodyBytes }) {
  return protocol === 'http/2'
    ? headerBytes + bodyBytes
    : Math.max(headerBytes + bodyBytes, endStreamOffset - streamOffset);
}

/** @param {string} url */
function queryOf(url) {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0 ? { name: part, value: '' } : { name: part.slice(0, equals), value: part.slice(equals + 1) };
    });
}
