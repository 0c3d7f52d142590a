/**
 * ClickHouse's native protocol (clickhouse.com/docs/native-protocol), whose packets have no lengths: blocks end where
 * their columns do, or the frames that they are compressed into. Which fields a packet has depends on the revision that
 * both ends know.
 */
import { WANT } from '../../piece-reader.js';
import { MAX_CLICKHOUSE_COLUMNS } from '../limits.js';
import { isQuery, isServerPacket } from './begins.js';
import { skipColumn } from './columns.js';
import { errorName } from './names.js';
import { CLIENT, METHODS, SERVER, SINCE } from './packets.js';
import { Pull } from './pull.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../../connection.js').Grammar} Grammar */
/** @typedef {import('./pull.js').Wants} Wants */
/**
 * @template T
 * @typedef {import('./pull.js').Field<T>} Field
 */

/** What a response answers. */
const ASKED = Object.freeze({ HELLO: 0, QUERY: 1, PING: 2, TABLES: 3 });
/** Characters of a column's type that are read. */
const MAX_TYPE_CHARACTERS = 1000;
/** A frame of a compressed block: a checksum; method, lengths of the rest with them, and of its content. */
const CHECKSUM_BYTES = 16;
const FRAME_HEAD_BYTES = 9;
/** A block goes on in another frame if one is full. */
const FULL_FRAME_BYTES = 2 ** 20;
/** A block without columns has no more. */
const EMPTY_BLOCK_BYTES = 12;
/** The interface of this protocol, in what a client says of itself. */
const INTERFACE_TCP = 1;
const TIME_BYTES = 8;
const TRACE_BYTES = 24;

/** What a response says of the rows, as far as it has come. */
const noFigures = () => ({ rows: 0, isCounted: false, read: 0, readBytes: 0, written: 0 });

/** @param {number} rows */
const rowWords = (rows) => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** @implements {Grammar} */
export class ClickHouseGrammar {
  first = /** @type {const} */ ([1, 1]);
  #talk;
  #pulls = [new Pull(), new Pull()];
  /** @type {Wants[]} */
  #readers;
  /** What both ends know; the client alone, before the server has said so; 0: neither. */
  #revision = 0;
  /** Whether what a client says behind the server's Hello is still to come. */
  #lacksAddendum = false;
  #isCompressed = false;
  /** Whether the tables that come with a query are still to end. */
  #isAsking = false;
  #figures = noFigures();

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
    this.#readers = [this.#begun(true), this.#begun(false)];
  }

  /** @param {boolean} isClient */
  #begun(isClient) {
    const reader = isClient ? this.#client(this.#pulls[0]) : this.#server(this.#pulls[1]);
    reader.next();
    return reader;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    this.#pulls[side].give(bytes, start, end);
    return this.#readers[side].next().value ?? WANT.LOST;
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    const begins = isClient ? isQuery : isServerPacket;
    if (!begins(bytes, start, end)) return WANT.LOST;
    const side = isClient ? 0 : 1;
    this.#pulls[side] = new Pull();
    this.#readers[side] = this.#begun(isClient);
    if (isClient) this.#lacksAddendum = this.#isAsking = false;
    else this.#figures = noFigures();
    return 1;
  }

  /** @param {Pull} pull @returns {Wants} */
  *#client(pull) {
    for (;;) {
      const first = yield* pull.uint8();
      if (this.#lacksAddendum && this.#revision >= SINCE.ADDENDUM) yield* this.#addendum(pull, first);
      else yield* this.#request(pull, first);
    }
  }

  /** @param {Pull} pull @param {number} first byte @returns {Wants} */
  *#addendum(pull, first) {
    this.#lacksAddendum = false;
    pull.unread(first);
    yield* pull.skipText(); // the key of a quota
    if (this.#revision >= SINCE.CHUNKS) {
      const [sends, receives] = [yield* pull.text(), yield* pull.text()];
      // each packet would lie in pieces
      if (sends === 'chunked' || receives === 'chunked') yield WANT.OVER;
    }
    if (this.#revision >= SINCE.REPLICAS_VERSION) yield* pull.varint();
    this.#talk.drop(true);
  }

  /** @param {Pull} pull @param {number} type @returns {Wants} */
  *#request(pull, type) {
    switch (type) {
      case CLIENT.HELLO:
        yield* this.#clientHello(pull);
        return;
      case CLIENT.QUERY:
        yield* this.#query(pull);
        return;
      case CLIENT.DATA:
      case CLIENT.SCALAR:
        yield* this.#sentData(pull);
        return;
      case CLIENT.CANCEL:
        this.#talk.command(true, { method: 'Cancel', isOneWay: true });
        this.#talk.finish(true);
        return;
      case CLIENT.PING:
        this.#talk.command(true, { method: 'Ping', data: ASKED.PING });
        this.#talk.finish(true);
        return;
      case CLIENT.TABLES_STATUS:
        yield* pull.skipTexts(2 * (yield* pull.varint()));
        this.#talk.command(true, { method: 'TablesStatus', data: ASKED.TABLES });
        this.#talk.finish(true);
        return;
      default: // between servers
        yield WANT.LOST;
    }
  }

  /** @param {Pull} pull @returns {Wants} */
  *#clientHello(pull) {
    yield* pull.skipText();
    yield* pull.varint();
    yield* pull.varint();
    this.#revision = yield* pull.varint();
    this.#lacksAddendum = true;
    const [database, user] = [yield* pull.text(), yield* pull.text()];
    yield* pull.skipText(); // the password
    this.#talk.command(true, {
      method: 'Hello',
      target: [user, database].filter(Boolean).join(' '),
      data: ASKED.HELLO,
    });
    this.#talk.finish(true);
  }

  /** @param {Pull} pull @returns {Wants} */
  *#query(pull) {
    yield* pull.skipText(); // its identifier
    if (this.#revision === 0 || this.#revision >= SINCE.CLIENT_INFO) yield* this.#clientInfo(pull);
    yield* this.#settings(pull);
    if (this.#revision >= SINCE.ROLES) yield* pull.skipText();
    if (this.#revision >= SINCE.SECRET) yield* pull.skipText();
    yield* pull.varint(); // up to which stage
    this.#isCompressed = (yield* pull.varint()) !== 0;
    const target = yield* pull.query();
    if (this.#revision >= SINCE.PARAMETERS) yield* this.#settings(pull);
    this.#isAsking = true;
    this.#talk.command(true, { method: 'Query', target, data: ASKED.QUERY });
  }

  /** @param {Pull} pull @returns {Wants} */
  *#clientInfo(pull) {
    if ((yield* pull.uint8()) === 0) return;
    yield* pull.skipTexts(3); // who asked first
    const isKnown = this.#revision > 0;
    if (isKnown && this.#revision >= SINCE.START_TIME) yield* pull.skip(TIME_BYTES);
    const by = yield* pull.uint8();
    if (!isKnown && by !== INTERFACE_TCP) yield* pull.skip(TIME_BYTES);
    if (isKnown && by !== INTERFACE_TCP) yield WANT.LOST;
    yield* pull.skipTexts(3);
    yield* pull.varint();
    yield* pull.varint();
    const revision = yield* pull.varint();
    this.#revision ||= revision;
    if (this.#revision >= SINCE.QUOTA_KEY) yield* pull.skipText();
    if (this.#revision >= SINCE.DEPTH) yield* pull.varint();
    if (this.#revision >= SINCE.PATCH) yield* pull.varint();
    if (this.#revision >= SINCE.TRACE) yield* this.#trace(pull);
    if (this.#revision >= SINCE.REPLICAS) for (let k = 0; k < 3; k++) yield* pull.varint();
    if (this.#revision >= SINCE.LINES) for (let k = 0; k < 2; k++) yield* pull.varint();
    if (this.#revision >= SINCE.TOKEN && (yield* pull.uint8()) !== 0) yield* pull.skipText();
    // fields that are not known here
    if (this.#revision >= SINCE.UNKNOWN) yield WANT.OVER;
  }

  /** @param {Pull} pull @returns {Wants} */
  *#trace(pull) {
    if ((yield* pull.uint8()) === 0) return;
    yield* pull.skip(TRACE_BYTES);
    yield* pull.skipText();
    yield* pull.uint8();
  }

  /** Up to one without a name; before they were texts, nearly all were numbers. @param {Pull} pull @returns {Wants} */
  *#settings(pull) {
    while ((yield* pull.text()) !== '') {
      yield* pull.varint();
      if (this.#revision >= SINCE.SETTINGS) yield* pull.skipText();
    }
  }

  /** A table that comes with a query, or rows to be inserted. @param {Pull} pull @returns {Wants} */
  *#sentData(pull) {
    const rows = yield* this.#data(pull, this.#isCompressed);
    if (!this.#isAsking) {
      this.#talk.extend(true);
      return;
    }
    if (rows !== null) return;
    this.#isAsking = false;
    this.#talk.finish(true);
  }

  /** @param {Pull} pull @returns {Wants} */
  *#server(pull) {
    for (;;) {
      const type = yield* pull.uint8();
      if (type > SERVER.LAST) yield WANT.LOST;
      this.#beginReply(type);
      yield* this.#reply(pull, type);
    }
  }

  /** @param {number} type */
  #beginReply(type) {
    if (this.#talk.isOpen(false)) return;
    const answers = ANSWERED.get(type) ?? ASKED.QUERY;
    this.#talk.answer(false, { fits: (asked) => type === SERVER.EXCEPTION || asked === answers });
    this.#figures = noFigures();
  }

  /** @param {Pull} pull @param {number} type @returns {Wants} */
  *#reply(pull, type) {
    switch (type) {
      case SERVER.HELLO:
        yield* this.#serverHello(pull);
        return;
      case SERVER.DATA:
      case SERVER.TOTALS:
      case SERVER.EXTREMES:
        yield* this.#rows(pull, type);
        return;
      case SERVER.LOG:
      case SERVER.PROFILE_EVENTS:
        yield* this.#data(pull, this.#isCompressed && this.#revision >= SINCE.COMPRESSED_LOGS);
        return;
      case SERVER.EXCEPTION:
        yield* this.#exception(pull);
        return;
      case SERVER.PROGRESS:
        yield* this.#progress(pull);
        return;
      case SERVER.PONG:
        this.#talk.finish(false, { outcome: 'Pong' });
        return;
      case SERVER.END_OF_STREAM:
        this.#talk.finish(false, { outcome: 'OK', text: this.#figureWords() });
        return;
      case SERVER.PROFILE_INFO:
        yield* this.#profile(pull);
        return;
      case SERVER.TABLES_STATUS:
        yield* this.#tables(pull);
        return;
      case SERVER.TABLE_COLUMNS:
        yield* pull.skipTexts(2);
        return;
      case SERVER.TIMEZONE:
        yield* pull.skipText();
        return;
      default: // between servers
        yield WANT.LOST;
    }
  }

  /** @param {Pull} pull @returns {Wants} */
  *#serverHello(pull) {
    yield* pull.skipText();
    const [major, minor, own] = [yield* pull.varint(), yield* pull.varint(), yield* pull.varint()];
    const revision = (this.#revision = this.#revision === 0 ? own : Math.min(own, this.#revision));
    if (revision >= SINCE.REPLICAS_VERSION) yield* pull.varint();
    if (revision >= SINCE.ZONE) yield* pull.skipText();
    if (revision >= SINCE.DISPLAY_NAME) yield* pull.skipText();
    if (revision >= SINCE.PATCH) yield* pull.varint();
    if (revision >= SINCE.CHUNKS) yield* pull.skipTexts(2);
    if (revision >= SINCE.PASSWORD_RULES) yield* pull.skipTexts(2 * (yield* pull.varint()));
    if (revision >= SINCE.NONCE) yield* pull.skip(TIME_BYTES);
    if (revision >= SINCE.SERVER_SETTINGS) yield* this.#settings(pull);
    if (revision >= SINCE.PLANS) yield* pull.varint();
    if (revision >= SINCE.CLUSTER_VERSION) yield* pull.varint();
    this.#talk.finish(false, { outcome: 'Hello', text: `${major}.${minor}` });
    if (revision >= SINCE.UNKNOWN) yield WANT.OVER;
  }

  /** @param {Pull} pull @param {number} type @returns {Wants} */
  *#rows(pull, type) {
    const rows = yield* this.#data(pull, this.#isCompressed);
    if (type === SERVER.DATA && !this.#figures.isCounted) this.#figures.rows += Math.max(0, rows ?? 0);
  }

  /** @param {Pull} pull @returns {Wants} */
  *#exception(pull) {
    const code = yield* pull.littleUint32();
    yield* pull.skipText();
    const text = (yield* pull.text()).replace(/^DB::Exception: /, '');
    yield* pull.skipText(); // where it arose
    for (let isNested = yield* pull.uint8(); isNested !== 0; isNested = yield* pull.uint8()) {
      yield* pull.skip(4);
      yield* pull.skipTexts(3);
    }
    this.#talk.finish(false, { outcome: errorName(code), text, isFailed: true });
  }

  /** What came since the previous one. @param {Pull} pull @returns {Wants} */
  *#progress(pull) {
    const figures = this.#figures;
    figures.read += yield* pull.varint();
    figures.readBytes += yield* pull.varint();
    if (this.#revision >= SINCE.TOTAL_ROWS) yield* pull.varint();
    if (this.#revision >= SINCE.TOTAL_BYTES) yield* pull.varint();
    if (this.#revision >= SINCE.WRITTEN) {
      figures.written += yield* pull.varint();
      yield* pull.varint();
    }
    if (this.#revision >= SINCE.ELAPSED) yield* pull.varint();
  }

  /** @param {Pull} pull @returns {Wants} */
  *#profile(pull) {
    this.#figures.rows = yield* pull.varint();
    this.#figures.isCounted = true;
    yield* pull.varint();
    yield* pull.varint();
    yield* pull.uint8();
    yield* pull.varint();
    yield* pull.uint8();
    if (this.#revision < SINCE.AGGREGATION) return;
    yield* pull.uint8();
    yield* pull.varint();
  }

  /** @param {Pull} pull @returns {Wants} */
  *#tables(pull) {
    for (let left = yield* pull.varint(); left > 0; left--) {
      yield* pull.skipTexts(2);
      if ((yield* pull.uint8()) === 0) continue;
      yield* pull.varint();
      if (this.#revision >= SINCE.READ_ONLY) yield* pull.varint();
    }
    this.#talk.finish(false, { outcome: 'OK' });
  }

  #figureWords() {
    const { rows, isCounted, read, readBytes, written } = this.#figures;
    return [
      written > 0 && rows === 0 ? `${rowWords(written)} written` : '',
      rows > 0 || isCounted ? rowWords(rows) : '',
      read > 0 ? `${rowWords(read)}, ${readBytes} bytes read` : '',
    ]
      .filter(Boolean)
      .join('; ');
  }

  /**
   * A block with a name.
   * @param {Pull} pull @param {boolean} isCompressed
   * @returns {Field<number|null>} its rows, −1: not known; null: it is empty
   */
  *#data(pull, isCompressed) {
    if (this.#revision === 0 || this.#revision >= SINCE.TABLE_NAMES) yield* pull.skipText();
    if (isCompressed) return yield* this.#frames(pull);
    if (this.#revision === 0 || this.#revision >= SINCE.BLOCK_INFO) yield* this.#blockInfo(pull);
    const columns = yield* pull.varint();
    const rows = yield* pull.varint();
    if (columns > MAX_CLICKHOUSE_COLUMNS) yield WANT.LOST;
    for (let k = 0; k < columns; k++) {
      yield* pull.skipText();
      const type = yield* pull.name(MAX_TYPE_CHARACTERS);
      // a serialization of its own, as of columns that are nearly empty
      if (this.#revision >= SINCE.SERIALIZATION && (yield* pull.uint8()) !== 0) yield WANT.LOST;
      if (rows > 0) yield* skipColumn(pull, type, rows);
    }
    return columns === 0 ? null : rows;
  }

  /** @param {Pull} pull @returns {Wants} */
  *#blockInfo(pull) {
    for (let field = yield* pull.varint(); field !== 0; field = yield* pull.varint()) {
      if (field === 1) yield* pull.skip(1);
      else if (field === 2) yield* pull.skip(4);
      else if (field === 3) yield* pull.skip(4 * (yield* pull.varint()));
      else yield WANT.LOST;
    }
  }

  /** @param {Pull} pull @returns {Field<number|null>} as `#data` */
  *#frames(pull) {
    let bytes = 0;
    yield* pull.skip(CHECKSUM_BYTES);
    for (;;) {
      if (!METHODS.includes(yield* pull.uint8())) yield WANT.LOST;
      const packed = yield* pull.littleUint32();
      const unpacked = yield* pull.littleUint32();
      bytes += unpacked;
      if (packed < FRAME_HEAD_BYTES) yield WANT.LOST;
      yield* pull.skip(packed - FRAME_HEAD_BYTES);
      if (unpacked < FULL_FRAME_BYTES) return bytes > EMPTY_BLOCK_BYTES ? -1 : null;
      // another frame begins with any byte, what follows the block with its type
      const next = yield* pull.uint8();
      if (next <= SERVER.LAST) {
        pull.unread(next);
        return -1;
      }
      yield* pull.skip(CHECKSUM_BYTES - 1);
    }
  }
}

/** What each packet answers, besides a query. @type {ReadonlyMap<number, number>} */
const ANSWERED = new Map([
  [SERVER.HELLO, ASKED.HELLO],
  [SERVER.PONG, ASKED.PING],
  [SERVER.TABLES_STATUS, ASKED.TABLES],
]);
