/** A page load: a document, and what it names, over several connections. */
import { merge, pcap, script } from './packets.js';

/**
 * @param {object} given
 * @param {string} [given.host]
 * @param {string[]} given.paths of what the document names, in order; taken in turn by the connections
 * @param {number} [given.connections]
 * @param {number} [given.rttMs]
 * @param {number} [given.thinkMs] until the server answers
 * @returns {Uint8Array} a pcap
 */
export function pageCapture({ host = 'site.test', paths, connections = 2, rttMs = 20, thinkMs = 10 }) {
  const flows = Array.from({ length: connections }, (_, i) => {
    const mine = paths.filter((_path, place) => place % connections === i);
    const exchanges = [...(i === 0 ? ['/index.html'] : []), ...mine].flatMap((path) => [
      `+1ms client PSH "GET ${path} HTTP/1.1\\r\\nHost: ${host}\\r\\nReferer: http://${host}/index.html\\r\\n\\r\\n"`,
      `+${rttMs + thinkMs}ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: ${typeOf(path)}\\r\\nContent-Length: 500\\r\\n\\r\\n${'a'.repeat(500)}"`,
      `+1ms client ACK`,
    ]);
    return script(
      { client: `10.0.0.1:${40_000 + i}`, server: '10.0.0.2:80' },
      `${i === 0 ? '' : `@${2 * rttMs + thinkMs + 5}ms `}client SYN`,
      `+${rttMs}ms server SYN-ACK`,
      '+1ms client ACK',
      ...exchanges,
    );
  });
  return pcap(merge(...flows));
}

/** @param {string} path */
const typeOf = (path) =>
  ({ css: 'text/css', js: 'text/javascript', png: 'image/png' })[path.split('.').at(-1) ?? ''] ?? 'text/html';
