/** A WebMUX connection: both directions, the sessions in it, and the rows of its fragments. */
import { scrambled } from '../../shared/scrambled.js';
import { WARNING } from '../model/notes.js';
import { MuxHalf } from './direction.js';
import { CODE, FIRST_ATOM_ID, FORMAT, KIND, MUX_FLAG } from './format.js';
import { MAX_MUX_LOSSES, MAX_MUX_SESSIONS } from './limits.js';
import { Knowledge } from './plausible.js';
import { Session } from './sessions.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Inside} Inside */
/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./mux-table.js').MuxTable} MuxTable */

/**
 * @typedef {object} MuxHost
 * @property {(flow: number, warning: number) => void} warn
 * @property {(flow: number, client: 0|1) => void} setClient
 * @property {(flow: number, name: 'webmux'|null) => void} setProtocol
 * @property {(inside: Inside) => StreamParser|null} openStream parser of a session's bytes; null: none
 */

/** Fragments read before framing failed: with fewer, of one end alone, it was not WebMUX. */
const ENOUGH_FRAGMENTS = 4;

/** Length reported for a gap with an unknown share of a session: at least one byte is missing. */
const SOME_BYTE = 1;

/** @implements {StreamParser} */
export class MuxConnection {
  #host;
  #table;
  #inside;
  /** By session id. @type {(Session|null)[]} */
  #sessions = new Array(256).fill(null);
  /** Each end's strings by `scrambled` protocol id. @type {[Map<number, string>, Map<number, string>]} */
  #atoms = [new Map(), new Map()];
  /**
   * How each direction of the carrier ended.
   * @type {['fin'|'rst'|'capture_end'|null, 'fin'|'rst'|'capture_end'|null]}
   */
  #ended = [null, null];
  #isMidConnection;
  #isLossy = false;

  /**
   * @param {MuxHost} host
   * @param {MuxTable} table
   * @param {Inside} inside where it lies
   * @param {number} format of `FORMAT`
   * @param {boolean} [isMidConnection] whether the first byte passed in may be any byte of a fragment
   */
  constructor(host, table, inside, format, isMidConnection = false) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    this.#isMidConnection = isMidConnection;
    this.format = format;
    this.known = new Knowledge();
    this.record = table.addConnection(inside.flow, inside.depth, format);
    this.halves = [new MuxHalf(this, 0, isMidConnection), new MuxHalf(this, 1, isMidConnection)];
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    this.halves[endpoint].push(streamOffset, bytes, start, end, at);
    return streamOffset + end - start;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    this.#host.warn(this.#inside.flow, WARNING.BYTES_MISSING);
    this.halves[endpoint].gap(streamOffset, length, at);
    return streamOffset + length;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.halves[endpoint].end();
    this.#ended[endpoint] = how;
    for (const session of this.#sessions) session?.end(endpoint, how, at);
  }

  /** @type {import('./direction.js').HalfOwner['isWhole']} */
  isWhole(endpoint) {
    return !this.#isMidConnection && !this.#isLossy && this.halves[1 - endpoint].position > 0;
  }

  /** @type {import('./direction.js').HalfOwner['begin']} */
  begin(half, at) {
    const { header, endpoint } = half;
    const table = this.#table;
    const row = table.append(this.record);
    half.session = this.#sessionOf(half, at);
    if (row < 0) {
      this.#host.warn(this.#inside.flow, WARNING.MUX_LIMIT_EXCEEDED);
      return row;
    }
    table.endpoint[row] = endpoint;
    table.kind[row] = header.kind;
    table.flags[row] = header.flags;
    table.session[row] = header.session;
    table.use[row] = half.session?.index ?? -1;
    table.headerBytes[row] = header.bytes;
    table.length[row] = header.length;
    table.value[row] = header.value;
    table.streamOffset[row] = half.headerOffset;
    table.frame[row] = table.lastFrame[row] = at.frame;
    table.timeNs[row] = table.endNs[row] = at.timeNs;
    return row;
  }

  /** @type {import('./direction.js').HalfOwner['payload']} */
  payload(half, bytes, start, end, at) {
    this.#count(half, at, end - start);
    if (!isOfSession(half)) return;
    half.payloadBytes += end - start;
    half.session?.push(half.endpoint, bytes, start, end, at);
  }

  /** @type {import('./direction.js').HalfOwner['payloadGap']} */
  payloadGap(half, length, at) {
    this.#count(half, at, 0);
    if (!isOfSession(half)) return;
    half.payloadBytes += length;
    half.session?.gap(half.endpoint, length, at);
  }

  /** @type {import('./direction.js').HalfOwner['finish']} */
  finish(half, at) {
    const { endpoint, session, header } = half;
    if (half.text !== '') this.#keepText(half);
    if (session === null || header.kind !== KIND.DATA) return;
    if (header.flags & MUX_FLAG.RST) session.isReset = true;
    if (header.flags & (MUX_FLAG.RST | MUX_FLAG.FIN)) session.end(endpoint, 'fin', at);
  }

  /** @type {import('./direction.js').HalfOwner['padded']} */
  padded({ row, endpoint, known }, padding) {
    if (row >= 0) this.#table.padding[row] = padding;
    this.record.alignment[endpoint] = known.alignment;
  }

  /** @type {import('./direction.js').HalfOwner['lose']} */
  lose(loss) {
    const { record } = this;
    this.#isLossy = true;
    if (record.losses.length < MAX_MUX_LOSSES) record.losses.push(loss);
    record.lossCount++;
    const isHopeless =
      loss.cause === 'framing' &&
      loss.resumedAt < 0 &&
      record.fragments < ENOUGH_FRAGMENTS &&
      this.halves[1 - loss.endpoint].framedBytes === 0;
    if (isHopeless) this.#withdraw();
    else this.#host.warn(this.#inside.flow, WARNING.MUX_FRAMING_LOST);
  }

  /** The guess was wrong: results are discarded silently. */
  #withdraw() {
    this.record.isWithdrawn = true;
    if (this.#inside.depth === 0) this.#host.setProtocol(this.#inside.flow, null);
  }

  /**
   * Sessions miss bytes: if only one was open in that direction, the lost bytes minus headers; of several, at least one
   * each.
   * @type {import('./direction.js').HalfOwner['resume']}
   */
  resume(half, length, at) {
    const { endpoint } = half;
    const open = this.#sessions.filter((session) => session !== null && !session.ended[endpoint]);
    const share = half.framedBytes > 0 ? half.payloadBytes / half.framedBytes : 1;
    const missing = open.length === 1 ? Math.max(SOME_BYTE, Math.round(length * share)) : SOME_BYTE;
    for (const session of open) session?.gap(endpoint, missing, placeOf(at));
  }

  /** @param {MuxHalf} half @param {Place} at @param {number} received */
  #count({ row }, at, received) {
    const table = this.#table;
    if (row < 0) return;
    table.received[row] += received;
    table.lastFrame[row] = at.frame;
    table.endNs[row] = at.timeNs;
  }

  /** @param {MuxHalf} half at a new header @param {Place} at @returns {Session|null} the session of the fragment */
  #sessionOf({ header, endpoint }, at) {
    const { kind, flags, session: id } = header;
    const session = this.#sessions[id];
    if (kind === KIND.FILLER || id < 2) return null;
    if (kind !== KIND.DATA) return isAboutSession(this.format, kind) ? session : null;
    if (flags & MUX_FLAG.SYN) {
      if (session?.isAnswer(endpoint)) {
        session.synSeen[endpoint] = true;
        return session;
      }
      return this.#open(id, endpoint, header.value, at);
    }
    if (session !== null || flags & MUX_FLAG.RST) return session;
    return this.#open(id, null, null, at);
  }

  /**
   * @param {number} id
   * @param {0|1|null} initiator null: the SYN was not captured
   * @param {number|null} protocolId
   * @param {Place} at
   */
  #open(id, initiator, protocolId, at) {
    const { record } = this;
    const before = this.#sessions[id];
    before?.end(0, 'fin', at);
    before?.end(1, 'fin', at);
    const isKept = record.uses.length < MAX_MUX_SESSIONS;
    const session = new Session(isKept ? record.uses.length : -1, initiator);
    if (isKept) record.uses.push({ id, initiator, protocolId, protocolName: this.#atomName(initiator, protocolId) });
    else this.#host.warn(this.#inside.flow, WARNING.MUX_LIMIT_EXCEEDED);
    if (initiator !== null) {
      session.synSeen[initiator] = true;
      this.#learnOpener(id, initiator);
    }
    if (protocolId !== null) this.known.protocols.add(scrambled(protocolId));
    this.known.sessions[id] = 1;
    this.#sessions[id] = session;
    session.parser = this.#host.openStream({
      ...this.#inside,
      carrier: 'webmux',
      stream: id,
      depth: this.#inside.depth + 1,
      upgrade: null,
    });
    this.#ended.forEach((how, endpoint) => {
      if (how !== null) session.end(/** @type {0|1} */ (endpoint), how, at);
    });
    return session;
  }

  /** Of strings of the 1998 format, the last definition counts from then on. @param {MuxHalf} half */
  #keepText({ header, endpoint, row, text }) {
    if (row >= 0) this.#table.setText(this.record, row, text);
    if (this.format !== FORMAT.W98 || header.kind !== KIND.CONTROL + CODE.STRING) return;
    this.#atoms[endpoint].set(scrambled(FIRST_ATOM_ID + header.value), text);
  }

  /**
   * Only the end that defined an atom may use it (draft, "Atoms").
   * @param {0|1|null} initiator
   * @param {number|null} protocolId
   */
  #atomName(initiator, protocolId) {
    return initiator === null || protocolId === null
      ? null
      : (this.#atoms[initiator].get(scrambled(protocolId)) ?? null);
  }

  /**
   * Ids show which end opened the TCP connection: odd ones are its sessions in the 1996 format, even ones in the 1998
   * format.
   * @param {number} id @param {0|1} initiator
   */
  #learnOpener(id, initiator) {
    if (this.record.opener !== null) return;
    const isOfOpener = (id & 1) === (this.format === FORMAT.W96 ? 1 : 0);
    this.record.opener = isOfOpener ? initiator : other(initiator);
    this.#host.setClient(this.#inside.flow, this.record.opener);
  }
}

/** @param {0|1} endpoint */
const other = (endpoint) => /** @type {0|1} */ (1 - endpoint);

/** Whether the fragment's payload is the session's: the reason of a reset is not. @param {MuxHalf} half */
const isOfSession = ({ header }) => header.kind === KIND.DATA && (header.flags & MUX_FLAG.RST) === 0;

/** Credit, and in the 1996 format the largest fragment. @param {number} format @param {number} kind */
const isAboutSession = (format, kind) =>
  kind === KIND.CONTROL + CODE.CREDIT || (format === FORMAT.W96 && kind === KIND.CONTROL + CODE.FRAGMENT_LIMIT);

/** @param {{ frame: number, timeNs: number }} loss @returns {Place} */
const placeOf = ({ frame, timeNs }) => ({ frame, timeNs, deliveredFrame: frame, deliveredNs: timeNs });
