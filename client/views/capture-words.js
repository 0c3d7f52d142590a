import { count, formatBytes, formatNumber, formatShare, formatWhen } from '../base/format.js';

/** @typedef {import('../state/types.js').Capture} Capture */

/** What a capture says of itself in words, facts only. Pure. */

const sources = { upload: 'Upload', stdin: 'Standard input', file: 'File' };

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {Capture} capture @returns {import('../components/sparkline.js').SparkData} empty as long as nothing was analysed */
export function activityOf({ activity }) {
  return { clientToServer: activity?.clientToServer ?? [], serverToClient: activity?.serverToClient ?? [], repeats: activity?.retransmissions ?? [] };
}

/** @param {Capture} capture @returns {number} TCP payload of both directions */
export function payloadBytes(capture) {
  const { clientToServer, serverToClient } = activityOf(capture);
  return sum(clientToServer) + sum(serverToClient);
}

/** @param {Capture} capture @returns {number} packets sent again */
export function repeatedPackets(capture) {
  return sum(activityOf(capture).repeats);
}

/** @param {Capture} capture @returns {boolean} whether more may still come */
export function isGrowing({ state }) {
  return state === 'receiving' || state === 'reading' || state === 'live';
}

/** @param {Capture} capture @returns {string} "Upload · Today 09:41", "Live on eth0 · 16 Nov 09:12" */
export function sourceWords(capture) {
  const from = capture.source === 'live' ? `Live${capture.live ? ` on ${capture.live.interface}` : ''}` : sources[capture.source] ?? capture.source;
  return `${from} · ${formatWhen(capture.createdEpoch)}`;
}

/** @param {Capture} capture @returns {string | null} when the first packet was captured */
export function capturedWords({ startEpoch }) {
  return startEpoch === null ? null : formatWhen(Number(startEpoch));
}

/** @param {Capture} capture @returns {number} packets that a capture process or the kernel lost, as far as known */
export function droppedPackets({ live }) {
  return live ? (live.drops.kernel ?? 0) + (live.drops.interface ?? 0) : 0;
}

/** @param {Capture} capture */
function sentAgainWords(capture) {
  const repeats = repeatedPackets(capture);
  return repeats === 0 ? 'nothing sent again' : `${formatShare(repeats, capture.tcpPackets)} sent again`;
}

/**
 * How far reading is.
 * @param {Capture} capture
 * @returns {{ done: number, arrived: number, totalBytes: number }} shares from 0 to 1 of all bytes
 */
export function readingProgress({ state, sizeBytes, expectedBytes, analysedBytes }) {
  const totalBytes = state === 'receiving' ? expectedBytes ?? sizeBytes : sizeBytes;
  if (totalBytes === 0) return { done: 0, arrived: 0, totalBytes };
  return { done: analysedBytes / totalBytes, arrived: sizeBytes / totalBytes, totalBytes };
}

/**
 * The two lines beside a capture's sparkline.
 * @param {Capture} capture
 * @returns {{ kind: 'fact' | 'failure' | 'doubt' | 'running', first: string, second: string }}
 */
export function holdsWords(capture) {
  const { state, packets, tcpPackets, connections, requests, warnings, live } = capture;
  const soFar = `${count(packets, 'packet')} · ${count(connections, 'connection')} so far`;
  if (state === 'failed') {
    return { kind: 'failure', first: packets > 0 ? `Reading stopped after ${count(packets, 'packet')}` : 'Cannot be read', second: capture.error?.message ?? '' };
  }
  if (state === 'live' && live) {
    const dropped = droppedPackets(capture);
    const lost = dropped === 0 ? 'none lost' : `${formatNumber(dropped)} not captured`;
    return { kind: 'running', first: `Live · ${count(live.packets, 'packet')} · ${formatBytes(live.bytes)}`, second: `${count(connections, 'connection')} so far · ${lost}` };
  }
  if (isGrowing(capture)) {
    const { done, totalBytes } = readingProgress(capture);
    return { kind: 'running', first: `${state === 'receiving' ? 'Arriving' : 'Reading'} · ${formatNumber(done * 100)} % of ${formatBytes(totalBytes)} read`, second: soFar };
  }
  const first = `${requests === 0 ? 'No HTTP requests' : count(requests, 'request')} · ${sentAgainWords(capture)}`;
  if (warnings.length > 0) return { kind: 'doubt', first, second: warnings.length === 1 ? warnings[0].message : `${count(warnings.length, 'warning')}: ${warnings[0].message}` };
  if (packets === 0) return { kind: 'fact', first: 'No packets', second: 'The file is a capture, but there is nothing in it.' };
  if (tcpPackets === 0) return { kind: 'fact', first: 'No TCP packets', second: `${count(packets, 'packet')} of other protocols, not shown.` };
  const second = live?.stopReason ?? `${formatBytes(payloadBytes(capture))} payload · ${capture.format ?? 'file'} of ${formatBytes(capture.sizeBytes)}`;
  return { kind: 'fact', first, second };
}
