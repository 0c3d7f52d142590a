/** Text of a lane. Pure. */
import {
  count,
  formatBytes,
  formatEndpoint,
  formatFlow,
  formatNumber,
  formatRttRange,
  formatSeconds,
} from '../../base/format.js';
import { protocolWords } from '../capture/connection-words.js';
import { MEDIA_WORDS } from '../timeline/media-colours.js';
import { spanWords } from '../timeline/times.js';

/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */
/** @typedef {import('../timeline/hover-card.js').CardLine} CardLine */

/** @type {Record<string, string>} */
const STATES = {
  syn_sent: 'not answered',
  syn_received: 'opening',
  established: 'open',
  half_closed: 'half closed',
  closed: 'closed',
  reset: 'reset',
};

/** @param {number} ns @returns {string} seconds since the capture's first packet */
export const atWords = (ns) => `${formatNumber(ns / 1e9, 6)} s`;

/** @param {Lane} lane @returns {{ client: string, port: string, brief: string, details: string[] }} */
export function laneWords({ row }) {
  const payload = row.bytes[0] + row.bytes[1];
  const state = STATES[row.state] ?? row.state;
  return {
    client: formatEndpoint(row.client),
    port: `:${row.client.port}`,
    brief: [contentWords(row, payload), ['established', 'closed'].includes(row.state) ? null : state]
      .filter(Boolean)
      .join(', '),
    details: detailsOf(row),
  };
}

/** What there is room for in a high lane, what matters most first. @param {Lane['row']} row */
function detailsOf({ bytes, packets, rttMin, rttMax, retransmissions }) {
  const repeats = (retransmissions[0] ?? 0) + (retransmissions[1] ?? 0);
  return [
    ...(bytes[0] + bytes[1] > 0 ? [`→ ${formatBytes(bytes[0])}  ← ${formatBytes(bytes[1])}`] : []),
    ...(rttMin === null ? [] : [`RTT ${formatRttRange(rttMin, rttMax)}`]),
    ...(repeats > 0 ? [count(repeats, 'retransmission')] : []),
    `${formatNumber(packets[0] + packets[1])} packets`,
  ];
}

/** @param {Lane['row']} row @param {number} payload */
function contentWords({ requests, protocol, state }, payload) {
  if (requests > 0) return count(requests, 'request');
  if (payload === 0) return state === 'syn_sent' ? null : 'unused';
  return protocol === null ? formatBytes(payload) : `${protocolWords(protocol)}, ${formatBytes(payload)}`;
}

/** @param {Lane|null} lane the first of the group @param {number} connections */
export function groupWords(lane, connections) {
  return [lane?.row.serverName ?? lane?.row.firstHost, count(connections, 'connection')].filter(Boolean).join(' · ');
}

/** @param {Lane} lane @returns {import('../timeline/hover-card.js').CardContent} */
export function laneCard(lane) {
  const { row } = lane;
  const repeats = (row.retransmissions[0] ?? 0) + (row.retransmissions[1] ?? 0);
  /** @type {CardLine[]} */
  const lines = [
    ['Server', formatEndpoint(row.server)],
    ['State', STATES[row.state] ?? row.state],
    [
      'Carries',
      [protocolWords(row.protocol), row.requests > 0 ? count(row.requests, 'request') : null]
        .filter(Boolean)
        .join(', '),
    ],
    ['Packets', `→ ${formatNumber(row.packets[0])}  ← ${formatNumber(row.packets[1])}`],
    ['Payload', `→ ${formatBytes(row.bytes[0])}  ← ${formatBytes(row.bytes[1])}`],
    ['Round trip', formatRttRange(row.rttMin, row.rttMax)],
    ['Retransmitted', repeats === 0 ? 'no data' : `${count(repeats, 'packet')} with data`],
    ['Handshake', lane.handshakeEndNs > lane.startNs ? spanWords(lane.handshakeEndNs - lane.startNs) : '–'],
    ...(lane.tlsNs[0] >= 0 ? [/** @type {CardLine} */ (['TLS', spanWords(lane.tlsNs[1] - lane.tlsNs[0])])] : []),
    ['Duration', formatSeconds(row.end - row.start)],
  ];
  return {
    letter: '',
    letterClass: '',
    title: formatEndpoint(row.client),
    corner: `connection ${formatFlow(lane.flow)}`,
    lines,
    canStay: false,
  };
}

/** @param {Lane} lane @param {LaneMessage} message @returns {import('../timeline/hover-card.js').CardContent} */
export function messageCard(lane, message) {
  const { kind, outcome, request, startNs, endNs, deliveredNs, pipelined, complete, name } = message;
  const asked = kind === 'request' ? message : request;
  const answer = kind === 'request' ? (lane.messages.find((other) => other.request === message) ?? null) : message;
  /** @type {CardLine[]} */
  const lines = [];
  if (kind !== 'frame') {
    lines.push([
      'Response',
      answer ? `${answer.outcome || 'no status'} · ${MEDIA_WORDS[answer.type]}` : 'none in this capture',
    ]);
  }
  lines.push([kind === 'response' ? 'Requested' : 'Sent', atWords(asked?.startNs ?? startNs)]);
  if (answer && asked) {
    lines.push(
      ['First byte after', spanWords(answer.startNs - asked.startNs)],
      ['Time', spanWords(Math.max(answer.endNs, answer.deliveredNs) - asked.startNs)],
    );
  }
  if (kind === 'response' && deliveredNs > endNs) {
    lines.push(['Acknowledged', `${spanWords(deliveredNs - endNs)} after its last byte`]);
  }
  if ((asked ?? message).pipelined || pipelined) lines.push(['Pipelined', 'sent before the previous response ended']);
  if (!complete) lines.push(['Truncated', 'the capture does not have all of it']);
  return {
    letter: '',
    letterClass: '',
    title:
      kind === 'frame'
        ? name || 'WebSocket message'
        : `${kind === 'request' ? 'Request' : 'Response'}${name ? ` ${name}` : ''}${outcome ? ` · ${outcome}` : ''}`,
    corner: `connection ${formatFlow(lane.flow)}`,
    lines,
    canStay: false,
  };
}
