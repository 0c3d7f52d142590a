/** What a capture's requests asked for, summed up by statement: requests that differ in constants alone are one. */
import { namesOf } from '../../protocols/commands/head.js';
import { protocolOf, requestName } from '../../protocols/describe-message.js';
import { REQUEST } from '../../protocols/http1/start-line.js';
import { MESSAGE_FLAG } from '../../protocols/model/message-table.js';
import { statementOf } from '../../protocols/statements/statement.js';
import { FIRST_FAILURE } from '../../shared/message-outcome.js';
import { isQuicFlow, QUIC_FLOWS } from '../../shared/quic-flow.js';

/** Statements that are told apart; requests of others are summed up together. */
export const MAX_STATEMENT_KINDS = 2000;
/** Texts of requests whose statements are remembered. */
export const MAX_STATEMENT_TEXTS = 20_000;
/** Instead of those that are not told apart. */
const OTHERS = '…';

/** @typedef {NonNullable<import('../../protocols/message-analysis.js').MessageAnalysis['table']>} MessageTable */
/** @typedef {import('../../protocols/protocol.js').Protocol} Protocol */
/**
 * One of them. Times in seconds, from a request's first byte to its response's last.
 * @typedef {object} Statement
 * @property {string} protocol
 * @property {string} statement without constants; `…`: others, which are not told apart
 * @property {number} count of requests
 * @property {number} answered of these
 * @property {number} failed of these: a status of 400 and above, or an error
 * @property {number} connections
 * @property {number} totalSeconds sum over the answered ones
 * @property {number | null} p50Seconds null: none was answered
 * @property {number | null} p95Seconds
 * @property {number | null} maxSeconds
 * @property {number | null} rows returned or changed; null: the protocol does not say
 * @property {number} requestBytes of bodies (HTTP), or whole messages
 * @property {number} responseBytes
 * @property {boolean} mayWait whether its answers may wait for an event
 * @property {{ flow: number, message: number }} slowest request; `flow`: the connection's number
 */

class Group {
  count = 0;
  failed = 0;
  requestBytes = 0;
  responseBytes = 0;
  /** @type {number | null} */
  rows = null;
  mayWait = false;
  /** Times of the answered ones. @type {number[]} */
  tookNs = [];
  connections = 0;
  #lastFlow = -1;
  #slowestNs = -1;
  /** @type {Statement['slowest'] | null} */
  #slowest = null;

  /** @param {string} protocol @param {string} statement */
  constructor(protocol, statement) {
    this.protocol = protocol;
    this.statement = statement;
  }

  /**
   * @param {MessageTable} table @param {number} row of a request @param {Protocol} protocol
   * @param {Statement['slowest']} place of the request
   */
  add(table, row, protocol, place) {
    const answer = table.pair[row];
    this.count++;
    this.requestBytes += table.bodyBytes[row];
    this.mayWait ||= (table.flags[row] & MESSAGE_FLAG.MAY_HANG) !== 0;
    if (place.flow !== this.#lastFlow) this.connections++;
    this.#lastFlow = place.flow;
    this.#slowest ??= place;
    if (answer < 0) return;
    const tookNs = Math.max(0, table.endNs[answer] - table.startNs[row]);
    this.tookNs.push(tookNs);
    this.responseBytes += table.bodyBytes[answer];
    if (hasFailed(table, answer, protocol)) this.failed++;
    const rows = rowsOf(table, answer, protocol);
    if (rows !== null) this.rows = (this.rows ?? 0) + rows;
    if (tookNs > this.#slowestNs) {
      this.#slowestNs = tookNs;
      this.#slowest = place;
    }
  }

  /** @returns {Statement} */
  described() {
    const { protocol, statement, count, failed, connections, rows, requestBytes, responseBytes, mayWait } = this;
    const sorted = Float64Array.from(this.tookNs).sort();
    const at = (/** @type {number} */ share) =>
      sorted.length === 0 ? null : inSeconds(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
    return {
      protocol,
      statement,
      count,
      answered: sorted.length,
      failed,
      connections,
      totalSeconds: inSeconds(sorted.reduce((sum, ns) => sum + ns, 0)),
      p50Seconds: at(0.5),
      p95Seconds: at(0.95),
      maxSeconds: at(1),
      rows,
      requestBytes,
      responseBytes,
      mayWait,
      slowest: /** @type {Statement['slowest']} */ (this.#slowest),
    };
  }
}

/** To a microsecond. @param {number} ns */
const inSeconds = (ns) => Math.round(ns / 1000) / 1e6;

/** @param {MessageTable} table @param {number} answer row @param {Protocol} protocol */
const hasFailed = (table, answer, { isHttp }) =>
  (table.flags[answer] & MESSAGE_FLAG.CALL_FAILED) !== 0 || (isHttp === true && table.status[answer] >= FIRST_FAILURE);

/** @param {MessageTable} table @param {number} answer row @param {Protocol} protocol @returns {number | null} */
function rowsOf(table, answer, { rows }) {
  const found = rows?.exec(namesOf(table, answer)?.text ?? '');
  return found ? Number(found[1]) : null;
}

/** Sums up requests by their statements. */
export class StatementSums {
  #ingest;
  /** @type {Map<string, Group>} */
  #groups = new Map();
  /** By protocol and text of their requests. @type {Map<string, Group>} */
  #texts = new Map();

  /** @param {import('../ingest.js').Ingest} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
  }

  /** @param {number} index of a connection; QUIC's begin at `QUIC_FLOWS` */
  add(index) {
    const { messages, quicMessages, tcp, quic } = this.#ingest;
    if (!isQuicFlow(index)) this.#addAll(messages, index, tcp.flows.number(index), 0);
    else if (quic !== null && quicMessages !== null) {
      const ofQuic = index - QUIC_FLOWS;
      this.#addAll(quicMessages, ofQuic, quic.numbers.of(ofQuic), messages.table?.count ?? 0);
    }
  }

  /**
   * @param {import('../../protocols/message-analysis.js').MessageAnalysis} messages of the connection's transport
   * @param {number} index of the connection among these @param {number} flow its number
   * @param {number} first index of these messages
   */
  #addAll(messages, index, flow, first) {
    const { table } = messages;
    if (table === null) return;
    for (const row of messages.messagesOf(index)) {
      if (table.kind[row] !== REQUEST || (table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) continue;
      const protocol = protocolOf(table, row);
      if (protocol === null || protocol.hasTurnsOnly) continue;
      const group = this.#groupOfRow(table, row, protocol);
      group.add(table, row, protocol, { flow, message: first + row });
    }
  }

  /** @returns {Statement[]} those that took most time first */
  list() {
    return [...this.#groups.values()]
      .map((group) => group.described())
      .sort((a, b) => b.totalSeconds - a.totalSeconds || b.count - a.count);
  }

  /** @param {MessageTable} table @param {number} row @param {Protocol} protocol */
  #groupOfRow(table, row, protocol) {
    const asked = requestName(table, row);
    const name = table.protocolOf(row);
    const key = `${name}\n${asked.host ?? ''}\n${asked.method ?? ''}\n${asked.target ?? ''}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const group = this.#groupOf(name, statementOf(protocol, asked));
    if (this.#texts.size >= MAX_STATEMENT_TEXTS) this.#texts.clear();
    this.#texts.set(key, group);
    return group;
  }

  /** @param {string} protocol @param {string} statement @returns {Group} */
  #groupOf(protocol, statement) {
    const key = `${protocol}\n${statement.toLowerCase()}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const isOther = this.#groups.size >= MAX_STATEMENT_KINDS && statement !== OTHERS;
    if (isOther) return this.#groupOf(protocol, OTHERS);
    const group = new Group(protocol, statement);
    this.#groups.set(key, group);
    return group;
  }
}
