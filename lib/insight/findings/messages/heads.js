import { MAX_EVIDENCE_FRAMES, bytesText, counted, finding, percent } from '../finding.js';
import { MAX_EXAMINED_HEADS } from './facts.js';

/** @typedef {import('../finding.js').Detector} Detector */
/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./facts.js').MessageFacts} MessageFacts */

/** The usual initial window (RFC 6928). */
const INITIAL_WINDOW_SEGMENTS = 10;
/** Text shrinks to a third or less; below a segment there is nothing to gain. */
const TEXT = /^(text\/|application\/(json|javascript|xml|xhtml\+xml|[\w.-]+\+(json|xml)|x-javascript|ecmascript|manifest\+json)|image\/svg\+xml|font\/(ttf|otf))/i;
const LEAST_BYTES = 1400;

/** Requests whose heads do not fit into one segment, or into the first round trip ("requests need a diet"). @type {Detector} */
export const largeRequests = ({ messages, ways }) => {
  const mss = ways.find(({ direction }) => direction === 0)?.mss, exchanges = messages?.exchanges ?? [];
  if (mss === undefined || messages === null) return [];
  const large = exchanges.filter(({ headerBytes, isMultiplexed }) => !isMultiplexed && headerBytes > mss);
  if (large.length === 0) return [];
  const bytes = large.reduce((sum, { headerBytes }) => sum + headerBytes, 0);
  const most = Math.max(...large.map(({ headerBytes }) => headerBytes)), cookies = cookieBytes(messages, large.map(({ row }) => row));
  const isOver = most > INITIAL_WINDOW_SEGMENTS * mss;
  return [finding({ code: 'large_requests', severity: isOver ? 'warning' : 'note', direction: 0, startNs: large[0].startNs,
    endNs: large[large.length - 1].sentNs, costNs: null,
    message: `${counted(large.length, 'request')} of ${exchanges.length} ${large.length === 1 ? 'has' : 'have'} ${Math.round(bytes / large.length)} bytes of head${cookies > 0 ? `, ${percent(cookies / bytes)} of it cookies` : ''}: more than one segment${isOver ? ', and more than the first round trip bears' : ''}.`,
    advice: 'Shorten cookies, or keep them from paths that need none; HTTP/2 and HTTP/3 compress heads.' },
  {
    requests: large.length, meanBytes: Math.round(bytes / large.length), mostBytes: most, cookieBytes: cookies,
    frames: large.slice(0, MAX_EVIDENCE_FRAMES).map(({ requestFrame }) => requestFrame),
  })];
};

/** @param {MessageFacts} messages @param {number[]} rows */
function cookieBytes(messages, rows) {
  let bytes = 0;
  for (const row of rows.slice(0, MAX_EXAMINED_HEADS)) {
    for (const [name, value] of messages.headers(row)) if (/^cookie$/i.test(name)) bytes += name.length + value.length + ': \r\n'.length;
  }
  return bytes;
}

/** Text that was sent as it is, though it shrinks to a third (RFC 9110 section 8.4). @type {Detector} */
export const compressionAbsent = ({ messages }) => {
  if (messages === null || !messages.hasHeads) return [];
  const plain = messages.exchanges.slice(0, MAX_EXAMINED_HEADS).filter(({ responseRow, responseBytes }) =>
    responseRow >= 0 && responseBytes >= LEAST_BYTES && isPlainText(messages, responseRow));
  if (plain.length === 0) return [];
  const bytes = plain.reduce((sum, { responseBytes }) => sum + responseBytes, 0);
  const withoutOffer = plain.filter(({ row }) => isNoCodingOffered(messages, row)).length, isServers = withoutOffer < plain.length;
  return [finding({ code: 'compression_absent', severity: 'note', direction: 1, startNs: plain[0].answerNs, endNs: plain[plain.length - 1].endNs, costNs: null,
    message: `${counted(plain.length, 'response')} of text came uncompressed, ${bytesText(bytes)}${isServers ? '' : ': the client accepts no compression'}.`,
    advice: isServers ? 'Let the server compress text (gzip, br, zstd) where the client offers it in Accept-Encoding.' :
      'Let the client offer gzip, br or zstd in Accept-Encoding: many servers compress text then.' },
  { responses: plain.length, withoutOffer, bytes, frames: plain.slice(0, MAX_EVIDENCE_FRAMES).map(({ responseFrame }) => responseFrame) })];
};

/**
 * Whether a request is known to accept no content coding, q=0 counting as none (RFC 9110 section 12.5.3); not of heads that the capture lacks or cut.
 * @param {MessageFacts} messages @param {number} row
 */
function isNoCodingOffered(messages, row) {
  if (!messages.isAllKnown || messages.headers(row).length === 0) return false;
  const codings = (messages.field(row, 'accept-encoding') ?? '').split(',').map((coding) => coding.trim());
  return !codings.some((coding) => coding !== '' && !/^identity\b/i.test(coding) && !/;\s*q=0(\.0*)?$/i.test(coding));
}

/** @param {MessageFacts} messages @param {number} row */
function isPlainText(messages, row) {
  const headers = messages.headers(row), contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (contentType === undefined || !TEXT.test(contentType)) return false;
  return !headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && !/^identity$/i.test(value));
}
