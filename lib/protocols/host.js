/**
 * The owner of the capture's messages and counts: the parsers' interface to it.
 * @typedef {import('./http1/connection.js').Host & ProtocolHost} MessageHost
 *
 * @typedef {object} ProtocolHost
 * @property {(flow: number, name: string|null) => void} setProtocol a name in the registry; null: the earlier name was
 *   wrong
 * @property {(flow: number) => 0|1} clientOf the client's endpoint, as far as known
 * @property {import('./webmux/mux-table.js').MuxTable} mux the capture's MUX fragments
 * @property {(flow: number, info: import('./tls/connection.js').TlsInfo) => void} setTls of TLS in
 *   a connection, the outermost first; the object is kept up to date
 * @property {(flow: number, proxied: import('./tunnels/proxy-protocol/proxy-header.js').Proxied) => void} setProxied
 *   whose connection a proxy passes on
 * @property {(flow: number, facts: import('./http2/side-facts.js').Http2Facts) => void} addHttp2 of HTTP/2 in a
 *   connection, at any depth; the object is kept up to date
 * @property {(flow: number, facts: import('./http3/facts.js').Http3Facts) => void} addHttp3 the same of HTTP/3 on QUIC
 * @property {import('./http2/frame-log.js').FrameTable} http2Frames
 * @property {import('./http-fields/head-block.js').HeaderBudget} headerBudget
 * @property {import('./dns/dns-stream.js').OnDns|null} onDns null: DNS is not needed
 * @property {(flow: number, client: 0|1, name: string, timeNs: number) => void} onServerName a TLS client directly over
 *   TCP requests that server
 * @property {Pick<import('./tls/connection.js').TlsContext, 'ciphers'|'keyLog'|'waiting'|'trials'>} tls
 */

export {};
