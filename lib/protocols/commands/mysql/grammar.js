/**
 * The client/server protocol of MySQL and MariaDB (dev.mysql.com/doc/dev/mysql-server, "Client/Server Protocol"):
 * packets after three bytes of length and a number, which starts at 0 with each command.
 */
import { counted } from '../../../shared/text/quantities.js';
import { WANT } from '../piece-reader.js';
import { queryText } from '../shown-text.js';
import { StatementTexts } from '../statement-texts.js';
import {
  cString,
  errorOf,
  lengthEncoded,
  loginName,
  serverCapabilities,
  TLS_REQUEST_BYTES,
  uint16,
  uint24,
  uint32,
} from './fields.js';

/** @typedef {import('../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../connection.js').Grammar} Grammar */

const HEADER_BYTES = 4;
/** Version of the protocol. */
const PROTOCOL = 10;
const MAX_PACKET_BYTES = 0xffffff;
const OK = 0x00;
const LOCAL_INFILE = 0xfb;
const EOF = 0xfe;
const ERR = 0xff;
const AUTH_MORE = 0x01;
const FAST_AUTH_OK = 3;
/** Number of an ERR packet that reports progress (MariaDB). */
const PROGRESS = 0xffff;
const MORE_RESULTS = 8;
const EOF_BYTES = 5;
/** Capabilities. */
const ALL = 0xffffffff;
const SSL = 0x800;
/** By zlib or zstd. */
const COMPRESSION = 0x4000020;

/** @type {Readonly<Record<number, string>>} */
const COMMANDS = {
  0x00: 'COM_SLEEP', 0x01: 'COM_QUIT', 0x02: 'COM_INIT_DB', 0x03: 'COM_QUERY', 0x04: 'COM_FIELD_LIST',
  0x05: 'COM_CREATE_DB', 0x06: 'COM_DROP_DB', 0x07: 'COM_REFRESH', 0x08: 'COM_SHUTDOWN', 0x09: 'COM_STATISTICS',
  0x0a: 'COM_PROCESS_INFO', 0x0c: 'COM_PROCESS_KILL', 0x0d: 'COM_DEBUG', 0x0e: 'COM_PING', 0x11: 'COM_CHANGE_USER',
  0x12: 'COM_BINLOG_DUMP', 0x15: 'COM_REGISTER_SLAVE', 0x16: 'COM_STMT_PREPARE', 0x17: 'COM_STMT_EXECUTE',
  0x18: 'COM_STMT_SEND_LONG_DATA', 0x19: 'COM_STMT_CLOSE', 0x1a: 'COM_STMT_RESET', 0x1b: 'COM_SET_OPTION',
  0x1c: 'COM_STMT_FETCH', 0x1e: 'COM_BINLOG_DUMP_GTID', 0x1f: 'COM_RESET_CONNECTION', 0xfa: 'COM_STMT_BULK_EXECUTE',
}; // prettier-ignore
const ONE_WAY = new Set(['COM_QUIT', 'COM_STMT_CLOSE', 'COM_STMT_SEND_LONG_DATA']);
/** Commands whose argument is text. */
const WITH_TEXT = new Set(['COM_QUERY', 'COM_INIT_DB', 'COM_STMT_PREPARE', 'COM_CREATE_DB', 'COM_DROP_DB']);
/** Commands that are answered by rows without a column count. */
const ROWS_ALONE = new Set(['COM_STMT_FETCH', 'COM_FIELD_LIST']);
/** Commands after which the server sends events endlessly. */
const DUMPS = new Set(['COM_BINLOG_DUMP', 'COM_BINLOG_DUMP_GTID']);
const LOGIN = 'login';
/** Number of the statement prepared last, whatever it is (MariaDB). */
const LAST_PREPARED = 0xffffffff;
/** What closes all prepared statements. */
const RESETS = new Set(['COM_RESET_CONNECTION', 'COM_CHANGE_USER']);

/** The next part of a response. */
const FIRST = 0;
const COLUMNS = 1;
const ROWS = 2;
/** Parameters and columns of a prepared statement. */
const DEFINITIONS = 3;

/** @implements {Grammar} */
export class MysqlGrammar {
  first = /** @type {const} */ ([HEADER_BYTES, HEADER_BYTES]);
  #talk;
  /** By side: the number of the packet whose content is next; −1: a header is. */
  #numbers = [-1, -1];
  /** By side: whether the packet continues one of maximum length. */
  #goesOn = [false, false];
  #isLoggingIn = true;
  /** Whether the client has sent its login. */
  #hasIntroduced = false;
  /** Capabilities of both ends; within TLS only the client's, which include the server's. */
  #capabilities = ALL;
  /** Whether packets are inside compressed ones from here on. */
  isCompressed = false;
  /** Of the current response. */
  #part = FIRST;
  #command = '';
  #text = '';
  /** By number. @type {StatementTexts<number>} */
  #statements = new StatementTexts();
  #left = 0;
  #rows = 0;
  /** Whether all columns were read, which an EOF may end: one in the form of OK ends rows. */
  #mayEndColumns = false;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end, length) {
    const side = isClient ? 0 : 1;
    if (this.#numbers[side] < 0) {
      if (end - start < HEADER_BYTES) return WANT.LOST;
      this.#numbers[side] = bytes[start + 3];
      return uint24(bytes, start);
    }
    const number = this.#numbers[side];
    const goesOn = this.#goesOn[side];
    this.#numbers[side] = -1;
    this.#goesOn[side] = length === MAX_PACKET_BYTES;
    // after missing bytes a packet's kind is unknown
    if (end === start && length > 0) return WANT.LOST;
    if (goesOn) return HEADER_BYTES;
    return isClient
      ? this.#takeRequest(number, bytes, start, end, length)
      : this.#takeReply(number, bytes, start, end, length);
  }

  /**
   * A command that is all of the available bytes; a response's first packets.
   * @type {NonNullable<Grammar['resume']>}
   */
  resume(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    if (end - start <= HEADER_BYTES) return WANT.LOST;
    const length = uint24(bytes, start);
    const isStart = isClient
      ? bytes[start + 3] === 0 &&
        length === end - start - HEADER_BYTES &&
        COMMANDS[bytes[start + HEADER_BYTES]] !== undefined
      : bytes[start + 3] === 1 && length > 0 && length <= end - start - HEADER_BYTES && this.#talk.isAsked();
    if (!isStart) return WANT.LOST;
    this.#numbers[side] = -1;
    this.#goesOn[side] = false;
    this.#isLoggingIn = false;
    if (!isClient) this.#part = FIRST;
    return HEADER_BYTES;
  }

  /**
   * @param {number} number
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length
   */
  #takeRequest(number, bytes, start, end, length) {
    if (this.#isLoggingIn) return this.#takeLogin(bytes, start, end, length);
    if (number !== 0) {
      this.#talk.drop(true); // continues a command, or is a file requested by the server
      return HEADER_BYTES;
    }
    const code = bytes[start];
    const method = COMMANDS[code] ?? `COM_${code}`;
    let target = '';
    if (WITH_TEXT.has(method)) target = queryText(bytes, start + 1, end);
    else if (method.startsWith('COM_STMT_') && end - start > 4) target = this.#statementOf(uint32(bytes, start + 1));
    this.#talk.command(true, {
      method,
      target,
      isOneWay: ONE_WAY.has(method),
      isAlone: true,
      mayHang: DUMPS.has(method),
      data: { method, text: target },
    });
    this.#talk.finish(true);
    if (method === 'COM_STMT_PREPARE') this.#statements.set(LAST_PREPARED, target);
    if (method === 'COM_STMT_CLOSE' && end - start > 4) this.#statements.delete(uint32(bytes, start + 1));
    if (RESETS.has(method)) this.#statements.clear();
    if (method === 'COM_CHANGE_USER') this.#isLoggingIn = this.#hasIntroduced = true;
    return HEADER_BYTES;
  }

  /** @param {number} number @returns {string} its text; its number if it was prepared before the capture */
  #statementOf(number) {
    return this.#statements.get(number) ?? `statement ${number}`;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length */
  #takeLogin(bytes, start, end, length) {
    const capabilities = end - start < 4 ? 0 : uint32(bytes, start);
    const isTlsRequest = length === TLS_REQUEST_BYTES && (capabilities & SSL) !== 0;
    if (isTlsRequest) {
      this.#talk.command(true, { method: 'SSLRequest', isOneWay: true });
      this.#talk.finish(true);
      return HEADER_BYTES;
    }
    const target = this.#hasIntroduced ? '' : loginName(bytes, start, end, capabilities);
    this.#talk.command(true, {
      method: this.#hasIntroduced ? 'Password' : 'Login',
      target,
      data: { method: LOGIN, text: '' },
    });
    this.#talk.finish(true);
    if (!this.#hasIntroduced) this.#capabilities &= capabilities;
    this.#hasIntroduced = true;
    return HEADER_BYTES;
  }

  /**
   * @param {number} number
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length
   */
  #takeReply(number, bytes, start, end, length) {
    const code = bytes[start];
    if (!this.#talk.isOpen(false) && !this.#begin(number, bytes, start, end)) return HEADER_BYTES;
    if (code === ERR && !(this.#part === COLUMNS)) this.#takeError(bytes, start, end);
    else if (this.#isLoggingIn) this.#takeLoginReply(code, bytes, start, end);
    else if (this.#part === FIRST) this.#takeFirst(bytes, start, end, length);
    else if (this.#part === ROWS) this.#takeRow(bytes, start, end, length);
    else this.#takeDefinition(code, length);
    return DUMPS.has(this.#command) ? WANT.OVER : HEADER_BYTES;
  }

  /**
   * @param {number} number @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {boolean} whether a response begins
   */
  #begin(number, bytes, start, end) {
    if (this.#talk.isAsked()) {
      ({ method: this.#command, text: this.#text } = this.#talk.answer(false) ?? NOTHING);
      this.#part = ROWS_ALONE.has(this.#command) ? ROWS : FIRST;
      this.#rows = 0;
      return true;
    }
    const isError = bytes[start] === ERR;
    if (number !== 0 || (!isError && bytes[start] !== PROTOCOL)) this.#talk.drop(false);
    else {
      this.#talk.tell(false);
      if (!isError) this.#capabilities = serverCapabilities(bytes, start, end);
      this.#talk.finish(
        false,
        isError ? errorOf(bytes, start, end) : { outcome: 'greeting', text: cString(bytes, start + 1, end) },
      );
    }
    return false;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeError(bytes, start, end) {
    if (uint16(bytes, start + 1) === PROGRESS) return;
    if (this.#command === 'COM_CHANGE_USER') this.#isLoggingIn = false;
    this.#talk.finish(false, errorOf(bytes, start, end));
  }

  /** @param {number} code @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeLoginReply(code, bytes, start, end) {
    if (code === OK) {
      this.#isLoggingIn = false;
      this.isCompressed ||= (this.#capabilities & COMPRESSION) !== 0;
      this.#talk.finish(false, { outcome: 'OK' });
    } else if (code === EOF) this.#talk.finish(false, { outcome: 'switch', text: cString(bytes, start + 1, end) });
    else if (code !== AUTH_MORE || bytes[start + 1] !== FAST_AUTH_OK) this.#talk.finish(false, { outcome: 'more' });
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length */
  #takeFirst(bytes, start, end, length) {
    const code = bytes[start];
    if (code === OK && this.#command === 'COM_STMT_PREPARE' && end - start >= 9) {
      this.#left = uint16(bytes, start + 5) + uint16(bytes, start + 7);
      this.#part = DEFINITIONS;
      this.#statements.set(uint32(bytes, start + 1), this.#text);
      if (this.#left === 0) this.#talk.finish(false, { outcome: 'OK', text: `statement ${uint32(bytes, start + 1)}` });
    } else if (this.#command === 'COM_STATISTICS') this.#talk.finish(false, { outcome: 'OK' });
    else if (code === OK || (code === EOF && length < 9)) this.#takeOk(bytes, start, end);
    else if (code === LOCAL_INFILE) this.#part = FIRST;
    else {
      const { value, next } = lengthEncoded(bytes, start);
      this.#left = next > end ? 0 : value;
      this.#part = this.#left === 0 ? ROWS : COLUMNS;
    }
  }

  /** OK, or the end of rows in its form. @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeOk(bytes, start, end) {
    const affected = lengthEncoded(bytes, start + 1);
    const { next } = lengthEncoded(bytes, affected.next);
    if (next + 1 < end && (uint16(bytes, next) & MORE_RESULTS) !== 0) {
      this.#part = FIRST;
      return;
    }
    const text = this.#rows > 0 ? counted(this.#rows, 'row') : affectedText(affected.value);
    this.#talk.finish(false, { outcome: 'OK', text });
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} length */
  #takeRow(bytes, start, end, length) {
    const mayEndColumns = this.#mayEndColumns;
    this.#mayEndColumns = false;
    if (mayEndColumns && bytes[start] === EOF && length === EOF_BYTES) return;
    if (bytes[start] !== EOF || length >= MAX_PACKET_BYTES) this.#rows++;
    else if (length !== EOF_BYTES) this.#takeOk(bytes, start, end);
    else if ((uint16(bytes, start + 3) & MORE_RESULTS) !== 0) this.#part = FIRST;
    else this.#talk.finish(false, { outcome: 'OK', text: counted(this.#rows, 'row') });
  }

  /** A column's or parameter's definition, or the EOF between such. @param {number} code @param {number} length */
  #takeDefinition(code, length) {
    const isEof = code === EOF && length === EOF_BYTES;
    if (isEof && this.#left > 0) return;
    if (!isEof) this.#left--;
    if (this.#part === COLUMNS && this.#left === 0) {
      this.#part = ROWS;
      this.#mayEndColumns = true;
    } else if (this.#part === DEFINITIONS && this.#left === 0) this.#talk.finish(false, { outcome: 'OK' });
  }
}

/** The data of an unknown command. */
const NOTHING = { method: '', text: '' };

/** @param {number} rows */
const affectedText = (rows) => (rows > 0 ? `${counted(rows, 'row')} affected` : '');
