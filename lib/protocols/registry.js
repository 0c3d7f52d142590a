/** Which parser reads which protocol, on every level: what carriers open lands here again. */
import { PROTOCOL } from './detect/detect.js';
import { DIALOGUES, FIRST_DIALOGUE } from './dialogues.js';
import { DnsStream } from './dns/dns-stream.js';
import { Http1Connection } from './http1/connection.js';
import { Http2Connection } from './http2/connection.js';
import { Conversation } from './inner-stream.js';
import { WARNING } from './model/notes.js';
import { ProxiedConnection } from './proxy-protocol/proxied-connection.js';
import { MAX_STREAM_DEPTH } from './stream-parser.js';
import { TlsConnection } from './tls/connection.js';
import { MuxConnection } from './webmux/connection.js';
import { FORMAT } from './webmux/format.js';
import { WebSocketConnection } from './websocket/connection.js';

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('./stream-parser.js').Inside} Inside */
/** @typedef {import('./model/message-table.js').MessageTable} MessageTable */

/**
 * Who owns the capture's messages and their counts.
 * @typedef {import('./http1/connection.js').Host & ProtocolHost} MessageHost
 *
 * @typedef {object} ProtocolHost
 * @property {(flow: number, name: 'tls'|'http/2'|'websocket'|'webmux'|null) => void} setProtocol null: what was told
 *   was wrong
 * @property {import('./webmux/mux-table.js').MuxTable} mux the capture's MUX fragments
 * @property {(flow: number, info: import('./tls/connection.js').TlsInfo) => void} setTls of TLS in
 *   a connection, the outermost first; the object is kept up to date
 * @property {(flow: number, facts: import('./http2/side-facts.js').Http2Facts) => void} addHttp2 of HTTP/2 in a
 *   connection, in whatever it
 *   lies; the object is kept up to date
 * @property {import('./http2/frame-log.js').FrameTable} http2Frames
 * @property {import('./http2/head-block.js').HeaderBudget} headerBudget
 * @property {import('./dns/dns-stream.js').OnDns|null} onDns null: nobody reads DNS
 * @property {(flow: number, client: 0|1, name: string, timeNs: number) => void} onServerName a TLS client in TCP
 *   directly asks for that server
 * @property {Pick<import('./tls/connection.js').TlsContext, 'ciphers'|'keyLog'|'waiting'|'trials'>} tls
 */

/** As ALPN and Upgrade name HTTP/2. */
const HTTP2_NAMES = new Set(['h2', 'h2c']);

/**
 * A stream whose protocol is told by what was agreed on, else by its content.
 * @param {MessageHost} host
 * @param {MessageTable|null} table null to count only
 * @param {Inside} inside
 * @returns {StreamParser|null} null: it is not followed
 */
export function openConversation(host, table, inside) {
  if (inside.depth > MAX_STREAM_DEPTH) return null;
  if (HTTP2_NAMES.has(inside.upgrade ?? '')) return new Http2Connection(host, table, inside, false);
  if (inside.upgrade === 'websocket') return new WebSocketConnection(host, table, inside);
  return new Conversation((protocol) => openProtocol(host, table, inside, false, protocol));
}

/**
 * @param {MessageHost} host
 * @param {MessageTable|null} table
 * @param {Inside} inside
 * @param {boolean} isMidConnection
 * @param {number} protocol of `PROTOCOL`
 * @returns {StreamParser|null} null: nobody reads it
 */
export function openProtocol(host, table, inside, isMidConnection, protocol) {
  if (protocol === PROTOCOL.HTTP2) return new Http2Connection(host, table, inside, isMidConnection);
  if (protocol === PROTOCOL.TLS) return openTls(host, inside);
  if (protocol === PROTOCOL.MUX_1996 || protocol === PROTOCOL.MUX_1998) {
    host.setProtocol(inside.flow, 'webmux');
    return new MuxConnection(
      host,
      host.mux,
      inside,
      protocol === PROTOCOL.MUX_1996 ? FORMAT.W96 : FORMAT.W98,
      isMidConnection,
    );
  }
  if (protocol === PROTOCOL.DNS && host.onDns !== null) return new DnsStream(host.onDns);
  if (protocol === PROTOCOL.PROXIED) return openProxied(host, inside);
  if (protocol >= FIRST_DIALOGUE) return openDialogue(host, inside, protocol);
  if (protocol !== PROTOCOL.HTTP1) return null;
  const connection = new Http1Connection(host, table);
  connection.open(inside, isMidConnection);
  return connection;
}

/**
 * @param {MessageHost} host
 * @param {Inside} inside
 * @param {number} protocol
 */
function openDialogue(host, inside, protocol) {
  return DIALOGUES[protocol - FIRST_DIALOGUE].open((upgrade) =>
    host.openStream({ ...inside, depth: inside.depth + 1, upgrade }),
  );
}

/**
 * One header only: a hostile capture could put thousands before each other.
 * @param {MessageHost} host
 * @param {Inside} inside
 */
function openProxied(host, inside) {
  const inner = inside.isProxied ? null : host.openStream({ ...inside, isProxied: true, upgrade: null });
  return inner === null ? null : new ProxiedConnection(inner);
}

/**
 * @param {MessageHost} host
 * @param {Inside} inside
 */
function openTls(host, { flow, depth }) {
  const openContent = (/** @type {string|null} */ upgrade) => {
    const inner = host.openStream({ flow, carrier: 'tls', stream: null, depth: depth + 1, upgrade });
    return host.body?.content?.(inner) ?? inner;
  };
  const connection = new TlsConnection({
    ...host.tls,
    openContent,
    onServerName: (client, name, at) => {
      if (depth === 0) host.onServerName(flow, client, name, at.timeNs);
    },
    onUndecryptable: () => host.warn(flow, WARNING.TLS_UNDECRYPTABLE),
  });
  if (depth === 0) host.setProtocol(flow, 'tls');
  host.setTls(flow, connection.info);
  return connection;
}
