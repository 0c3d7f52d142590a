/** Descriptions of HTTP/1 messages. */
import { MAX_HEADER_FIELDS } from '../../engine/enums.js';
import { contentParts } from '../contents/describe.js';
import { grpcParts } from '../grpc/describe.js';
import { hostField, hostPlace, isForItsServer, startLine } from '../model/head-text.js';
import { latin1 } from '../model/latin1.js';
import { NOTE } from '../model/notes.js';
import { REQUEST } from './start-line.js';

/**
 * @param {string} head
 * @param {boolean} isCut whether its last line is incomplete
 * @returns {{ startLine: string, headers: [string, string][] }}
 */
function parseHead(head, isCut) {
  const lines = head.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return { startLine: lines[0], headers: fieldsIn(lines.slice(1, isCut ? -1 : undefined)) };
}

/** @param {string[]} lines */
function fieldsIn(lines) {
  /** @type {[string, string][]} */
  const headers = [];
  for (const line of lines) {
    if (line === '') continue;
    const last = headers.at(-1);
    if ((line[0] === ' ' || line[0] === '\t') && last !== undefined) {
      last[1] = trim(`${last[1]} ${trim(line)}`);
      continue;
    }
    if (headers.length === MAX_HEADER_FIELDS) break;
    const colon = line.indexOf(':');
    if (colon < 0) headers.push([trim(line), '']);
    else headers.push([trim(line.slice(0, colon)), trim(line.slice(colon + 1))]);
  }
  return headers;
}

/** Removes optional white space (RFC 9110 section 5.6.3). @param {string} text */
function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return text.slice(start, end);
}

/** @param {string} text @param {number} at */
const isBlank = (text, at) => text[at] === ' ' || text[at] === '\t';

/**
 * @param {string} method
 * @param {string} target
 * @returns {string|null} the authority in a target in absolute or authority form
 */
function authorityOf(method, target) {
  if (method === 'CONNECT') return target;
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? null;
}

/**
 * @param {string} line
 * @param {boolean} isSimple whether it has no version
 * @returns {{ method: string, target: string }}
 */
function parseRequestLine(line, isSimple) {
  const space = line.indexOf(' ');
  return {
    method: line.slice(0, space),
    target: line.slice(space + 1, isSimple ? undefined : -' HTTP/1.1'.length).replace(/^ +| +$/g, ''),
  };
}

/**
 * Whether a message is HTTP/0.9's.
 * @param {import('../model/message-table.js').MessageTable} table @param {number} row
 */
const isSimple = (table, row) => table.protocolOf(row) === 'http/0.9';

/**
 * Whether its status is not a real one.
 * @param {import('../model/message-table.js').MessageTable} table @param {number} row
 */
const hasNoStatus = (table, row) => isSimple(table, row) || (table.notes[row] & NOTE.INVALID_STATUS) !== 0;

/** @param {import('../model/message-table.js').MessageTable} table @param {number} row */
function trailersOf({ heads, trailersAt, trailersBytes }, row) {
  if (trailersAt[row] < 0) return null;
  const text = latin1(heads.read(trailersAt[row], trailersBytes[row]));
  return fieldsIn(text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)));
}

/** @type {NonNullable<import('../protocol.js').MessageText['more']>} */
function more(table, row, _client, headers) {
  const trailers = trailersOf(table, row);
  const path = table.grpc.has(row) && table.kind[row] === REQUEST ? HTTP1_TEXT.name(table, row).target : null;
  return {
    ...(hasNoStatus(table, row) ? { status: null } : {}),
    ...(trailers === null ? {} : { trailers }),
    ...grpcParts(table, row, headers, trailers, path),
    ...contentParts(table, row),
  };
}

/** @param {string} line of status @returns {string} its reason phrase (RFC 9112 section 4), "" without one */
const reasonOf = (line) => trim(/^\S+ +\d+(.*)$/.exec(line)?.[1] ?? '');

/** @type {import('../protocol.js').MessageText} */
export const HTTP1_TEXT = {
  headForm: 'lines',
  head: (table, row) => {
    const headerBytes = table.headBytes[row];
    if (table.headAt[row] < 0) return { method: null, headers: [], headerBytes };
    const { startLine: line, headers } = parseHead(
      latin1(table.heads.read(table.headAt[row], headerBytes)),
      (table.notes[row] & NOTE.HEAD_CUT) !== 0,
    );
    if (table.kind[row] !== REQUEST) {
      return { method: null, headers, headerBytes, statusText: hasNoStatus(table, row) ? '' : reasonOf(line) };
    }
    return { method: line === '' ? null : parseRequestLine(line, isSimple(table, row)).method, headers, headerBytes };
  },
  name: (table, row) => {
    if (table.headAt[row] < 0) return { method: null, target: null, host: null };
    const bytes = table.heads.read(table.headAt[row], table.headBytes[row]);
    const { method, target } = parseRequestLine(startLine(bytes), isSimple(table, row));
    return { method: method || null, target, host: hostField(bytes) ?? authorityOf(method, target) };
  },
  requestedServer: (table, row, texts) => {
    if (table.headAt[row] < 0 || isSimple(table, row)) return null;
    const head = table.heads.read(table.headAt[row], table.headBytes[row]);
    const place = isForItsServer(head) ? hostPlace(head) : null;
    return place === null ? null : texts.of(head, place.start, place.end);
  },
  trailers: trailersOf,
  more,
};
