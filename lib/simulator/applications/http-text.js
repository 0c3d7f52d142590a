/** Heads of HTTP/1 messages, as any dissector reads them. */

/** @typedef {'1.0'|'1.1'} HttpVersion */

export const DEFAULT_HOST = 'www.example.net';
const FILLER = 'X-Filler: ';
const LINE_END = '\r\n';

/**
 * @param {number} id
 * @param {{ requestBytes?: number, version?: HttpVersion, isLast: boolean, host?: string }} request isLast: the
 *   connection ends after the response
 * @returns {string} at least so many bytes as are asked for
 */
export function requestText(id, { requestBytes = 0, version = '1.1', isLast, host = DEFAULT_HOST }) {
  const head = `GET /${id} HTTP/${version}\r\nHost: ${host}\r\n${closing(version, isLast)}X-Sim-Id: ${id}\r\n`;
  const missing = requestBytes - head.length - FILLER.length - 2 * LINE_END.length;
  return missing < 1 ? `${head}\r\n` : `${head}${FILLER}${'x'.repeat(missing)}\r\n\r\n`;
}

/**
 * @param {number} id
 * @param {{ responseBytes: number, version?: HttpVersion, isLast: boolean }} response responseBytes: of its body
 */
export function responseHead(id, { responseBytes, version = '1.1', isLast }) {
  return `HTTP/${version} 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${responseBytes}\r\n${closing(version, isLast)}X-Sim-Id: ${id}\r\n\r\n`;
}

/**
 * The header that ends the connection: none in HTTP/1.0, which always ends it (RFC 1945, section 1.3).
 * @param {HttpVersion} version
 * @param {boolean} isLast
 */
const closing = (version, isLast) => (isLast && version === '1.1' ? 'Connection: close\r\n' : '');

/** @param {number} number a whole one, at least 0 @returns {number} digits beyond the first */
function moreDigits(number) {
  let digits = 0;
  for (let power = 10; power <= number; power *= 10) digits++;
  return digits;
}

/** Sizes of these texts, of one version, to the default host: unread texts are not created. */
export class HttpTextSizes {
  #requestHead;
  #responseHead;

  /** @param {{ version?: HttpVersion, isLast: boolean }} options as of the texts */
  constructor({ version, isLast }) {
    this.#requestHead = requestText(0, { version, isLast }).length - LINE_END.length;
    this.#responseHead = responseHead(0, { responseBytes: 0, version, isLast }).length;
  }

  /** @param {number} id @param {number} [requestBytes] @returns {number} bytes of requestText */
  request(id, requestBytes = 0) {
    const head = this.#requestHead + 2 * moreDigits(id); // its number is there twice
    return requestBytes - head - FILLER.length - 2 * LINE_END.length < 1 ? head + LINE_END.length : requestBytes;
  }

  /** @param {number} id @param {number} responseBytes @returns {number} bytes of responseHead */
  responseHead(id, responseBytes) {
    return this.#responseHead + moreDigits(id) + moreDigits(responseBytes);
  }
}
