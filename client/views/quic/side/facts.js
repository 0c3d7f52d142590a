/** Facts of a QUIC connection, as lines. Pure. */
import { count, formatBytes, formatEndpoint, formatNumber, missing } from '../../../base/format.js';

/** @typedef {import('../../../state/answer-types.js').QuicFacts} QuicFacts */
/** @typedef {[label: string, value: string]} Line */

const VERSIONS = new Map([
  ['0x00000001', 'QUIC 1'],
  ['0x6b3343cf', 'QUIC 2'],
]);
/** IDs of an end that are written out. */
const IDS_SHOWN = 3;

/** @param {QuicFacts} facts @returns {Line[]} */
export function factLines(facts) {
  const { client, server, versions, alpn, cipher, handshakeRtt, zeroRtt, retry, versionNegotiation, paths } = facts;
  /** @type {(Line|null)[]} */
  const lines = [
    ['Client', formatEndpoint(client)],
    ['Server', `${formatEndpoint(server)}${facts.sni === null ? '' : `, ${facts.sni}`}`],
    ['Version', versions.map((version) => VERSIONS.get(version) ?? version).join(', ') || missing],
    ['Protocol', alpn ?? missing],
    cipher === null ? null : ['Cipher', cipher],
    ['Handshake', handshakeRtt === null ? missing : `${formatNumber(handshakeRtt * 1e3, 1)} ms to the answer`],
    retry || versionNegotiation
      ? ['Before it', [versionNegotiation && 'version negotiation', retry && 'Retry'].filter(Boolean).join(', ')]
      : null,
    zeroRtt.offered ? ['0-RTT', zeroRttWords(zeroRtt.accepted)] : null,
    ['Closed', closedWords(facts)],
    facts.continues && ['Continues', continuesWords(facts.continues)],
    ['Client’s IDs', idWords(facts.connectionIds.client)],
    ['Server’s IDs', idWords(facts.connectionIds.server)],
    ...(paths.length > 1 ? paths.map(pathLine) : []),
    (facts.clientToServer.spinRtt ?? facts.serverToClient.spinRtt) ? spinLine(facts) : null,
  ];
  return lines.filter((line) => line !== null);
}

/** @param {{ flow: string, confidence: number }} other */
const continuesWords = ({ flow, confidence }) =>
  `perhaps connection ${flow}, from another port or address (${formatNumber(confidence * 100)} %)`;

/** @param {boolean|null} accepted */
function zeroRttWords(accepted) {
  if (accepted === null) return 'offered';
  return accepted ? 'accepted' : 'rejected';
}

/** @param {QuicFacts} facts */
function closedWords({ closed, state }) {
  if (closed === null) return state === 'established' ? 'not within the capture' : state.replaceAll('_', ' ');
  if (closed.by === 'idle') return 'idle time-out';
  if (closed.by === 'stateless_reset') return 'stateless reset';
  const reason = closed.reason === null ? '' : `, “${closed.reason}”`;
  if (closed.name !== null) return `by the ${closed.by} (${closed.name})${reason}`;
  return `by the ${closed.by}, ${closed.layer} error ${formatNumber(closed.code ?? 0)}${reason}`;
}

/** @param {string[]} ids */
function idWords(ids) {
  if (ids.length === 0) return 'none, or empty';
  const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
  return ids.slice(0, IDS_SHOWN).join(', ') + more;
}

/** @param {QuicFacts['paths'][number]} path @returns {Line} */
const pathLine = ({ client, kind, start, validated }) => [
  { first: 'First path', rebinding: 'Rebinding', migration: 'Migration' }[kind],
  `${formatEndpoint(client)} from ${formatNumber(start, 3)} s${validated === null ? '' : `, ${validated ? 'validated' : 'not validated'}`}`,
];

/** @param {QuicFacts} facts @returns {Line} */
function spinLine({ clientToServer, serverToClient }) {
  const spin = clientToServer.spinRtt ?? serverToClient.spinRtt;
  return [
    'Spin bit',
    spin === null ? missing : `${formatNumber(spin.mean * 1e3, 1)} ms mean of ${count(spin.samples, 'sample')}`,
  ];
}

/** What one end sent. @param {QuicFacts} facts @param {number} direction @returns {Line[]} */
export function directionLines(facts, direction) {
  const of = direction === 0 ? facts.clientToServer : facts.serverToClient;
  const known = (/** @type {number|null} */ value, /** @type {(value: number) => string} */ words = formatNumber) =>
    value === null ? missing : words(value);
  return [
    ['Datagrams', `${formatNumber(of.datagrams)}, ${formatBytes(of.bytes)}`],
    ['Packets', formatNumber(of.packets)],
    ['Lost', known(of.lostPackets)],
    ['spuriously', known(of.spuriouslyLostPackets)],
    ['Probes', known(of.probes)],
    ['Stream data', known(of.uniqueStreamBytes, formatBytes)],
    ['retransmitted', known(of.retransmittedStreamBytes, formatBytes)],
    ['Initial window', known(of.initialWindowBytes, formatBytes)],
    ['Key updates', known(of.keyUpdates)],
    ['Largest datagram', formatBytes(of.maxDatagramBytes)],
    ['ECN CE', formatNumber(of.ecn.ce)],
  ];
}

/** @param {QuicFacts} facts @param {number} direction @returns {Line[]} transport parameters that an end announced */
export function parameterLines(facts, direction) {
  const parameters = (direction === 0 ? facts.clientToServer : facts.serverToClient).transportParameters ?? {};
  return Object.entries(parameters).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'number' ? formatNumber(value) : String(value),
  ]);
}
