import { toHex } from '../protocols/tls/key-log.js';
import { ConnectionFinder } from './connections/connection-finder.js';
import { CLOSED } from './connections/connection-keys.js';
import { ConnectionNumbers } from './connections/connection-numbers.js';
import { LateKeys } from './connections/late-keys.js';
import { RecentNumbers } from './connections/recent-numbers.js';
import { WaitingPackets } from './connections/waiting-packets.js';
import { isRetryGenuine } from './keys/retry-tag.js';
import { serverRoundTripNs } from './recovery/packets-of.js';
import { HeldBudget, QuicStreams } from './streams/quic-streams.js';
import { connectionColumns } from './tables/connection-columns.js';
import { FrameTable } from './tables/frame-table.js';
import { IdTable } from './tables/id-table.js';
import { NO_NEXT, PACKET_FLAG, PacketTable } from './tables/packet-table.js';
import { TextTable } from './tables/text-table.js';
import { isPadding, isSameId } from './wire/coalesced.js';
import { FRAME, isStream, STREAM_BIT } from './wire/frame-types.js';
import { FrameReader } from './wire/frames.js';
import { PacketHeader } from './wire/header.js';
import { RESET_TOKEN_BYTES } from './wire/transport-parameters.js';
import { PACKET, SPACE, SPACE_OF, versionOf } from './wire/versions.js';

/** @typedef {import('../packet/datagram-batch.js').Datagrams} Datagrams */
/** @typedef {import('../transport/streams.js').Place} Place */
/** @typedef {import('./connections/connection.js').Connection} Connection */
/** @typedef {import('./connections/address-pairs.js').PairUser} PairUser */

/** Shortest stateless reset (RFC 9000 section 10.3). */
const MIN_RESET_BYTES = 21;
const MAX_PLACES = 255;
/** Tokens of stateless resets of an end that are kept. */
export const MAX_RESET_TOKENS = 64;

/**
 * Turns datagrams into QUIC connections, packets, frames and streams. Everything that a row says of a packet is there
 * when `take` returns, except for packets whose keys come later: those are filled in then.
 */
export class QuicTracker {
  ids = new IdTable();
  texts = new TextTable();
  packets = new PacketTable();
  frames = new FrameTable();
  #reader = new FrameReader(this.frames, this.ids, this.texts);
  #header = new PacketHeader();
  #lateHeader = new PacketHeader();
  #waiting = new WaitingPackets();
  #held = new HeldBudget();
  #finder;
  /** @type {LateKeys|null} */
  #late;
  #ciphers;
  #keyLog;
  /** Of connections with streams. @type {Map<number, QuicStreams>} */
  #streams = new Map();
  /** By connection, direction and space. @type {Map<number, RecentNumbers>} */
  #numbers = new Map();
  /** The key log's version when keys were first missing. */
  #missedAtVersion = Infinity;
  /** @type {Place} */
  #place = { frame: 0, timeNs: 0.5, deliveredFrame: 0, deliveredNs: 0.5, isEarly: false };
  #retryingDepth = 0;

  /** Gives the reader of a stream. @type {import('./streams/quic-streams.js').OpenStream} */
  openStream = () => null;
  /** A DATAGRAM frame. @type {(connection: number, direction: number, bytes: number) => void} */
  onDatagram = () => {};
  /** A ClientHello asks for a server. @type {(connection: Connection, name: string, timeNs: number) => void} */
  onServerName = () => {};

  /**
   * @param {object} options
   * @param {import('../protocols/tls/ciphers.js').Ciphers|null} options.ciphers null: nothing is decrypted
   * @param {import('../protocols/tls/key-log.js').KeyLog|null} options.keyLog
   */
  constructor({ ciphers, keyLog }) {
    this.#ciphers = ciphers;
    this.#keyLog = keyLog;
    this.#finder = new ConnectionFinder(this.ids, ciphers, keyLog);
    this.numbers = new ConnectionNumbers(this.connections);
    this.#late = ciphers === null || keyLog === null ? null : new LateKeys(ciphers, keyLog);
  }

  get connections() {
    return this.#finder.connections;
  }

  /** Datagrams that belong to connections beyond the limit. */
  get datagramsLeft() {
    return this.#finder.left;
  }

  /** Whether the key log has grown since keys were first missing: another reading may open more. */
  get hasLateSecrets() {
    return this.#keyLog !== null && this.#keyLog.version > this.#missedAtVersion;
  }

  get tableBytes() {
    return this.packets.bytes + this.frames.bytes + this.ids.bytes + this.connections.length * 2048;
  }

  /** @param {number} connection index @returns {QuicStreams|null} null: none was seen */
  streamsOf = (connection) => this.#streams.get(connection) ?? null;

  /** Those of a connection from a report. @param {QuicStreams} streams */
  setStreams(streams) {
    this.#streams.set(streams.connection, streams);
  }

  /** A connection's packets; linear in them. @param {number} connection index */
  columnsOf(connection) {
    return connectionColumns(this.packets, this.connections[connection]);
  }

  /**
   * The shortest round trip between the capture point and the server, ns; Infinity: not known.
   * @param {number} connection index
   */
  serverRoundTripNs(connection) {
    return serverRoundTripNs(this, connection);
  }

  /** @param {Datagrams} batch */
  take(batch) {
    for (let i = 0; i < batch.count; i++) this.#datagram(batch, i);
  }

  /** An ICMP error about UDP. @param {import('../packet/network/icmp.js').IcmpError} error */
  takeIcmpError(error) {
    this.#finder.takeIcmpError(error);
  }

  /** @param {Datagrams} batch @param {number} i */
  #datagram(batch, i) {
    const header = this.#header;
    const start = batch.offset[i];
    const captured = start + batch.captured[i];
    const end = start + batch.length[i];
    if (!header.read(batch.bytes, start, captured, end)) return;
    const user = this.#finder.find(batch, i, header);
    if (user === null) return;
    const [idAt, idLength] = [header.dcidAt, header.dcidLength];
    this.#count(batch, i, user);
    for (let place = 0; place < MAX_PLACES; place++) {
      this.#packet(batch, i, user, place);
      const at = header.end;
      if (at >= captured || isPadding(batch.bytes, at, captured)) return;
      if (!header.read(batch.bytes, at, captured, end)) return;
      if (!header.isLong) header.endId(idLength);
      if (!isSameId(header, idAt, idLength)) return;
    }
  }

  /** @param {Datagrams} batch @param {number} i @param {PairUser} user */
  #count(batch, i, { connection, path, isFromClient }) {
    const sent = connection.sent[isFromClient ? 0 : 1];
    const timeNs = batch.timeNs[i];
    const length = batch.length[i];
    sent.datagrams++;
    sent.bytes += length;
    sent.ecn[batch.ecn[i]]++;
    if (length > sent.maxDatagramBytes) sent.maxDatagramBytes = length;
    if (sent.startNs < 0) sent.startNs = timeNs;
    sent.endNs = timeNs;
    if (timeNs > connection.endNs) connection.endNs = timeNs;
    if (timeNs > path.endNs) path.endNs = timeNs;
    const place = this.#place;
    place.frame = place.deliveredFrame = batch.frame[i];
    place.timeNs = place.deliveredNs = timeNs;
  }

  /** @param {Datagrams} batch @param {number} i @param {PairUser} user @param {number} place in the datagram */
  #packet(batch, i, user, place) {
    const { connection } = user;
    const header = this.#header;
    const direction = user.isFromClient ? 0 : 1;
    this.#learn(connection, direction);
    const row = this.#addRow(batch, i, user, place);
    const sent = connection.sent[direction];
    sent.packets++;
    sent.packetsOf[header.type]++;
    if (header.type === PACKET.VERSION_NEGOTIATION) this.#takeNegotiation(connection);
    else if (header.type === PACKET.RETRY) this.#takeRetry(connection);
    else if (header.numberAt > 0) this.#takeProtected(connection, direction, row, header);
  }

  /** What a header says of its connection. @param {Connection} connection @param {number} direction */
  #learn(connection, direction) {
    const header = this.#header;
    const { bytes, type } = header;
    const timeNs = this.#place.timeNs;
    const isReady = type === PACKET.HANDSHAKE || type === PACKET.ONE_RTT;
    if (isReady && direction === 0 && connection.readyNs < 0 && connection.answerNs >= 0) connection.readyNs = timeNs;
    if (!header.isLong) return;
    if (type === PACKET.VERSION_NEGOTIATION) return;
    connection.noteVersion(header.version);
    this.#finder.addId(connection, direction, bytes, header.scidAt, header.scidLength);
    if (direction === 1) {
      if (type !== PACKET.RETRY && connection.answerNs < 0) connection.answerNs = timeNs;
      return;
    }
    if (type === PACKET.HANDSHAKE) return;
    this.#finder.addId(connection, 1, bytes, header.dcidAt, header.dcidLength);
    if (type === PACKET.INITIAL && connection.initialNs < 0) connection.initialNs = timeNs;
    if (connection.odcid >= 0 || connection.answerNs >= 0) return;
    connection.odcid = this.ids.intern(bytes, header.dcidAt, header.dcidLength);
    connection.addBase(connection.odcid);
  }

  /** @param {Datagrams} batch @param {number} i @param {PairUser} user @param {number} place @returns {number} */
  #addRow(batch, i, { connection, path, isFromClient }, place) {
    const { packets } = this;
    const header = this.#header;
    const row = packets.add();
    packets.timeNs[row] = batch.timeNs[i];
    packets.frame[row] = batch.frame[i];
    packets.connection[row] = connection.index;
    packets.length[row] = header.end - header.start;
    packets.datagramLength[row] = batch.length[i];
    packets.index[row] = place;
    packets.direction[row] = isFromClient ? 0 : 1;
    packets.type[row] = header.type;
    packets.ecn[row] = batch.ecn[i];
    packets.path[row] = path.index;
    packets.version[row] = header.version;
    const isIdKnown = header.isLong || header.dcidLength > 0 || connection.sent[isFromClient ? 1 : 0].hasEmptyId;
    packets.dcid[row] = isIdKnown ? this.#idRow(header.bytes, header.dcidAt, header.dcidLength) : -1;
    packets.scid[row] = header.isLong ? this.#idRow(header.bytes, header.scidAt, header.scidLength) : -1;
    if (header.type === PACKET.ONE_RTT && header.spin === 1) packets.flags[row] |= PACKET_FLAG.SPIN;
    if (connection.lastRow !== NO_NEXT) packets.next[connection.lastRow] = row;
    else connection.firstRow = row;
    connection.lastRow = row;
    connection.packets++;
    return row;
  }

  /** @param {Uint8Array} bytes @param {number} at @param {number} length */
  #idRow(bytes, at, length) {
    const row = this.ids.intern(bytes, at, length);
    return row === 0 && length > 0 ? -1 : row;
  }

  /** The client begins anew with another version, and another ClientHello. @param {Connection} connection */
  #takeNegotiation(connection) {
    connection.hasVersionNegotiation = true;
    if (connection.answerNs >= 0) return;
    this.#restart(connection);
    this.#forgetNumbers(connection, 0);
  }

  /** @param {Connection} connection */
  #takeRetry(connection) {
    const header = this.#header;
    const version = versionOf(header.version);
    if (version !== null && this.#ciphers !== null && connection.odcid >= 0 && !header.isCut) {
      const odcid = this.ids.bytesOf(connection.odcid);
      const packet = header.bytes.subarray(header.start, header.end);
      connection.isRetryGenuine = isRetryGenuine(this.#ciphers, version, odcid, packet);
    }
    connection.hasRetry = true;
    if (connection.isRetryGenuine === false || connection.answerNs >= 0) return;
    connection.addBase(this.ids.intern(header.bytes, header.scidAt, header.scidLength));
    this.#restart(connection);
  }

  /** @param {Connection} connection */
  #restart(connection) {
    connection.handshake.restart();
    connection.initialNs = -1;
  }

  /** @param {Connection} connection @param {number} direction */
  #forgetNumbers(connection, direction) {
    connection.sent[direction].largest.fill(-1);
    for (const space of [SPACE.INITIAL, SPACE.HANDSHAKE, SPACE.APP]) {
      this.#numbers.delete(numbersKey(connection.index, direction, space));
    }
  }

  /** @param {Connection} connection @param {number} direction @param {number} row @param {PacketHeader} header */
  #takeProtected(connection, direction, row, header) {
    if (header.isCut) return;
    const plain = this.#open(connection, direction, header);
    if (plain !== null) this.#opened(connection, direction, row, header, plain);
    else if (!this.#isReset(connection, direction, row, header)) this.#keepClosed(connection, direction, row, header);
    if (connection.waiting.length > 0 && connection.keys.state !== connection.triedAt) this.#tryAgain(connection);
  }

  /** @param {Connection} connection @param {number} direction @param {PacketHeader} header */
  #open(connection, direction, header) {
    const expected = connection.sent[direction].largest[SPACE_OF[header.type]] + 1;
    const version = header.isLong ? header.version : connection.version;
    if (header.type === PACKET.INITIAL) this.#addInitialKeys(connection, header.version);
    const plain = connection.keys.open(header, direction, version, expected);
    if (plain !== null || header.type !== PACKET.INITIAL || direction === 1) return plain;
    const base = this.ids.intern(header.bytes, header.dcidAt, header.dcidLength);
    if (!connection.addBase(base)) return null;
    this.#addInitialKeys(connection, header.version);
    return connection.keys.open(header, direction, version, expected);
  }

  /** @param {Connection} connection @param {number} version */
  #addInitialKeys(connection, version) {
    for (const base of connection.bases) connection.keys.addInitial(version, base, this.ids.bytesOf(base));
  }

  /** @param {Connection} connection @param {number} direction @param {number} row @param {PacketHeader} header */
  #keepClosed(connection, direction, row, header) {
    const isLate = connection.odcid < 0 && !header.isLong && !connection.keys.isFound(direction);
    if (connection.keys.why !== CLOSED.NO_KEYS && !isLate) return;
    if (this.#keyLog === null || this.#ciphers === null) return;
    if (this.#missedAtVersion === Infinity) this.#missedAtVersion = this.#keyLog.version;
    this.#waiting.keep(connection, row, direction, header);
    if (isLate) this.#findKeys(connection, direction);
  }

  /**
   * Looks for keys of a connection that began before the capture.
   * @param {Connection} connection @param {number} direction @param {number} [least] number of packets that wait
   */
  #findKeys(connection, direction, least) {
    const opened = this.#late?.find(connection, direction, least);
    if (!opened) return;
    this.#finder.addId(connection, 1 - direction, opened.bytes, 1, opened.idBytes);
    this.#findKeys(connection, 1 - direction);
  }

  /**
   * Whether a packet that stays closed ends with a token that its sender gave for a stateless reset.
   * @param {Connection} connection @param {number} direction @param {number} row @param {PacketHeader} header
   */
  #isReset(connection, direction, row, { isLong, bytes, start, end }) {
    const tokens = connection.resetTokens[direction];
    if (isLong || tokens.size === 0 || end - start < MIN_RESET_BYTES) return false;
    if (!tokens.has(tokenAt(bytes, end - RESET_TOKEN_BYTES))) return false;
    this.packets.type[row] = PACKET.STATELESS_RESET;
    this.packets.flags[row] &= ~PACKET_FLAG.SPIN;
    const { packetsOf } = connection.sent[direction];
    packetsOf[PACKET.ONE_RTT]--;
    packetsOf[PACKET.STATELESS_RESET]++;
    const timeNs = this.packets.timeNs[row];
    connection.closed ??= { by: 'stateless_reset', layer: null, code: null, reason: null, timeNs };
    return true;
  }

  /** Tries the packets that wait, as often as one of them brings further keys. @param {Connection} connection */
  #tryAgain(connection) {
    if (this.#retryingDepth > 0) return;
    this.#retryingDepth++;
    const { frame, timeNs } = this.#place;
    while (connection.waiting.length > 0 && connection.keys.state !== connection.triedAt) {
      connection.triedAt = connection.keys.state;
      for (const waiting of this.#waiting.take(connection)) this.#tryOne(connection, waiting);
    }
    this.#setPlace(frame, timeNs);
    this.#retryingDepth--;
  }

  /** @param {Connection} connection @param {import('./connections/waiting-packets.js').WaitingPacket} waiting */
  #tryOne(connection, { row, bytes, idBytes }) {
    const header = this.#lateHeader;
    header.read(bytes, 0, bytes.length, bytes.length);
    if (!header.isLong) header.endId(idBytes);
    if (this.packets.dcid[row] < 0) this.packets.dcid[row] = this.#idRow(bytes, header.dcidAt, header.dcidLength);
    this.#setPlace(this.packets.frame[row], this.packets.timeNs[row]);
    this.#takeProtected(connection, this.packets.direction[row], row, header);
  }

  /** @param {number} frame @param {number} timeNs */
  #setPlace(frame, timeNs) {
    const place = this.#place;
    place.frame = place.deliveredFrame = frame;
    place.timeNs = place.deliveredNs = timeNs;
  }

  /**
   * @param {Connection} connection @param {number} direction @param {number} row @param {PacketHeader} header
   * @param {Uint8Array} plain
   */
  #opened(connection, direction, row, header, plain) {
    const { packets } = this;
    const reader = this.#reader;
    const { used } = connection.keys;
    const number = used?.number ?? 0;
    const sent = connection.sent[direction];
    const space = SPACE_OF[header.type];
    reader.read(plain, 0, plain.length);
    packets.pn[row] = number;
    packets.firstFrame[row] = reader.first;
    packets.frameCount[row] = reader.count;
    let flags = packets.flags[row] | PACKET_FLAG.DECRYPTED;
    if (reader.isAckEliciting) flags |= PACKET_FLAG.ACK_ELICITING;
    if (reader.isAckEliciting || reader.hasPadding) flags |= PACKET_FLAG.IN_FLIGHT;
    if (!reader.isWhole) flags |= PACKET_FLAG.FRAMES_CUT;
    if (used?.keyPhase === 1) flags |= PACKET_FLAG.KEY_PHASE;
    if (used?.isUpdate) flags |= PACKET_FLAG.KEY_UPDATE;
    if (used?.isUpdate) sent.keyUpdates++;
    const isCopy = this.#numbersOf(connection.index, direction, space).add(number);
    if (isCopy) flags |= PACKET_FLAG.DUPLICATE;
    packets.flags[row] = flags;
    sent.openedOf[header.type]++;
    if (number > sent.largest[space]) sent.largest[space] = number;
    if (!isCopy) this.#takeFrames(connection, direction, row, header.type, plain);
  }

  /** @param {number} connection @param {number} direction @param {number} space */
  #numbersOf(connection, direction, space) {
    const key = numbersKey(connection, direction, space);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const numbers = new RecentNumbers();
    this.#numbers.set(key, numbers);
    return numbers;
  }

  /**
   * @param {Connection} connection @param {number} direction @param {number} row @param {number} packetType
   * @param {Uint8Array} plain
   */
  #takeFrames(connection, direction, row, packetType, plain) {
    const { frames } = this;
    const { dataAt, first, count } = this.#reader;
    this.#place.isEarly = packetType === PACKET.ZERO_RTT;
    for (let k = 0; k < count; k++) {
      const at = first + k;
      const type = frames.type[at];
      if (isStream(type)) this.#takeStream(connection, direction, at, plain, dataAt[k]);
      else if (type === FRAME.CRYPTO) this.#takeCrypto(connection, direction, packetType, at, plain, dataAt[k]);
      else if (type >= FRAME.RESET_STREAM) this.#takeRare(connection, direction, row, at, plain, dataAt[k]);
    }
  }

  /**
   * @param {Connection} connection @param {number} direction @param {number} at the frame's row
   * @param {Uint8Array} plain @param {number} from
   */
  #takeStream(connection, direction, at, plain, from) {
    const { type, a, b, c } = this.frames;
    const isLast = (type[at] & STREAM_BIT.FIN) !== 0;
    this.#streamsFor(connection).push(a[at], direction, b[at], plain, from, c[at], isLast, this.#place);
  }

  /** @param {Connection} connection */
  #streamsFor({ index }) {
    const known = this.#streams.get(index);
    if (known !== undefined) return known;
    const streams = new QuicStreams(index, (connection, stream) => this.openStream(connection, stream), this.#held);
    this.#streams.set(index, streams);
    return streams;
  }

  /**
   * @param {Connection} connection @param {number} direction @param {number} type of the packet
   * @param {number} at @param {Uint8Array} plain @param {number} from
   */
  #takeCrypto(connection, direction, type, at, plain, from) {
    const { handshake } = connection;
    const { sni } = handshake;
    handshake.push(direction, type, this.frames.b[at], plain, from, this.frames.c[at], this.#place);
    if (sni !== handshake.sni && handshake.sni !== null) {
      this.onServerName(connection, handshake.sni, this.#place.timeNs);
    }
    for (const end of [0, 1]) {
      const token = handshake.parameters[end]?.resetToken;
      if (token) connection.resetTokens[end].add(tokenAt(token, 0));
    }
  }

  /**
   * @param {Connection} connection @param {number} direction @param {number} row @param {number} at the frame's row
   * @param {Uint8Array} plain @param {number} from
   */
  #takeRare(connection, direction, row, at, plain, from) {
    const { type, a, b, c } = this.frames;
    switch (type[at]) {
      case FRAME.RESET_STREAM:
      case FRAME.RESET_STREAM_AT:
        this.#streamsFor(connection).reset(a[at], direction, b[at], c[at], this.#place);
        return;
      case FRAME.STOP_SENDING:
        this.#streamsFor(connection).stop(a[at], 1 - direction, b[at], this.#place);
        return;
      case FRAME.NEW_CONNECTION_ID:
        this.#finder.addIdRow(connection, direction, c[at]);
        if (connection.resetTokens[direction].size < MAX_RESET_TOKENS) {
          connection.resetTokens[direction].add(tokenAt(plain, from));
        }
        return;
      case FRAME.PATH_CHALLENGE:
      case FRAME.PATH_RESPONSE:
        connection.notePathFrame(this.packets.path[row], type[at] === FRAME.PATH_CHALLENGE, direction, a[at], b[at]);
        return;
      case FRAME.CONNECTION_CLOSE:
      case FRAME.APPLICATION_CLOSE:
        connection.closed ??= {
          by: direction === 0 ? 'client' : 'server',
          layer: type[at] === FRAME.CONNECTION_CLOSE ? 'transport' : 'application',
          code: a[at],
          reason: this.texts.text(c[at]) || null,
          timeNs: this.#place.timeNs,
        };
        return;
      case FRAME.HANDSHAKE_DONE:
        connection.hasHandshakeDone = true;
        return;
      case FRAME.DATAGRAM:
      case FRAME.DATAGRAM_WITH_LENGTH:
        this.onDatagram(connection.index, direction, c[at]);
        return;
      default:
    }
  }

  /** No more datagrams will come. */
  end() {
    for (const connection of this.connections) {
      for (const direction of connection.odcid < 0 ? [0, 1] : []) this.#findKeys(connection, direction, 1);
      if (connection.waiting.length > 0 && connection.keys.state !== connection.triedAt) this.#tryAgain(connection);
    }
    for (const streams of this.#streams.values()) streams.end(this.#place);
  }
}

/** @param {number} connection @param {number} direction @param {number} space */
const numbersKey = (connection, direction, space) => connection * 8 + direction * 4 + space;

/** @param {Uint8Array} bytes @param {number} at @returns {string} a token in hexadecimal */
const tokenAt = (bytes, at) => toHex(bytes.subarray(at, at + RESET_TOKEN_BYTES));
