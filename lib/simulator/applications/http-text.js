/** Heads of HTTP/1 messages, as any dissector reads them. */

/** @typedef {'1.0'|'1.1'} HttpVersion */

export const DEFAULT_HOST = 'www.example.net';

/**
 * @param {number} id
 * @param {{ requestBytes?: number, version?: HttpVersion, isLast: boolean, host?: string }} request isLast: the connection ends behind the response
 * @returns {string} at least so many bytes as are asked for
 */
export function requestText(id, { requestBytes = 0, version = '1.1', isLast, host = DEFAULT_HOST }) {
  const head = `GET /${id} HTTP/${version}\r\nHost: ${host}\r\n${closing(version, isLast)}X-Sim-Id: ${id}\r\n`, filler = 'X-Filler: ';
  const missing = requestBytes - head.length - filler.length - 4;
  return missing < 1 ? `${head}\r\n` : `${head}${filler}${'x'.repeat(missing)}\r\n\r\n`;
}

/** @param {number} id @param {{ responseBytes: number, version?: HttpVersion, isLast: boolean }} response responseBytes: of its body */
export function responseHead(id, { responseBytes, version = '1.1', isLast }) {
  return `HTTP/${version} 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${responseBytes}\r\n${closing(version, isLast)}X-Sim-Id: ${id}\r\n\r\n`;
}

/** What says that the connection ends: HTTP/1.0 says nothing, for it always does (RFC 1945, section 1.3). @param {HttpVersion} version @param {boolean} isLast */
const closing = (version, isLast) => (isLast && version === '1.1' ? 'Connection: close\r\n' : '');
