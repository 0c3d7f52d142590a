/**
 * What a filter over connections may ask about. Names follow those of `analyze --json` where there is one; `client.`
 * and `server.` before a figure mean what that end sent.
 */

/**
 * @typedef {'count'|'share'|'time'|'bytes'|'rate'|'port'|'address'|'text'|'truth'} FieldKind share: a count that may
 *   also be asked for in per cent
 * @typedef {{ name: string, kind: FieldKind, words: string, values?: readonly string[] }} Field values: what it usually
 *   is, for completion
 */

/** States as lib/tcpflow/describe/flow-values.js names them. */
const STATES = ['syn_sent', 'syn_received', 'established', 'half_closed', 'closed', 'reset'];
/** As lib/tcpflow/describe/handshake-outcome.js names them. */
const HANDSHAKES = ['complete', 'unanswered', 'refused', 'unfinished', 'not_captured'];
/** Some of lib/tcpflow/stack/stacks.js. */
const STACKS = ['Linux', 'Windows', 'macOS', 'FreeBSD', 'lwIP'];
const PROTOCOLS = ['http/1.1', 'http/1.0', 'http/2', 'websocket', 'webmux', 'tls'];

/** @type {readonly Field[]} */
export const FIELDS = [
  { name: 'flow', kind: 'count', words: 'number of the connection' },
  { name: 'client', kind: 'address', words: 'address of the client, or a network as 10.0.0.0/8' },
  { name: 'server', kind: 'address', words: 'address of the server, or a network as 10.0.0.0/8' },
  { name: 'address', kind: 'address', words: 'address of either end' },
  { name: 'client.port', kind: 'port', words: 'port of the client' },
  { name: 'server.port', kind: 'port', words: 'port of the server' },
  { name: 'port', kind: 'port', words: 'port of either end' },
  { name: 'state', kind: 'text', words: 'state', values: STATES },
  { name: 'handshake', kind: 'text', words: 'how the handshake ended', values: HANDSHAKES },
  { name: 'protocol', kind: 'text', words: 'what it carries', values: PROTOCOLS },
  { name: 'host', kind: 'text', words: 'host of a request, or name of an end' },
  { name: 'target', kind: 'text', words: 'path of a request' },
  { name: 'tls.sni', kind: 'text', words: 'server name that a TLS client asked for' },
  { name: 'tls.version', kind: 'text', words: 'version of TLS', values: ['TLS 1.3', 'TLS 1.2'] },
  { name: 'tls.handshake.ja4', kind: 'text', words: 'JA4 fingerprint of a TLS client' },
  { name: 'stack', kind: 'text', words: 'TCP stack that an end’s SYN looks like', values: STACKS },
  { name: 'client.stack', kind: 'text', words: 'TCP stack that the client’s SYN looks like', values: STACKS },
  { name: 'server.stack', kind: 'text', words: 'TCP stack that the server’s SYN looks like', values: STACKS },
  { name: 'guessed', kind: 'truth', words: 'which end is the client is inferred' },
  ...both('packets', 'count', 'packets'),
  ...both('bytes', 'bytes', 'payload bytes, as 10 kB'),
  ...both('retransmissions', 'share', 'packets with data sent again; per cent: of those with data'),
  ...both('reordered', 'share', 'packets out of order; per cent: of those with data'),
  { name: 'rtt', kind: 'time', words: 'shortest round trip, as 20 ms' },
  { name: 'rtt.max', kind: 'time', words: 'longest round trip' },
  { name: 'requests', kind: 'count', words: 'HTTP requests' },
  { name: 'start', kind: 'time', words: 'from the capture’s first packet to the connection’s' },
  { name: 'duration', kind: 'time', words: 'from first to last packet' },
  { name: 'rate', kind: 'rate', words: 'payload of both directions over the duration, as 2 Mbit/s' },
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

/** @type {ReadonlyMap<string, Field>} */
const BY_NAME = new Map(FIELDS.map((field) => [field.name, field]));

/** @param {string} name in any case @returns {Field|null} */
export const fieldOf = (name) => BY_NAME.get(name.toLowerCase()) ?? null;

/** @param {string} name @returns {string|null} the field that was probably meant */
export const nearestField = (name) =>
  nearestOf(
    name,
    FIELDS.map((field) => field.name),
  );

/**
 * @param {string} given in any case
 * @param {readonly string[]} names
 * @returns {string|null} the one that was probably meant: a third of it may be wrong
 */
export function nearestOf(given, names) {
  const wanted = given.toLowerCase();
  const near = names
    .map((name) => ({ name, edits: editsBetween(wanted, name) }))
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
