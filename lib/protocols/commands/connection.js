/**
 * A connection of a protocol of commands and responses: its grammar determines where one ends and its name, here they
 * become pairs of rows in the message table.
 */
import { REQUEST, RESPONSE } from '../http1/start-line.js';
import { CARRIERS, MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { packNames } from './head.js';
import { MAX_COMMAND_ROWS } from './limits.js';
import { Pairing } from './pairing.js';
import { PieceReader, WANT } from './piece-reader.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */

/**
 * The format of a protocol's messages. One object reads both directions, so state of one can be used for the other.
 * @typedef {object} Grammar
 * @property {readonly [client: number, server: number]} first each side's first piece, as `WANT`
 * @property {(isClient: boolean, ...piece: Parameters<import('./piece-reader.js').Take>) => number} take gets a
 *   complete piece; returns the next one wanted
 * @property {(isClient: boolean, bytes: Uint8Array, start: number, end: number) => number} [resume] resynchronises
 *   after missing bytes: the piece wanted from there on if a message begins there, or `WANT.LOST`. Without it a side
 *   that lost synchronisation is given up.
 *
 * @typedef {(talk: CommandConnection) => Grammar} OpenGrammar
 *
 * @typedef {Pick<import('../host.js').MessageHost, 'countRequest' | 'countResponse' | 'warn'> & {
 *   tls: Pick<import('../host.js').MessageHost['tls'], 'ciphers'> }} Host
 */

/**
 * @typedef {object} Command
 * @property {string} method
 * @property {string} [target]
 * @property {number|null} [number] its number in the response; without one responses come in order
 * @property {boolean} [isOneWay] whether it has no response
 * @property {boolean} [isAlone] whether it is sent only when all earlier ones were answered
 * @property {boolean} [mayHang] whether its response may wait for an event
 * @property {any} [data] for its response's grammar
 *
 * @typedef {object} Outcome
 * @property {number} [status] its number, where the protocol has numbers
 * @property {string} [outcome] in a word; absent if not stated
 * @property {string} [text] text of the outcome
 * @property {boolean} [isFailed]
 */

/** One direction, and its current message. */
class Side {
  position = 0;
  isBegun = false;
  startOffset = 0;
  startFrame = 0;
  startNs = 0;
  /** Its row, −1 while it has none, or is only counted; and that of the latest finished one. */
  row = -1;
  finished = -1;
  /** Whether its kind is known. */
  isOpen = false;
  /** Whether bytes of it are missing. */
  isMissing = false;

  /** @param {boolean} isClient @param {0|1} endpoint @param {PieceReader} reader */
  constructor(isClient, endpoint, reader) {
    this.isClient = isClient;
    this.endpoint = endpoint;
    this.reader = reader;
  }
}

/** @implements {StreamParser} */
export class CommandConnection {
  #host;
  #table;
  #inside;
  #protocol;
  grammar;
  /** By endpoint. @type {[Side, Side]} */
  #sides;
  #client;
  /** Until the first bytes. @type {((first: import('../protocol.js').First) => boolean)|null} */
  #isBegun;
  /** Messages of either kind so far. */
  read = { commands: 0, answers: 0, pairs: 0, losses: 0 };
  #pairing = new Pairing((request, response, isFinal) => this.#pair(request, response, isFinal));
  #rows = 0;
  /** Of the current piece. @type {Place} */
  #at = { frame: 0, timeNs: 0, deliveredFrame: 0, deliveredNs: 0 };
  /** Ends that have closed their direction in order. */
  #closed = 0;
  /** A response captured before its command. @type {{ row: number, startNs: number }|null} */
  #early = null;

  /**
   * @param {object} options
   * @param {Host} options.host
   * @param {import('../model/message-table.js').MessageTable|null} options.table null to count only
   * @param {import('../stream-parser.js').Inside} options.inside
   * @param {string} options.protocol its name in the registry
   * @param {0|1} options.client endpoint
   * @param {(first: import('../protocol.js').First) => boolean} options.isBegun whether a connection begins with these
   *   bytes; otherwise both ends are read from the next message on
   * @param {OpenGrammar} options.open
   */
  constructor({ host, table, inside, protocol, client, isBegun, open }) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    this.#protocol = table?.numberOf(protocol) ?? 0;
    this.#client = client;
    this.#isBegun = isBegun;
    const grammar = (this.grammar = open(this));
    const sideOf = (/** @type {0|1} */ endpoint) => {
      const isClient = endpoint === client;
      const take = (/** @type {Parameters<import('./piece-reader.js').Take>} */ ...piece) =>
        grammar.take(isClient, ...piece);
      return new Side(isClient, endpoint, new PieceReader(take, grammar.first[isClient ? 0 : 1]));
    };
    this.#sides = [sideOf(0), sideOf(1)];
  }

  /**
   * As of a `StreamParser`.
   * @param {0|1} endpoint @param {number} streamOffset
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   * @param {number} [packedBytes] of the stream that these were unpacked from: each message counts with all
   */
  push(endpoint, streamOffset, bytes, start, end, at, packedBytes) {
    const side = this.#sides[endpoint];
    const stop = streamOffset + (packedBytes ?? end - start);
    if (streamOffset > side.position) this.#skip(side, streamOffset - side.position, streamOffset);
    this.#at = at;
    if (this.#isBegun !== null) this.#beginOrJoin(bytes, start, end);
    if (side.reader.want === WANT.LOST) this.#resume(side, bytes, start, end);
    let next = start;
    while ((next < end || side.reader.want === 0) && side.reader.want >= WANT.LINE) {
      if (!side.isBegun && next < end) this.#begin(side, streamOffset + (packedBytes ? 0 : next - start));
      next = side.reader.read(bytes, next, end);
      side.position = packedBytes ? stop : streamOffset + next - start;
      if (side.reader.isWhole) side.reader.hand();
    }
    if (side.reader.want === WANT.LOST && side.isBegun) this.#lose(side, WARNING.FRAMING_LOST);
    side.position = stop;
    if (side.row >= 0) this.#update(side.row, side.position);
    return this.#nextNeeded(side);
  }

  /**
   * @param {0|1} endpoint @param {number} streamOffset @param {number} length @param {Place} at
   * @param {number} [packedBytes] bytes of the stream that could not be unpacked
   */
  gap(endpoint, streamOffset, length, at, packedBytes) {
    const side = this.#sides[endpoint];
    this.#at = at;
    const stop = streamOffset + (packedBytes ?? length);
    this.#skip(side, packedBytes === undefined ? stop - side.position : length, stop);
    return this.#nextNeeded(side);
  }

  /** Bytes are missing, of unknown unpacked length. @param {0|1} endpoint @param {number} stop */
  lose(endpoint, stop) {
    const side = this.#sides[endpoint];
    side.position = stop;
    if (side.reader.want >= WANT.LINE) this.#lose(side, WARNING.BYTES_MISSING);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how) {
    this.#cut(this.#sides[endpoint]);
    this.#sides[endpoint].reader.want = WANT.OVER;
    if (how === 'fin' && ++this.#closed === 2) this.#pairing.close();
  }

  /**
   * The current message is a command.
   * @param {boolean} isClient who sends it
   * @param {Command} command
   * @returns {number} its row; −1: it is only counted
   */
  command(isClient, { method, target = '', number = null, data = null, isOneWay, isAlone, mayHang }) {
    const side = this.#sideOf(isClient);
    const flags = (isOneWay ? MESSAGE_FLAG.ONE_WAY : 0) | (mayHang ? MESSAGE_FLAG.MAY_HANG : 0);
    this.#open(side, REQUEST, flags);
    this.#keep(side, method, target);
    if (isOneWay) {
      this.#host.countRequest(this.#inside.flow, 1, false);
      return side.row;
    }
    this.#host.countRequest(this.#inside.flow, this.#pairing.count + 1, false);
    if (this.#pairEarly(side)) return side.row;
    const command = { row: side.row, data, isCut: side.isMissing, frame: side.startFrame, burst: 0 };
    const isKept = this.#pairing.ask(command, number, isAlone ?? false, side.startNs);
    if (!isKept) this.#warn(WARNING.TOO_MANY_OUTSTANDING);
    return side.row;
  }

  /**
   * The current message answers the oldest command, or the one with that number.
   * @param {boolean} isClient who sends it
   * @param {object} [which]
   * @param {number|null} [which.number]
   * @param {boolean} [which.isFinal] whether no further response to it follows
   * @param {import('./pairing.js').Fits} [which.fits] whether it may answer the command with that data
   * @returns {any} the command's data; null: it is not known
   */
  answer(isClient, { number = null, isFinal = true, fits } = {}) {
    const side = this.#sideOf(isClient);
    this.#open(side, RESPONSE, 0);
    if (isFinal) this.#host.countResponse(this.#inside.flow);
    const asked = this.#pairing.answer(side.row, number, isFinal, fits, side.startNs, side.startFrame);
    if (asked === undefined && number === null) this.#early = { row: side.row, startNs: side.startNs };
    return asked?.data ?? null;
  }

  /** The current answer is that of one more command. @param {boolean} isClient who sends it @param {number} number */
  answerToo(isClient, number) {
    const side = this.#sideOf(isClient);
    this.#host.countResponse(this.#inside.flow);
    this.#pairing.answer(side.row, number, true, undefined, side.startNs, side.startFrame);
  }

  /**
   * The current message refuses a command that has no response otherwise.
   * @param {boolean} isClient who sends it
   * @param {number} request row of the command, as `command` returned it
   */
  refuse(isClient, request) {
    const side = this.#sideOf(isClient);
    this.#open(side, RESPONSE, 0);
    this.#host.countResponse(this.#inside.flow);
    this.#pair(request, side.row, true);
    if (this.#table !== null && request >= 0) this.#table.flags[request] &= ~MESSAGE_FLAG.ONE_WAY;
  }

  /**
   * The current message answers nothing: a greeting, an event.
   * @param {boolean} isClient who sends it
   */
  tell(isClient) {
    this.#open(this.#sideOf(isClient), RESPONSE, MESSAGE_FLAG.ONE_WAY);
  }

  /** For compressed messages; null: they are not unpacked. */
  get ciphers() {
    return this.#host.tls.ciphers;
  }

  /** Data of the oldest pending command for its response; undefined: none is pending. @param {number|null} [number] */
  asked(number = null) {
    return this.#pairing.next(number)?.data;
  }

  /** Whether a command is pending. @param {number|null} [number] */
  isAsked(number = null) {
    return this.#pairing.next(number) !== undefined;
  }

  /** The oldest command gets no response: that is no failure. */
  dismiss() {
    const asked = this.#pairing.dismiss();
    if (asked !== undefined && asked.row >= 0 && this.#table !== null) {
      this.#table.flags[asked.row] |= MESSAGE_FLAG.ONE_WAY;
    }
  }

  /** Whether a side's current message already has a row. @param {boolean} isClient */
  isOpen(isClient) {
    return this.#sideOf(isClient).isOpen;
  }

  /**
   * The current message ends with the current piece.
   * @param {boolean} isClient
   * @param {Outcome} [outcome] of an answer
   */
  finish(isClient, outcome) {
    const side = this.#sideOf(isClient);
    this.#update(side.row, side.position);
    if (side.isOpen) this.read[isClient ? 'commands' : 'answers']++;
    if (outcome !== undefined) this.#write(side, outcome);
    this.#endRow(side, !side.isMissing);
  }

  /**
   * The current message ended where another one began.
   * @param {boolean} isClient
   * @param {number} bytes of the other one, up to the end of the current piece
   * @param {Outcome} outcome
   */
  split(isClient, bytes, outcome) {
    const side = this.#sideOf(isClient);
    const end = Math.max(side.startOffset, side.position - bytes);
    this.#update(side.row, end);
    this.#write(side, outcome);
    this.#endRow(side, !side.isMissing);
    this.#begin(side, end);
  }

  /** What follows a finished message belongs to it, up to the current piece. @param {boolean} isClient */
  extend(isClient) {
    const side = this.#sideOf(isClient);
    this.#update(side.finished, side.position);
    side.isBegun = false;
  }

  /** The current message is not listed. @param {boolean} isClient */
  drop(isClient) {
    this.#endRow(this.#sideOf(isClient), false);
  }

  /** @param {boolean} isClient */
  #sideOf(isClient) {
    return this.#sides[isClient ? this.#client : 1 - this.#client];
  }

  /** @param {Side} side @param {number} offset */
  #begin(side, offset) {
    side.isBegun = true;
    side.isMissing = false;
    side.startOffset = offset;
    side.startFrame = this.#at.frame;
    side.startNs = this.#at.timeNs;
  }

  /** @param {Side} side @param {number} missed bytes @param {number} stop after them in the stream */
  #skip(side, missed, stop) {
    if (missed <= 0) return;
    side.position = stop;
    if (side.reader.want < WANT.LINE) return;
    if (!side.isBegun || !side.reader.skip(missed)) {
      this.#lose(side, WARNING.BYTES_MISSING);
      return;
    }
    side.isMissing = true;
    this.#warn(WARNING.BYTES_MISSING);
    if (side.reader.isWhole) side.reader.hand();
    if (side.reader.want === WANT.LOST) this.#lose(side, WARNING.BYTES_MISSING);
    else if (side.row >= 0) this.#update(side.row, side.position);
  }

  /** Where the side's next message begins is not known. @param {Side} side @param {number} warning of `WARNING` */
  #lose(side, warning) {
    this.#warn(warning);
    this.read.losses++;
    side.isMissing ||= warning === WARNING.BYTES_MISSING;
    this.#cut(side);
    side.reader.restart(this.grammar.resume === undefined ? WANT.OVER : WANT.LOST);
    this.#pairing.lack(side.isClient);
  }

  /** The first bytes of either end. @param {Uint8Array} bytes @param {number} start @param {number} end */
  #beginOrJoin(bytes, start, end) {
    const isStart = this.#isBegun?.({ bytes, start, end }) ?? true;
    this.#isBegun = null;
    if (isStart || this.grammar.resume === undefined) return;
    for (const { reader } of this.#sides) reader.restart(WANT.LOST);
  }

  /** @param {Side} side @param {Uint8Array} bytes @param {number} start @param {number} end */
  #resume(side, bytes, start, end) {
    const want = this.grammar.resume?.(side.isClient, bytes, start, end) ?? WANT.LOST;
    if (want === WANT.LOST) return;
    side.reader.restart(want);
    this.#pairing.lack(side.isClient);
  }

  /** @param {Side} side */
  #nextNeeded(side) {
    if (side.reader.want !== WANT.OVER) return side.position;
    this.#cut(side);
    return Infinity;
  }

  /** @param {Side} side @param {number} kind @param {number} flags */
  #open(side, kind, flags) {
    if (side.isOpen) this.#endRow(side, false);
    side.isBegun = side.isOpen = true;
    side.row = -1;
    const table = this.#table;
    if (table === null) return;
    if (++this.#rows > MAX_COMMAND_ROWS) {
      this.#warn(WARNING.TOO_MANY_MESSAGES);
      return;
    }
    const row = (side.row = table.append(this.#inside.flow));
    table.endpoint[row] = side.endpoint;
    table.kind[row] = kind;
    table.protocol[row] = this.#protocol;
    table.carrier[row] = CARRIERS.indexOf(this.#inside.carrier);
    table.stream[row] = this.#inside.stream ?? -1;
    table.flags[row] = flags;
    table.startOffset[row] = side.startOffset;
    table.firstFrame[row] = side.startFrame;
    table.startNs[row] = side.startNs;
    this.#update(side.row, side.position);
  }

  /** @param {Side} side @param {string} name @param {string} text */
  #keep({ row }, name, text) {
    const table = this.#table;
    if (table === null || row < 0) return;
    const names = packNames(name, text);
    table.headAt[row] = table.heads.add(names, 0, names.length);
    table.headBytes[row] = names.length;
  }

  /** How far a message has come. @param {number} row @param {number} position */
  #update(row, position) {
    const table = this.#table;
    if (table === null || row < 0) return;
    table.endOffset[row] = position;
    table.bodyBytes[row] = position - table.startOffset[row];
    table.lastFrame[row] = this.#at.deliveredFrame;
    table.endNs[row] = this.#at.deliveredNs;
  }

  /** @param {Side} side @param {Outcome} outcome */
  #write(side, { status = 0, outcome = '', text = '', isFailed = false }) {
    const { row } = side;
    const table = this.#table;
    if (table === null || row < 0) return;
    table.status[row] = status;
    if (isFailed) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
    this.#keep(side, outcome, text);
  }

  /** Finishes an incomplete message when its side ends, or loses synchronisation. @param {Side} side */
  #cut(side) {
    if (side.isBegun) this.#endRow(side, false);
  }

  /** @param {Side} side @param {boolean} isWhole */
  #endRow(side, isWhole) {
    const { row } = side;
    side.isBegun = side.isOpen = false;
    side.finished = row;
    side.row = -1;
    const table = this.#table;
    if (table === null || row < 0) return;
    if (side.isMissing) table.notes[row] |= NOTE.BYTES_MISSING;
    table.flags[row] |= MESSAGE_FLAG.ENDED | (isWhole ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /** @param {number} request row @param {number} response row @param {boolean} isFinal */
  #pair(request, response, isFinal) {
    this.read.pairs++;
    const table = this.#table;
    if (table === null || request < 0 || response < 0) return;
    table.pair[response] = request;
    if (isFinal) table.pair[request] = response;
  }

  /** Whether the response to a command was captured before it. @param {Side} side */
  #pairEarly(side) {
    const early = this.#early;
    this.#early = null;
    if (early === null || early.startNs < side.startNs || this.#pairing.count > 0) return false;
    this.#pair(side.row, early.row, true);
    return true;
  }

  /** @param {number} warning of `WARNING` */
  #warn(warning) {
    this.#host.warn(this.#inside.flow, warning);
  }
}
