/** Whether a report's data is as this program writes it. What is not could make the analysis fail, or run for ever. */
import { SOCKET_NUMBERS } from '../shared/hostlog/kept-sockets.js';
import { DAMAGED, ReportError } from './report-error.js';
import { ADDRESS_WORDS } from './segment-log.js';

/** @typedef {import('./report-reading.js').ReportState} ReportState */

/** @param {unknown} isSound @throws {ReportError} */
function must(isSound) {
  if (!isSound) throw new ReportError('damaged', DAMAGED);
}

/** @param {unknown} value @param {number} end @returns {boolean} whether it is an index below */
const isIndex = (value, end) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;

/**
 * Of what is not tracked again, the form: kinds of values, and columns of tables as long as these.
 * @param {any} model the same of an empty analysis
 * @param {any} value
 * @throws {ReportError}
 */
export function checkForm(model, value) {
  if (model === null) return must(value === null || typeof value !== 'object');
  must(typeof value === typeof model && value !== null);
  if (typeof model !== 'object') return must(typeof value !== 'number' || Number.isFinite(value));
  must(value.constructor === model.constructor);
  if (model.constructor !== Object) return;
  for (const [name, part] of Object.entries(model)) {
    checkForm(part, Object.hasOwn(value, name) ? value[name] : undefined);
  }
  if ('count' in model) checkColumns(value.columns ?? value, value.count);
}

/** @param {Record<string, unknown>} columns @param {unknown} count */
function checkColumns(columns, count) {
  must(isIndex(count, 2 ** 31));
  for (const column of Object.values(columns)) {
    if (ArrayBuffer.isView(column)) must(/** @type {Uint8Array} */ (column).length === count);
  }
}

/**
 * Rows that follow one another, and what they belong to.
 * @param {ReportState['kept']['messages']} messages whose form has been checked @param {number} flows of the report
 * @throws {ReportError}
 */
export function checkLinks({ table, facts, tls, proxied, http2, http2Frames, http3, mux }, flows) {
  if (table !== null) {
    const { count, columns, protocols } = table;
    const { flow, pair, parent, protocol } = /** @type {Record<string, Int32Array>} */ (columns);
    for (let row = 0; row < count; row++) {
      must(flow[row] >= 0 && flow[row] < flows && pair[row] >= -1 && pair[row] < count);
      must(parent[row] >= -1 && parent[row] < count);
      must(protocol[row] < protocols.length);
    }
    must(protocols.every((name) => typeof name === 'string'));
    for (const { row } of table.http3) must(isIndex(row, count));
    for (const { row, messages } of [...table.grpc, ...table.events]) {
      must(isIndex(row, count) && Array.isArray(messages?.listed));
    }
    for (const { row, error } of table.serviceErrors) {
      must(isIndex(row, count) && typeof error?.code === 'string' && typeof error.reason === 'string');
    }
  }
  const { count } = http2Frames;
  const next = /** @type {any} */ (http2Frames).next;
  // Rows are appended, so each is before the next; else they could go round in a circle.
  for (let row = 0; row < count; row++) must(next[row] === -1 || (next[row] > row && next[row] < count));
  for (const flow of [
    ...tls.keys(),
    ...proxied.keys(),
    ...http2.keys(),
    ...http3.keys(),
    ...mux.connections.map((record) => record.flow),
  ]) {
    must(isIndex(flow, flows));
  }
  must(facts.requestCount >= 0);
}

/** @param {ReportState['icmpErrors']} errors @param {number} segments @throws {ReportError} */
export function checkIcmpErrors(errors, segments) {
  let last = 0;
  for (const { row, error } of errors) {
    must(isIndex(row, segments + 1) && row >= last);
    last = row;
    for (const address of [error.reporter, error.receiver, error.source, error.destination]) {
      must(address instanceof Int32Array && address.length === ADDRESS_WORDS);
    }
  }
}

/** @param {Pick<ReportState, 'clients'|'numbers'>} state @param {number} flows @throws {ReportError} */
export function checkConnections({ clients, numbers }, flows) {
  for (const { flow, client } of clients) must(isIndex(flow, flows) && isIndex(client, 2));
  must(numbers === null || (Array.isArray(numbers) && numbers.length === flows));
  must(numbers?.every((number) => isIndex(number, 2 ** 31)) ?? true);
}

/** @param {NonNullable<ReportState['sockets']>} sockets @throws {ReportError} */
export function checkSockets(sockets) {
  must(Array.isArray(sockets));
  for (const socket of sockets) {
    const { local, peer, mssBytes, hasEpoch, algorithm, firstEpochNs, sinceFirstNs, isAppLimited, numbers } = socket;
    must([local, peer].every((end) => typeof end === 'string') && typeof mssBytes === 'number');
    must(typeof hasEpoch === 'boolean' && (algorithm === null || typeof algorithm === 'string'));
    must(typeof firstEpochNs === 'bigint' && BigInt.asUintN(64, firstEpochNs) === firstEpochNs);
    must(sinceFirstNs instanceof Float64Array && sinceFirstNs.length > 0 && sinceFirstNs.every(Number.isFinite));
    must(isAppLimited instanceof Uint8Array);
    must(isAppLimited.length === sinceFirstNs.length && typeof numbers === 'object' && numbers !== null);
    must(SOCKET_NUMBERS.every((name) => numbers[name]?.length === sinceFirstNs.length));
    must(SOCKET_NUMBERS.every((name) => numbers[name] instanceof Float64Array));
  }
}
