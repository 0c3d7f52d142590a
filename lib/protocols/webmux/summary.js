/** `mux` of a flow in `analyze --json`. */
import { pick } from '../../shared/pick.js';
import { FORMAT, isCredit, KIND, MUX_FLAG } from './format.js';
import { sessionLedgers } from './ledger.js';
import { MAX_MUX_STALLS_LISTED } from './limits.js';
import { creditOnlySegments } from './segments.js';

/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('./ledger.js').DirectionLedger} DirectionLedger */
/** @typedef {import('./ledger.js').SessionLedger} SessionLedger */
/** @typedef {import('./mux-table.js').MuxTable} MuxTable */
/** @typedef {import('./mux-table.js').MuxRecord} MuxRecord */

/** Counts of one direction: its messages, and its bytes by kind. */
class MuxTotals {
  messages = 0;
  dataFragments = 0;
  emptyFragments = 0;
  controlMessages = 0;
  creditMessages = 0;
  /** Bytes of the sessions. */
  payloadBytes = 0;
  /** Headers and padding of data messages, with fillers and the reasons of resets. */
  headerBytes = 0;
  paddingBytes = 0;
  /** Whole control messages, credit among them. */
  controlBytes = 0;
  creditBytes = 0;

  get totalBytes() {
    return this.payloadBytes + this.headerBytes + this.paddingBytes + this.controlBytes;
  }
}

/** @param {MuxTable} table @param {MuxRecord} record @returns {[MuxTotals, MuxTotals]} by who sends */
export function muxTotals(table, record) {
  /** @type {[MuxTotals, MuxTotals]} */
  const totals = [new MuxTotals(), new MuxTotals()];
  for (const row of table.rowsOf(record)) count(totals[table.endpoint[row]], table, row);
  return totals;
}

/** @param {MuxTotals} totals @param {MuxTable} table @param {number} row */
function count(totals, table, row) {
  const kind = table.kind[row];
  const length = table.length[row];
  totals.messages++;
  if (kind >= KIND.CONTROL) {
    const bytes = table.headerBytes[row] + length + table.padding[row];
    totals.controlMessages++;
    totals.controlBytes += bytes;
    if (!isCredit(kind)) return;
    totals.creditMessages++;
    totals.creditBytes += bytes;
    return;
  }
  const isSessions = table.use[row] >= 0 && (table.flags[row] & MUX_FLAG.RST) === 0;
  totals.headerBytes += table.headerBytes[row] + (isSessions ? 0 : length);
  totals.paddingBytes += table.padding[row];
  totals.payloadBytes += isSessions ? length : 0;
  if (isSessions && length > 0) totals.dataFragments++;
  if (kind === KIND.DATA && length === 0 && table.flags[row] === 0) totals.emptyFragments++;
}

/**
 * @param {TcpTransport} tcp @param {MuxTable} table @param {MuxRecord} record
 * @param {number} [initialCredit] instead of the assumed one
 */
export function describeMux(tcp, table, record, initialCredit) {
  const client = tcp.flows.clientEndpoint(record.flow);
  const server = /** @type {0|1} */ (1 - client);
  const totals = muxTotals(table, record);
  const alone = creditOnlySegments(tcp, table, record);
  const total = (/** @type {0|1} */ endpoint) =>
    describeTotals(totals[endpoint], alone?.[endpoint] ?? null, record.alignment[endpoint]);
  return {
    format: record.format === FORMAT.W96 ? '1996' : '1998',
    opener: tcp.flows.isRoleGuessed(record.flow) ? roleOf(record.opener, client) : 'client',
    clientToServer: total(client),
    serverToClient: total(server),
    sessions: sessionLedgers(table, record, initialCredit).map((session) => describeSession(session, client)),
    losses: record.losses.map(({ endpoint, streamOffset, resumedAt, cause, frame, timeNs }) => ({
      direction: wayOf(endpoint, client),
      cause,
      streamOffset,
      resumedAt: resumedAt < 0 ? null : resumedAt,
      frame,
      time: timeNs / 1e9,
    })),
  };
}

/** @param {number|null} endpoint @param {number} client @returns {'client'|'server'|null} */
function roleOf(endpoint, client) {
  if (endpoint === null) return null;
  return endpoint === client ? 'client' : 'server';
}

/** @param {number} endpoint @param {number} client @returns {'clientToServer'|'serverToClient'} */
const wayOf = (endpoint, client) => (endpoint === client ? 'clientToServer' : 'serverToClient');

const SHOWN_TOTALS = /** @type {const} */ ([
  ...['messages', 'dataFragments', 'emptyFragments', 'controlMessages', 'creditMessages'],
  ...['payloadBytes', 'headerBytes', 'paddingBytes', 'controlBytes', 'creditBytes'],
]);
const SHOWN_OF_DIRECTION = /** @type {const} */ ([
  ...['fragments', 'emptyFragments', 'bytes', 'creditMessages', 'creditBytes', 'initialCredit', 'initialCreditFrom'],
]);

/** @param {MuxTotals} totals @param {number|null} creditOnly @param {number} alignment */
function describeTotals(totals, creditOnly, alignment) {
  const { totalBytes, payloadBytes } = totals;
  return {
    ...pick(totals, SHOWN_TOTALS),
    overhead: totalBytes > 0 ? 1 - payloadBytes / totalBytes : null,
    creditOnlySegments: creditOnly,
    longPadding: alignment || null,
  };
}

/** @param {SessionLedger} session @param {0|1} client */
function describeSession({ id, useOfId, initiator, protocolId, protocolName, startNs, endNs, directions }, client) {
  return {
    session: id,
    use: useOfId,
    initiator: roleOf(initiator, client),
    protocolId,
    protocolName,
    start: startNs / 1e9,
    end: endNs / 1e9,
    clientToServer: describeDirection(directions[client]),
    serverToClient: describeDirection(directions[1 - client]),
  };
}

/** Balances are null once there is no limit. @param {DirectionLedger} ledger */
function describeDirection(ledger) {
  const { isUnlimited, balance, lowestBalance, ended, isBlocked, stalls, stalledNs } = ledger;
  return {
    ...pick(ledger, SHOWN_OF_DIRECTION),
    unlimited: isUnlimited,
    balance: isUnlimited ? null : balance,
    lowestBalance,
    ended,
    blocked: isBlocked,
    stallCount: stalls.length,
    stallSeconds: stalledNs / 1e9,
    stalls: stalls
      .slice(0, MAX_MUX_STALLS_LISTED)
      .map(({ startNs, creditNs, endNs, frame, balance: left, neededBytes }) => ({
        start: startNs / 1e9,
        credit: creditNs / 1e9,
        end: endNs / 1e9,
        frame,
        balance: left,
        needed: neededBytes,
      })),
  };
}
