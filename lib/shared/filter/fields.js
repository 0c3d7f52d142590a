/**
 * Fields of a filter over connections. Names follow those of `analyze --json` where there is one; `client.` and
 * `server.` before a figure select what that end sent.
 */

/**
 * @typedef {'flow'|'count'|'share'|'time'|'bytes'|'rate'|'port'|'address'|'text'|'truth'|'frame'} FieldKind flow: a
 *   connection's number, such as q0; share: a count that may also be given in per cent; truth: a boolean; frame:
 *   numbers of the connection's frames
 * @typedef {object} Field
 * @property {string} name
 * @property {FieldKind} kind
 * @property {string} words
 * @property {readonly string[]} [values] usual values, for completion
 * @property {readonly string[]} [aliases] Wireshark's names for it
 */

/** States as lib/tcpflow/describe/flow-values.js names them. */
const STATES = ['syn_sent', 'syn_received', 'established', 'half_closed', 'closed', 'reset'];
/** As lib/transport/conversation.js names them. */
const HANDSHAKES = ['complete', 'unanswered', 'refused', 'unfinished', 'not_captured'];
/** Some of lib/transport/tcp/stack/stacks.js. */
const STACKS = ['Linux', 'Windows', 'macOS', 'FreeBSD', 'lwIP'];
const PROTOCOLS =
  'http http/1.1 http/1.0 http/2 http/3 websocket webmux tls redis postgresql mysql mongodb kafka memcached dns smtp ftp mqtt amqp nats cassandra clickhouse ldap tds nfs smb'.split(
    ' ',
  );

const LIMITS = [
  'congestion_window',
  'receive_window',
  'zero_window',
  'credit',
  'send_buffer',
  'fixed_window',
  'application',
  'nagle',
  'network',
  'path_mtu',
  'recovery',
  'retransmission_timeout',
  'handshake',
  'idle',
];
/** The most frequent ones; a test compares them with lib/insight/findings. */
const FINDINGS = [
  'congestion_loss',
  'random_loss',
  'tail_loss_timeout',
  'spurious_retransmission',
  'queueing_delay',
  'receive_window_limited',
  'zero_window',
  'one_exchange_at_a_time',
  'server_think_time',
  'http_errors',
  'tls_failed',
  'connection_refused',
  'reset',
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT'];

/** Wireshark's flags of TCP analysis: whether a packet of the connection has one; `flags`: any. @type {Field[]} */
const ANALYSIS_FIELDS = (
  'flags retransmission fast_retransmission spurious_retransmission out_of_order lost_segment ack_lost_segment ' +
  'duplicate_ack keep_alive keep_alive_ack window_full window_update zero_window zero_window_probe ' +
  'zero_window_probe_ack reused_ports'
)
  .split(' ')
  .map((flag) => ({
    name: `tcp.analysis.${flag}`,
    kind: 'truth',
    words: `has a packet that Wireshark flags${flag === 'flags' ? '' : ` “${flag.replaceAll('_', ' ')}”`}`,
  }));

/** @type {readonly Field[]} */
export const FIELDS = [
  { name: 'flow', kind: 'flow', words: 'number of the connection, such as 12 or q0' },
  { name: 'transport', kind: 'text', words: 'transport', values: ['tcp', 'quic'] },
  { name: 'stream', kind: 'count', words: 'Wireshark’s stream number', aliases: ['tcp.stream'] },
  { name: 'frame', kind: 'frame', words: 'number of one of its frames', aliases: ['frame.number'] },
  { name: 'client', kind: 'address', words: 'address of the client, or a network such as 10.0.0.0/8' },
  { name: 'server', kind: 'address', words: 'address of the server, or a network such as 10.0.0.0/8' },
  {
    name: 'address',
    kind: 'address',
    words: 'address of either end',
    aliases: ['ip.addr', 'ip.src', 'ip.dst', 'ipv6.addr', 'ipv6.src', 'ipv6.dst'],
  },
  { name: 'client.port', kind: 'port', words: 'port of the client' },
  { name: 'server.port', kind: 'port', words: 'port of the server' },
  { name: 'port', kind: 'port', words: 'port of either end', aliases: ['tcp.port', 'tcp.srcport', 'tcp.dstport'] },
  { name: 'state', kind: 'text', words: 'state', values: STATES },
  { name: 'handshake', kind: 'text', words: 'how the handshake ended', values: HANDSHAKES },
  { name: 'protocol', kind: 'text', words: 'application protocol', values: PROTOCOLS },
  {
    name: 'host',
    kind: 'text',
    words: 'host of a request, or name of an end',
    aliases: ['http.host', 'http2.headers.authority'],
  },
  { name: 'target', kind: 'text', words: 'path of a request', aliases: ['http.request.uri', 'http2.headers.path'] },
  {
    name: 'method',
    kind: 'text',
    words: 'method of a request, or command',
    values: METHODS,
    aliases: ['http.request.method', 'http2.headers.method'],
  },
  {
    name: 'status',
    kind: 'count',
    words: 'status of an HTTP response, such as 404',
    aliases: ['http.response.code', 'http2.headers.status'],
  },
  {
    name: 'proxy.src',
    kind: 'address',
    words: 'address of the client that a proxy passes on (PROXY protocol), or a network',
    aliases: ['proxy.src.ipv4', 'proxy.src.ipv6'],
  },
  {
    name: 'tls.sni',
    kind: 'text',
    words: 'TLS server name (SNI)',
    aliases: ['tls.handshake.extensions_server_name', 'sni'],
  },
  { name: 'tls.version', kind: 'text', words: 'version of TLS', values: ['TLS 1.3', 'TLS 1.2'] },
  { name: 'tls.handshake.ja4', kind: 'text', words: 'JA4 fingerprint of a TLS client' },
  { name: 'stack', kind: 'text', words: 'TCP stack that an end’s SYN looks like', values: STACKS },
  { name: 'client.stack', kind: 'text', words: 'TCP stack that the client’s SYN looks like', values: STACKS },
  { name: 'server.stack', kind: 'text', words: 'TCP stack that the server’s SYN looks like', values: STACKS },
  { name: 'guessed', kind: 'truth', words: 'client and server are inferred' },
  { name: 'vlan', kind: 'count', words: 'VLAN of its packets', aliases: ['vlan.id'] },
  { name: 'ip.version', kind: 'count', words: '4 or 6', values: ['4', '6'] },
  { name: 'finding', kind: 'text', words: 'code or title of a finding', values: FINDINGS },
  { name: 'severity', kind: 'text', words: 'severity of the worst finding', values: ['error', 'warning', 'note'] },
  { name: 'failed', kind: 'truth', words: 'its worst finding is an error, or it was refused or not answered' },
  { name: 'cost', kind: 'time', words: 'cost of the worst finding, such as 2 s' },
  { name: 'limit', kind: 'text', words: 'what limited it for longest', values: LIMITS },
  { name: 'limit.share', kind: 'share', words: 'share of the time that it did, such as 50 %' },
  ...both('packets', 'count', 'packets'),
  ...both('bytes', 'bytes', 'payload bytes, as 10 kB'),
  ...both('retransmissions', 'share', 'packets with data sent again; per cent: of those with data'),
  ...both('reordered', 'share', 'packets out of order; per cent: of those with data'),
  { name: 'rtt', kind: 'time', words: 'minimum RTT, such as 20 ms' },
  { name: 'rtt.max', kind: 'time', words: 'maximum RTT' },
  { name: 'rtt.handshake', kind: 'time', words: 'RTT of the handshake (iRTT)', aliases: ['tcp.analysis.initial_rtt'] },
  { name: 'requests', kind: 'count', words: 'requests, commands' },
  { name: 'start', kind: 'time', words: 'from the capture’s first packet to the connection’s' },
  { name: 'end', kind: 'time', words: 'from the capture’s first packet to the connection’s last' },
  { name: 'duration', kind: 'time', words: 'from first to last packet' },
  { name: 'rate', kind: 'rate', words: 'payload of both directions over the duration, such as 2 Mbit/s' },
  { name: 'tcp.flags.syn', kind: 'truth', words: 'has a SYN' },
  { name: 'tcp.flags.fin', kind: 'truth', words: 'has a FIN' },
  { name: 'tcp.flags.reset', kind: 'truth', words: 'has an RST' },
  ...ANALYSIS_FIELDS,
];

/**
 * @param {string} name
 * @param {FieldKind} kind
 * @param {string} words
 * @returns {Field[]} for both directions together and each alone
 */
function both(name, kind, words) {
  return [
    { name, kind, words: `${words}, both directions` },
    { name: `client.${name}`, kind, words: `${words}, client → server` },
    { name: `server.${name}`, kind, words: `${words}, server → client` },
  ];
}

/** Fields by all of their names. @type {ReadonlyMap<string, Field>} */
const BY_NAME = new Map(FIELDS.flatMap((field) => namesOf(field).map((name) => [name, field])));

/** @param {Field} field @returns {string[]} its own name first, then Wireshark's */
function namesOf({ name, aliases = [] }) {
  return [name, ...aliases];
}

/** All names, for completion: each with what its field is. */
export const NAMES = Object.freeze(
  [...BY_NAME].map(([text, { name, words }]) => ({ text, words: text === name ? words : `${name}: ${words}` })),
);

/** @param {string} name in any case @returns {Field|null} */
export const fieldOf = (name) => BY_NAME.get(name.toLowerCase()) ?? null;

/** @param {string} name @returns {string|null} the field probably meant */
export const nearestField = (name) => nearestOf(name, [...BY_NAME.keys()]);

/**
 * @param {string} given in any case
 * @param {readonly string[]} names
 * @returns {string|null} the one probably meant: a third of it may be wrong
 */
export function nearestOf(given, names) {
  const lower = given.toLowerCase();
  const near = names
    .map((name) => ({ name, edits: editsBetween(lower, name) }))
    .sort((a, b) => a.edits - b.edits)
    .at(0);
  return near !== undefined && near.edits <= Math.ceil(near.name.length / 3) ? near.name : null;
}

/** Levenshtein's distance. @param {string} a @param {string} b */
function editsBetween(a, b) {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + Number(a[i - 1] !== b[j - 1])));
    }
    above = row;
  }
  return above[b.length];
}
