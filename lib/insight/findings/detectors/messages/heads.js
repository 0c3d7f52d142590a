import { fieldOf } from '../../../../protocols/model/header-fields.js';
import { defineKind } from '../../define-kind.js';
import { MAX_EXAMINED_HEADS } from '../../evidence/message-facts.js';
import { bytesText, counted, detector, finding, MAX_EVIDENCE_FRAMES, percent } from '../../finding.js';

export const LARGE_REQUESTS = defineKind('large_requests', 'Large requests', 'application', [
  'RFC 6928',
  'RFC 7541',
  'RFC 6265 section 6.1',
]);
export const COMPRESSION_ABSENT = defineKind('compression_absent', 'Uncompressed text', 'application', [
  'RFC 9110 section 8.4',
  'RFC 9110 section 12.5.3',
]);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../evidence/message-facts.js').MessageFacts} MessageFacts */

/** The usual initial window (RFC 6928). */
const INITIAL_WINDOW_SEGMENTS = 10;
/** URI Too Long, Request Header Fields Too Large (RFC 9110 section 15.5.15, RFC 6585 section 5). */
const TOO_LARGE = [414, 431];
/** Text shrinks to a third or less; below a segment there is nothing to gain. */
const TEXT =
  /^(text\/|application\/(json|javascript|xml|xhtml\+xml|[\w.-]+\+(json|xml)|x-javascript|ecmascript|manifest\+json)|image\/svg\+xml|font\/(ttf|otf))/i;
const MIN_BYTES = 1400;

/**
 * Requests whose heads do not fit into one segment, or into the first round trip ("requests need a diet").
 */
export const largeRequests = detector([LARGE_REQUESTS], ({ messages, ways }) => {
  const mss = ways.find(({ direction }) => direction === 0)?.mss;
  const exchanges = messages?.exchanges ?? [];
  if (mss === undefined || messages === null) return [];
  const large = exchanges.filter(({ headerBytes, isMultiplexed }) => !isMultiplexed && headerBytes > mss);
  if (large.length === 0) return [];
  const bytes = sumOf(large);
  const most = Math.max(...large.map(({ headerBytes }) => headerBytes));
  const isOver = most > INITIAL_WINDOW_SEGMENTS * mss;
  const examined = large.slice(0, MAX_EXAMINED_HEADS);
  const cookies = cookieBytes(
    messages,
    examined.map(({ row }) => row),
  );
  const isOne = large.length === 1;
  const refused = large.find(({ status }) => TOO_LARGE.includes(status));
  const isEven = most * large.length === bytes;
  return finding(
    {
      kind: LARGE_REQUESTS,
      severity: isOver || refused !== undefined ? 'warning' : 'note',
      direction: 0,
      startNs: large[0].startNs,
      endNs: large[large.length - 1].sentNs,
      message: `${counted(large.length, 'request')} of ${exchanges.length} ${isOne ? 'has' : 'have'} headers of ${sizesText(bytes / large.length, most, isEven)}${cookies > 0 ? `, ${percent(cookies / sumOf(examined))} of that cookies` : ''}: more than one segment${isOver ? `, and ${isEven ? '' : 'the largest '}more than an initial window of ${INITIAL_WINDOW_SEGMENTS} segments` : ''}${refused === undefined ? '' : `; the server refused ${isOne ? 'it' : 'some'} with status ${refused.status}`}.`,
      advice: 'Shrink cookies, or limit them to the paths that need them; HTTP/2 and HTTP/3 compress headers.',
    },
    {
      requests: large.length,
      ...(refused === undefined ? {} : { failure: `refused with status ${refused.status}` }),
      meanBytes: Math.round(bytes / large.length),
      mostBytes: most,
      cookieBytes: cookies,
      frames: large.slice(0, MAX_EVIDENCE_FRAMES).map(({ requestFrame }) => requestFrame),
    },
  );
});

/** @param {{ headerBytes: number }[]} requests */
const sumOf = (requests) => requests.reduce((sum, { headerBytes }) => sum + headerBytes, 0);

/**
 * A mean would read as the size of each.
 * @param {number} mean
 * @param {number} most
 * @param {boolean} isEven whether they are all as long
 */
const sizesText = (mean, most, isEven) =>
  isEven ? `${most} bytes` : `${Math.round(mean)} bytes on average, ${most} at most`;

/** @param {MessageFacts} messages @param {number[]} rows */
function cookieBytes(messages, rows) {
  let bytes = 0;
  for (const row of rows.slice(0, MAX_EXAMINED_HEADS)) {
    for (const [name, value] of messages.headers(row)) {
      if (/^cookie$/i.test(name)) bytes += name.length + value.length + ': \r\n'.length;
    }
  }
  return bytes;
}

/** Text that was sent uncompressed, though it shrinks to a third (RFC 9110 section 8.4). */
export const compressionAbsent = detector([COMPRESSION_ABSENT], ({ messages }) => {
  if (messages === null || !messages.hasHeads) return [];
  const plain = messages.exchanges
    .slice(0, MAX_EXAMINED_HEADS)
    .filter(
      ({ responseRow, responseBytes }) =>
        responseRow >= 0 && responseBytes >= MIN_BYTES && isPlainText(messages, responseRow),
    );
  if (plain.length === 0) return [];
  const bytes = plain.reduce((sum, { responseBytes }) => sum + responseBytes, 0);
  const codings = plain.map(({ row }) => codingsOf(messages, row));
  const withoutOffer = codings.filter((coding) => coding !== 'some').length;
  const isServers = withoutOffer < plain.length;
  const isRefused = codings.every((coding) => coding === 'none');
  const clients = isRefused ? ': the client accepts no compression' : ': the client did not offer compression';
  return finding(
    {
      kind: COMPRESSION_ABSENT,
      severity: 'note',
      direction: 1,
      startNs: plain[0].answerNs,
      endNs: plain[plain.length - 1].endNs,
      message: `The server sent ${counted(plain.length, 'text response')} uncompressed, ${bytesText(bytes)}${isServers ? '' : clients}.`,
      advice: isServers
        ? 'Enable compression of text at the server (gzip, br, zstd) for clients that offer it in Accept-Encoding.'
        : 'Let the client offer gzip, br or zstd in Accept-Encoding: many servers compress text only then.',
    },
    {
      responses: plain.length,
      withoutOffer,
      bytes,
      frames: plain.slice(0, MAX_EVIDENCE_FRAMES).map(({ responseFrame }) => responseFrame),
    },
  );
});

/**
 * Which content codings a request says that it accepts (RFC 9110 section 12.5.3). Without Accept-Encoding any would do,
 * but most servers wait for an offer; with an empty one, `identity` alone, or q=0 for all else, none will. For a
 * missing or truncated head some are assumed.
 * @param {MessageFacts} messages @param {number} row
 * @returns {'unspecified' | 'none' | 'some'}
 */
function codingsOf(messages, row) {
  const headers = messages.headers(row);
  if (!messages.isAllKnown || headers.length === 0 || headers.some(([name]) => name === '?')) return 'some';
  const fields = headers.filter(([name]) => name.toLowerCase() === 'accept-encoding');
  if (fields.length === 0) return 'unspecified';
  const codings = fields.flatMap(([, value]) => value.split(',')).map((coding) => coding.trim());
  return codings.some((coding) => coding !== '' && !/^identity\b/i.test(coding) && !/;\s*q=0(\.0*)?$/i.test(coding))
    ? 'some'
    : 'none';
}

/** @param {MessageFacts} messages @param {number} row */
function isPlainText(messages, row) {
  const headers = messages.headers(row);
  const contentType = fieldOf(headers, 'content-type');
  if (contentType === null || !TEXT.test(contentType)) return false;
  return !headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && !/^identity$/i.test(value));
}
