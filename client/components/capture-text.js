import { capitalised, count, formatBytes, formatNumber, formatWhen, sentence } from '../base/format.js';
import { sum } from '../vendor/d3.js';

/** @typedef {import('../state/types.js').Capture} Capture */

/** Text about a capture, facts only. Pure. */

const sources = { upload: '', live: 'Live', stdin: 'Standard input', file: 'File', kept: 'Kept' };

/** @param {Capture} capture @returns {import('./sparkline.js').SparkData} empty as long as nothing was analysed */
export function activityOf({ activity }) {
  return {
    clientToServer: activity?.clientToServer ?? [],
    serverToClient: activity?.serverToClient ?? [],
    repeats: activity?.retransmissions ?? [],
  };
}

/** @param {Capture} capture @returns {number} TCP payload of both directions */
export function payloadBytes(capture) {
  const { clientToServer, serverToClient } = activityOf(capture);
  return sum(clientToServer) + sum(serverToClient);
}

/** @param {Capture} capture @returns {number} packets with data that were sent again */
export function repeatedPackets(capture) {
  return sum(activityOf(capture).repeats);
}

/** @param {Capture} capture @returns {boolean} whether more may still come */
export function isGrowing({ state }) {
  return state === 'receiving' || state === 'reading' || state === 'live';
}

/** @param {Capture} capture @returns {boolean} whether packets come as they are captured */
export const isLive = (capture) => capture.state === 'live' || (capture.source === 'stdin' && isGrowing(capture));

/**
 * @param {Capture} capture
 * @returns {string} "Today 09:41 · 28 requests", "Live on eth0 · 16 Nov 09:12", "Captured on eth0" once it has ended
 */
export function sourceWords(capture) {
  const { source, state, live, createdEpoch, requests } = capture;
  const from =
    source === 'live' && live ? `${state === 'live' ? 'Live' : 'Captured'} on ${live.interface}` : sources[source];
  return [from, formatWhen(createdEpoch), requests === 0 ? '' : count(requests, 'request')].filter(Boolean).join(' · ');
}

/** Shown when the user wants the file of a live capture, which is in pieces until it ends. */
export const FILE_LATER = 'This capture is still running. Stop it to download its file.';

/** @param {Capture} capture @returns {string | null} when the first packet was captured */
export function capturedWords({ startEpoch }) {
  return startEpoch === null ? null : formatWhen(Number(startEpoch));
}

/** @param {Capture} capture @returns {number} packets that a capture process or the kernel lost, as far as known */
export function droppedPackets({ live }) {
  return live ? (live.drops.kernel ?? 0) + (live.drops.interface ?? 0) : 0;
}

/** @param {Capture} capture */
function retransmissionWords(capture) {
  const repeats = repeatedPackets(capture);
  return repeats === 0 ? 'no retransmissions' : `${count(repeats, 'packet')} retransmitted`;
}

/**
 * How far reading is.
 * @param {Capture} capture
 * @returns {{ done: number, arrived: number, totalBytes: number }} shares from 0 to 1 of all bytes
 */
export function readingProgress({ state, sizeBytes, expectedBytes, analysedBytes }) {
  const totalBytes = state === 'receiving' ? (expectedBytes ?? sizeBytes) : sizeBytes;
  if (totalBytes === 0) return { done: 0, arrived: 0, totalBytes };
  return { done: analysedBytes / totalBytes, arrived: sizeBytes / totalBytes, totalBytes };
}

/**
 * @param {Capture} capture
 * @returns {boolean} whether it is being read, and known how long it is going to be: standard input and a link have no
 *   length
 */
export const isMeasured = ({ state, expectedBytes }) =>
  state === 'reading' || (state === 'receiving' && expectedBytes !== null);

/** @param {Capture} capture that is being read @returns {string} "25 % of 1.0 kB read", "1.0 kB read" */
export function readWords(capture) {
  const { done, totalBytes } = readingProgress(capture);
  if (!isMeasured(capture)) return `${formatBytes(capture.analysedBytes)} read`;
  return `${formatNumber(done * 100)} % of ${formatBytes(totalBytes)} read`;
}

/**
 * The sentence of a finding, without what its title says already where several connections show it.
 * @param {NonNullable<Capture['verdict']>} verdict
 * @returns {string} "4 connections; connection 0: …"
 */
function messageWords({ title, message }) {
  const several = `${title} in `;
  const worst = message.indexOf('; connection ');
  if (!message.startsWith(several) || worst === -1) return sentence(message);
  const [connections] = message.slice(several.length, worst).split(',');
  return sentence(`${connections}${message.slice(worst)}`);
}

/** @param {Capture} capture @returns {string} "28 requests · 0.4 % sent again" */
function factWords(capture) {
  return `${capture.requests === 0 ? 'No HTTP requests' : count(capture.requests, 'request')} · ${retransmissionWords(capture)}`;
}

/** @param {Capture} capture @returns {string} the file's facts, or why sniffing ended */
function fileWords(capture) {
  return (
    capture.live?.stopReason ??
    `${formatBytes(payloadBytes(capture))} payload · ${capture.format ?? 'file'} of ${formatBytes(capture.sizeBytes)}`
  );
}

/**
 * @param {Capture} capture without a verdict: it has just been read, or an earlier version read it
 * @returns {string}
 */
function pendingWords({ judging, live }) {
  if (judging) return 'Analysing.';
  return live?.stopReason ?? 'Analysed when opened.';
}

/**
 * @param {Pick<Capture, 'examining'>} capture
 * @returns {string|null} how far its long connections have been analysed, while they are
 */
function examiningWords({ examining }) {
  if (!examining) return null;
  return `Analysing long connections: ${formatNumber(Math.floor((100 * examining.done) / examining.total))} %`;
}

/** @param {Capture['warnings']} warnings at least one */
function warningWords(warnings) {
  return warnings.length === 1 ? warnings[0].message : `${count(warnings.length, 'warning')}: ${warnings[0].message}`;
}

/**
 * @param {Capture['error']} error
 * @returns {boolean} whether the capture's file is gone or closed: its tables are unavailable, whatever was read before
 */
export const isFileFault = (error) =>
  error !== null && ['file_gone', 'file_closed', 'file_unreadable'].includes(error.code);

/** @param {Capture} capture @returns {boolean} whether its file is a page, such as a report, and no capture */
export const isHtmlPage = ({ state, error }) => state === 'failed' && error?.code === 'html_page';

/**
 * @param {Capture} capture
 * @returns {boolean} whether the server died when it was being read, so that it is read again only if the user says
 *   so
 */
export const isInterrupted = ({ state, error }) => state === 'failed' && error?.code === 'interrupted';

/** Where no packet was of a transport that is read. */
export const NEITHER = 'No TCP or QUIC packets';

/** @param {Pick<Capture, 'tcpPackets'|'quicConnections'>} capture */
export const hasNeither = ({ tcpPackets, quicConnections }) => tcpPackets === 0 && quicConnections === 0;

/** @param {Pick<Capture, 'connections'|'quicConnections'>} capture @returns {number} of both transports */
export const connectionsOf = ({ connections, quicConnections }) => connections + quicConnections;

/**
 * @param {Pick<Capture, 'connections'|'quicConnections'>} capture
 * @returns {string} "3 connections", "3 connections, 1 of them QUIC", "1 QUIC connection"
 */
export function connectionWords(capture) {
  const words = count(connectionsOf(capture), 'connection');
  const { connections, quicConnections } = capture;
  if (quicConnections === 0) return words;
  return connections === 0
    ? count(quicConnections, 'QUIC connection')
    : `${words}, ${formatNumber(quicConnections)} of them QUIC`;
}

/**
 * The lines beside a capture's sparkline. Once it has been judged they say what is wrong with it, with the cause that
 * gives the colour.
 * @param {Capture} capture
 * @returns {{ kind: 'fact' | 'failure' | 'doubt' | 'running', first: string, second: string, cause?: string,
 *   severity?: import('../state/types.js').Verdict['severity'] }}
 */
export function holdsWords(capture) {
  const { state, packets, warnings, live, verdict } = capture;
  const connections = connectionsOf(capture);
  const soFar = `${count(packets, 'packet')} · ${count(connections, 'connection')} so far`;
  if (isInterrupted(capture)) {
    return { kind: 'failure', first: 'Reading was interrupted', second: capture.error?.message ?? '' };
  }
  if (state === 'failed') {
    return {
      kind: 'failure',
      first:
        packets > 0 && !isFileFault(capture.error)
          ? `Reading stopped after ${count(packets, 'packet')}`
          : 'Cannot be read',
      second: capture.error?.message ?? '',
    };
  }
  if (state === 'live' && live) {
    const dropped = droppedPackets(capture);
    const lost = dropped === 0 ? 'none dropped' : `${formatNumber(dropped)} dropped`;
    return {
      kind: 'running',
      first: `Live · ${count(packets, 'packet')} · ${formatBytes(live.bytes)}`,
      second: `${count(connections, 'connection')} so far · ${lost}`,
    };
  }
  if (isGrowing(capture)) {
    return {
      kind: 'running',
      first: `${state === 'receiving' ? 'Receiving' : 'Reading'} · ${readWords(capture)}`,
      second: soFar,
    };
  }
  if (warnings.length > 0) {
    return {
      kind: 'doubt',
      first: verdict ? verdict.sentence : factWords(capture),
      second: sentence(warningWords(warnings)),
      cause: verdict?.cause,
      severity: verdict?.severity,
    };
  }
  if (packets === 0) {
    return { kind: 'fact', first: 'No packets', second: 'The capture file is empty.' };
  }
  if (hasNeither(capture)) {
    return { kind: 'fact', first: NEITHER, second: `${count(packets, 'packet')} of other protocols, not shown.` };
  }
  if (verdict === null) {
    return {
      kind: 'fact',
      first: factWords(capture),
      second: connections === 0 ? fileWords(capture) : pendingWords(capture),
    };
  }
  const second =
    examiningWords(capture) ??
    (verdict.code === 'all_well' || verdict.message === ''
      ? `${capitalised(retransmissionWords(capture))} · ${fileWords(capture)}`
      : messageWords(verdict));
  return { kind: 'fact', first: verdict.sentence, second, cause: verdict.cause, severity: verdict.severity };
}
