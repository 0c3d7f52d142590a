/**
 * The credit ledger of a MUX connection: each direction of each session has a balance of its own,
 *
 *   balance = initial credit + credit granted by the peer − payload sent
 *
 * (draft-gettys-webmux-00, "Flow Control"; only payload of data messages, including a SYN's, excluding the reason of a
 * reset). It is kept in the order of the capture: a credit message counts from where it was captured, which may be
 * before its receiver acted on it, so a balance can be higher than the sender's own, never lower. Negative values are
 * normal: Jigsaw sends a whole fragment while any credit is left.
 */
import { CODE, FORMAT, isCredit, KIND, MUX_FLAG } from './format.js';
import { explainsGrants, shownCredits } from './shown-credit.js';

/** @typedef {import('./mux-table.js').MuxTable} MuxTable */
/** @typedef {import('./mux-table.js').MuxRecord} MuxRecord */

/** Initial credit of a direction, which is never transmitted: Jigsaw and libwww, the 1998 draft, ILU. */
const DEFAULT_CREDIT_1996 = 4096;
const DEFAULT_CREDIT_1998 = 16384;
const DEFAULT_CREDIT_ILU = 65536;

/** Alignment after a long header that only ILU uses. */
const ILU_ALIGNMENT = 8;

/**
 * A time in which a direction had bytes to send but no credit: from its last byte to the next one, which came once
 * credit had.
 * @typedef {object} CreditStall
 * @property {number} startNs the last byte before
 * @property {number} creditNs the first credit message after it
 * @property {number} endNs the next fragment
 * @property {number} frame of that fragment
 * @property {number} balance while it waited
 * @property {number} neededBytes length of the fragment that waited
 */

/** One direction of a session: data sent, and the credit for it. */
export class DirectionLedger {
  /** Data messages with payload, without, and their payload bytes. */
  fragments = 0;
  emptyFragments = 0;
  bytes = 0;
  /** Credit messages that the peer sent for this direction, and their sum. */
  creditMessages = 0;
  creditBytes = 0;
  /** Credit at the start. @type {number} */
  initialCredit = 0;
  /**
   * Its origin: a default; the traffic, where the default is impossible or explains nothing; the user; a
   * SetDefaultCredit message.
   * @type {'assumed'|'inferred'|'given'|'set'}
   */
  initialCreditFrom = 'assumed';
  isUnlimited = false;
  balance = 0;
  lowestBalance = 0;
  /** How the direction ended. @type {'fin'|'rst'|null} */
  ended = null;
  /** @type {CreditStall[]} */
  stalls = [];
  /** Sum of the stalls. */
  stalledNs = 0;

  /** State to detect a stall. */
  lastNs = -1;
  creditNs = -1;
  /** The balance when the first credit since the last data came. */
  shortBalance = 0;
  /** Whether there is evidence that the sender had nothing to send: it ended a message, or got a request. */
  isSatisfied = true;

  /** Whether the direction is open, and has no credit to continue. */
  get isBlocked() {
    return this.ended === null && !this.isUnlimited && this.balance <= 0 && this.bytes > 0;
  }

  /** Since when it waits for credit to the end of the capture, in mid-message; null: it does not. */
  get blockedNs() {
    return this.isBlocked && !this.isSatisfied ? this.lastNs : null;
  }
}

/**
 * @typedef {object} SessionLedger
 * @property {number} id
 * @property {number} useOfId 1 for the first session with that id, 2 for the next …
 * @property {0|1|null} initiator null: its SYN was not captured
 * @property {number|null} protocolId
 * @property {string|null} protocolName
 * @property {number} startNs first and last message
 * @property {number} endNs
 * @property {[DirectionLedger, DirectionLedger]} directions by who sends
 */

/**
 * @param {MuxRecord} record
 * @returns {number} the assumed initial credit of its sessions
 */
export function assumedCredit(record) {
  if (record.format === FORMAT.W96) return DEFAULT_CREDIT_1996;
  return record.alignment.includes(ILU_ALIGNMENT) ? DEFAULT_CREDIT_ILU : DEFAULT_CREDIT_1998;
}

/**
 * Linear in the connection's fragments. The assumed credit is replaced by one that fits the traffic, if no credit
 * message can be missing: if more was sent than it allows, by the least that allows it; if it is far from running out
 * although the sender waits for every grant, by less.
 * @param {MuxTable} table @param {MuxRecord} record
 * @param {number} [initialCredit] instead of the assumed one
 * @returns {{ sessions: SessionLedger[], balances: number[] }} sessions in the order in which they were opened; the
 *   balance of its direction after each fragment or credit message: NaN without a direction, Infinity without a limit
 */
export function muxBooks(table, record, initialCredit) {
  const assumed = assumedCredit(record);
  const books = keep(
    table,
    record,
    new Books(record, initialCredit ?? assumed, initialCredit === undefined ? 'assumed' : 'given'),
  );
  if (initialCredit !== undefined || record.lossCount > 0) return books;
  for (const credit of shownCredits(books, assumed)) {
    const inferred = keep(table, record, new Books(record, credit, 'inferred'));
    if (credit >= assumed || explainsGrants(inferred)) return inferred;
  }
  return books;
}

/**
 * As of `muxBooks`.
 * @param {MuxTable} table @param {MuxRecord} record @param {number} [initialCredit]
 */
export const sessionLedgers = (table, record, initialCredit) => muxBooks(table, record, initialCredit).sessions;

/** @param {MuxTable} table @param {MuxRecord} record @param {Books} books */
function keep(table, record, books) {
  for (const row of table.rowsOf(record)) books.balances.push(balanceOf(books.enter(table, row)));
  return books;
}

/** @param {DirectionLedger|null} ledger */
function balanceOf(ledger) {
  if (ledger === null) return NaN;
  return ledger.isUnlimited ? Infinity : ledger.balance;
}

class Books {
  /** @type {SessionLedger[]} */
  sessions = [];
  /** @type {number[]} */
  balances = [];
  /** Uses of each id so far. */
  #uses = new Uint32Array(256);
  /** Credit granted before the session's SYN, by granting endpoint × 256 + id. @type {Map<number, number[]>} */
  #early = new Map();
  /** Initial credit of later sessions in the direction towards the endpoint that set it. @type {[number, number]} */
  #set = [-1, -1];

  /**
   * Largest excess of data sent over credit, by sender; below 0: the credit always left.
   * @type {[number, number]}
   */
  lack = [-Infinity, -Infinity];
  /** Number of grants with a limit, and the smallest. */
  grants = 0;
  smallestGrant = Infinity;

  /** @param {MuxRecord} record @param {number} initialCredit @param {DirectionLedger['initialCreditFrom']} from */
  constructor(record, initialCredit, from) {
    this.record = record;
    this.initialCredit = initialCredit;
    this.from = from;
  }

  /** @param {MuxTable} table @param {number} row @returns {DirectionLedger|null} that it is about */
  enter(table, row) {
    const kind = table.kind[row];
    const endpoint = /** @type {0|1} */ (table.endpoint[row]);
    const use = table.use[row];
    if (kind === KIND.CONTROL + CODE.DEFAULT_CREDIT && this.record.format === FORMAT.W98) {
      this.#set[endpoint] = table.value[row];
    }
    if (isCredit(kind)) return this.#grant(table, row, endpoint);
    if (kind !== KIND.DATA || use < 0) return null;
    const { directions } = this.#session(table, row);
    this.#send(table, row, directions[endpoint], directions[1 - endpoint]);
    return directions[endpoint];
  }

  /** The books of a message's session, opened with its first. @param {MuxTable} table @param {number} row */
  #session(table, row) {
    const use = table.use[row];
    const startNs = table.timeNs[row];
    while (this.sessions.length <= use) {
      const { id, initiator, protocolId, protocolName } = this.record.uses[this.sessions.length];
      this.sessions.push({
        id,
        useOfId: ++this.#uses[id],
        initiator,
        protocolId,
        protocolName,
        startNs,
        endNs: startNs,
        directions: [this.#open(id, 0), this.#open(id, 1)],
      });
    }
    const session = this.sessions[use];
    session.endNs = Math.max(session.endNs, table.endNs[row]);
    return session;
  }

  /** @param {number} id @param {0|1} endpoint that sends */
  #open(id, endpoint) {
    const ledger = new DirectionLedger();
    const peer = 1 - endpoint;
    const key = peer * 256 + id;
    ledger.initialCredit = this.initialCredit;
    ledger.initialCreditFrom = this.from;
    if (this.#set[peer] >= 0) {
      ledger.initialCredit = this.#set[peer];
      ledger.initialCreditFrom = 'set';
    }
    ledger.balance = ledger.lowestBalance = ledger.initialCredit;
    for (const credit of this.#early.get(key) ?? []) this.#add(ledger, credit);
    this.#early.delete(key);
    return ledger;
  }

  /** @param {MuxTable} table @param {number} row @param {0|1} endpoint that grants */
  #grant(table, row, endpoint) {
    const use = table.use[row];
    if (use < 0) {
      const key = endpoint * 256 + table.session[row];
      const early = this.#early.get(key);
      if (early === undefined) this.#early.set(key, [table.value[row]]);
      else early.push(table.value[row]);
      return null;
    }
    const ledger = this.#session(table, row).directions[1 - endpoint];
    if (ledger.creditNs < 0) {
      ledger.creditNs = table.timeNs[row];
      ledger.shortBalance = ledger.isUnlimited ? Infinity : ledger.balance;
    }
    this.#add(ledger, table.value[row]);
    return ledger;
  }

  /** @param {DirectionLedger} ledger @param {number} credit 0 in the 1998 format: no limit from now on */
  #add(ledger, credit) {
    if (credit > 0) {
      this.grants++;
      this.smallestGrant = Math.min(this.smallestGrant, credit);
    }
    ledger.creditMessages++;
    ledger.creditBytes += credit;
    ledger.balance += credit;
    if (credit === 0 && this.record.format === FORMAT.W98) ledger.isUnlimited = true;
  }

  /** @param {MuxTable} table @param {number} row @param {DirectionLedger} ledger @param {DirectionLedger} reverse */
  #send(table, row, ledger, reverse) {
    const flags = table.flags[row];
    const length = table.length[row];
    if (flags & MUX_FLAG.RST) {
      ledger.ended = reverse.ended = 'rst';
      return;
    }
    if (length > 0) {
      noteStall(table, row, ledger);
      this.#noteLack(ledger, length, table.endpoint[row]);
      ledger.fragments++;
      ledger.bytes += length;
      ledger.balance -= length;
      if (!ledger.isUnlimited && ledger.balance < ledger.lowestBalance) ledger.lowestBalance = ledger.balance;
      ledger.lastNs = table.endNs[row];
      ledger.isSatisfied = false;
      reverse.isSatisfied = true;
    } else if (flags === 0) ledger.emptyFragments++;
    if (flags & MUX_FLAG.PUSH) ledger.isSatisfied = true;
    if (flags & MUX_FLAG.FIN) ledger.ended ??= 'fin';
  }

  /**
   * In the 1996 format any balance above 0 allows a whole fragment.
   * @param {DirectionLedger} ledger
   * @param {number} length
   * @param {number} endpoint
   */
  #noteLack(ledger, length, endpoint) {
    if (ledger.isUnlimited || ledger.initialCreditFrom === 'set') return;
    const needed = this.record.format === FORMAT.W96 ? 1 : length;
    this.lack[endpoint] = Math.max(this.lack[endpoint], needed - ledger.balance);
  }
}

/**
 * A fragment that came only after credit, where the previous balance would not have sufficed for it. A sender that has
 * overdrawn before would have sent it with any positive balance.
 * @param {MuxTable} table @param {number} row @param {DirectionLedger} ledger before the fragment counts
 */
function noteStall(table, row, ledger) {
  const { creditNs, shortBalance, lastNs, isSatisfied } = ledger;
  const needed = ledger.lowestBalance < 0 ? 1 : table.length[row];
  ledger.creditNs = -1;
  if (creditNs < 0 || isSatisfied || shortBalance >= needed) return;
  const endNs = table.timeNs[row];
  ledger.stalls.push({
    startNs: lastNs,
    creditNs,
    endNs,
    frame: table.frame[row],
    balance: shortBalance,
    neededBytes: table.length[row],
  });
  ledger.stalledNs += endNs - lastNs;
}
