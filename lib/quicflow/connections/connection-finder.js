import { HTTPS_PORT } from '../../packet/transport/quic-sieve.js';
import { initialKeys } from '../keys/initial.js';
import { NO_CONNECTION } from '../tables/id-table.js';
import { PACKET, versionOf } from '../wire/versions.js';
import { AddressPairs } from './address-pairs.js';
import { Connection } from './connection.js';
import { Strangers } from './strangers.js';

/** @typedef {import('../../packet/datagram-batch.js').Datagrams} Datagrams */
/** @typedef {import('../wire/header.js').PacketHeader} PacketHeader */
/** @typedef {import('./address-pairs.js').PairUser} PairUser */

/** Connections of a capture. */
export const MAX_QUIC_CONNECTIONS = 100_000;

/**
 * Finds the connection of a datagram: by the ID that it is sent to, among the connections of its addresses first; an ID
 * alone where the addresses are new. An Initial to an ID that is not known begins a connection.
 */
export class ConnectionFinder {
  /** @type {Connection[]} */
  connections = [];
  #ids;
  #ciphers;
  #keyLog;
  #pairs = new AddressPairs();
  #strangers = new Strangers();
  /** Lengths of IDs that were seen: bits. */
  #lengths = 0;
  /** Datagrams that would have begun one connection too many. */
  left = 0;

  /**
   * @param {import('../tables/id-table.js').IdTable} ids
   * @param {import('../../protocols/tls/ciphers.js').Ciphers|null} ciphers
   * @param {import('../../protocols/tls/key-log.js').KeyLog|null} keyLog
   */
  constructor(ids, ciphers, keyLog) {
    this.#ids = ids;
    this.#ciphers = ciphers;
    this.#keyLog = keyLog;
  }

  /**
   * @param {Datagrams} batch @param {number} i
   * @param {PacketHeader} header the datagram's first; of a short one the length of the ID is filled in
   * @returns {PairUser|null} null: it belongs to no connection
   */
  find(batch, i, header) {
    const pair = this.#pairs.find(batch, i);
    const users = pair?.users ?? [];
    const captured = batch.offset[i] + batch.captured[i];
    for (const user of users) if (this.#isTo(user, header, captured)) return user;
    const byId = this.#findById(batch, i, header, captured);
    if (byId !== null) return byId;
    if (!header.isLong) return this.#findShort(users, header) ?? this.#findStranger(batch, i, header);
    return this.#findLong(batch, i, header, users);
  }

  /**
   * Of the connection that used the addresses of the quoted datagram last: its ID is behind what errors must quote.
   * @param {import('../../packet/network/icmp.js').IcmpError} error
   */
  takeIcmpError(error) {
    const user = this.#pairs.findQuoted(error)?.users[0];
    user?.connection.addIcmpError(error, user.isFromClient ? 0 : 1);
  }

  /**
   * Whether a packet is sent to an ID of the receiving end.
   * @param {PairUser} user @param {PacketHeader} header @param {number} captured
   */
  #isTo({ connection, isFromClient }, header, captured) {
    const to = connection.sent[isFromClient ? 1 : 0];
    const ids = this.#ids;
    if (header.isLong) {
      if (header.dcidLength === 0) return to.hasEmptyId;
      const row = ids.find(header.bytes, header.dcidAt, header.dcidLength);
      if (row <= 0 || !to.ids.includes(row)) return false;
      to.lastId = row;
      return true;
    }
    if (to.lastId > 0 && ids.isPrefix(to.lastId, header.bytes, header.dcidAt, captured)) {
      header.endId(ids.length(to.lastId));
      return true;
    }
    for (let k = to.ids.length - 1; k >= 0; k--) {
      if (!ids.isPrefix(to.ids[k], header.bytes, header.dcidAt, captured)) continue;
      to.lastId = to.ids[k];
      header.endId(ids.length(to.lastId));
      return true;
    }
    if (to.hasEmptyId) header.endId(0);
    return to.hasEmptyId;
  }

  /**
   * The addresses are new: an end has moved, or a NAT has changed its port.
   * @param {Datagrams} batch @param {number} i @param {PacketHeader} header @param {number} captured
   * @returns {PairUser|null}
   */
  #findById(batch, i, header, captured) {
    const row = header.isLong
      ? this.#ids.find(header.bytes, header.dcidAt, header.dcidLength)
      : this.#longestId(header, captured);
    if (row <= 0 || this.#ids.connection[row] === NO_CONNECTION) return null;
    const connection = this.connections[this.#ids.connection[row]];
    const isFromClient = this.#ids.end[row] === 1;
    if (!header.isLong) header.endId(this.#ids.length(row));
    const isNewId = connection.sent[isFromClient ? 1 : 0].lastId !== row;
    return this.#use(batch, i, connection, isFromClient, isNewId ? 'migration' : 'rebinding');
  }

  /** @param {PacketHeader} header @param {number} captured @returns {number} row of an ID, −1: none is known */
  #longestId(header, captured) {
    for (let length = 20; length > 0; length--) {
      if ((this.#lengths & (1 << length)) === 0 || header.dcidAt + length > captured) continue;
      const row = this.#ids.find(header.bytes, header.dcidAt, length);
      if (row > 0 && this.#ids.connection[row] !== NO_CONNECTION) return row;
    }
    return -1;
  }

  /**
   * An ID that nobody was seen to choose: of an end whose other IDs have the same length.
   * @param {PairUser[]} users of the addresses, the newest first @param {PacketHeader} header
   */
  #findShort(users, header) {
    const [user] = users;
    if (user === undefined) return null;
    const { ids } = user.connection.sent[user.isFromClient ? 1 : 0];
    header.endId(ids.length > 0 ? this.#ids.length(ids[ids.length - 1]) : 0);
    return user;
  }

  /**
   * A connection that began before the capture: how long its IDs are is not known.
   * @param {Datagrams} batch @param {number} i @param {PacketHeader} header
   */
  #findStranger(batch, i, header) {
    if (!this.#strangers.isQuic(batch, i, header.bytes[header.start])) return null;
    header.endId(0);
    return this.#begin(batch, i, header);
  }

  /** @param {Datagrams} batch @param {number} i @param {PacketHeader} header @param {PairUser[]} users */
  #findLong(batch, i, header, users) {
    const [last] = users;
    if (last !== undefined && !(last.isFromClient && this.#begins(last.connection, header))) return last;
    if (header.type === PACKET.VERSION_NEGOTIATION || header.type === PACKET.RETRY) return null;
    return this.#begin(batch, i, header);
  }

  /**
   * Whether a client's packet to an ID that nobody was seen to choose begins another connection: not while it is
   * told to try again, nor with the client's ID as before, for the server may have given it another ID in an encrypted
   * packet. Where the client has no ID, the keys tell: they are made from the first ID.
   * @param {Connection} connection of the same addresses @param {PacketHeader} header
   */
  #begins({ hasVersionNegotiation, answerNs, sent }, header) {
    const { type, bytes, scidAt, scidLength } = header;
    if (type !== PACKET.INITIAL && type !== PACKET.ZERO_RTT && type !== PACKET.UNKNOWN) return false;
    if (hasVersionNegotiation && answerNs < 0) return false;
    if (scidLength > 0) return !sent[0].ids.includes(this.#ids.find(bytes, scidAt, scidLength));
    if (type !== PACKET.INITIAL || header.isCut || this.#ciphers === null) return true;
    const version = /** @type {import('../wire/versions.js').Version} */ (versionOf(header.version));
    const dcid = bytes.slice(header.dcidAt, header.dcidAt + header.dcidLength);
    return initialKeys(this.#ciphers, version, dcid, 0).open(header, 0) !== null;
  }

  /** @param {Datagrams} batch @param {number} i @param {PacketHeader} header */
  #begin(batch, i, header) {
    if (this.connections.length === MAX_QUIC_CONNECTIONS) {
      this.left++;
      return null;
    }
    const connection = new Connection(this.connections.length, this.#ciphers, this.#keyLog);
    this.connections.push(connection);
    connection.startNs = batch.timeNs[i];
    const isFromClient = this.#isClients(batch, i, header);
    connection.isRoleGuessed = header.type !== PACKET.INITIAL && header.type !== PACKET.ZERO_RTT;
    return this.#use(batch, i, connection, isFromClient, 'first');
  }

  /**
   * A server is at the port of HTTP/3, if one of them is.
   * @param {Datagrams} batch @param {number} i @param {PacketHeader} header
   */
  #isClients({ ports }, i, { type }) {
    const source = ports[i] >>> 16;
    const destination = ports[i] & 0xffff;
    if (source === HTTPS_PORT || destination === HTTPS_PORT) return destination === HTTPS_PORT;
    const mayBeServers = type === PACKET.HANDSHAKE || type === PACKET.ONE_RTT;
    return !mayBeServers || source > destination;
  }

  /**
   * @param {Datagrams} batch @param {number} i @param {Connection} connection @param {boolean} isFromClient
   * @param {import('./connection.js').Path['kind']} kind
   * @returns {PairUser}
   */
  #use(batch, i, connection, isFromClient, kind) {
    const path = connection.addPath(batch, i, isFromClient, kind);
    this.#pairs.add(batch, i, connection, path, isFromClient);
    return { connection, path, isFromClient };
  }

  /**
   * An end chose an ID.
   * @param {Connection} connection @param {number} end
   * @param {Uint8Array} bytes @param {number} at @param {number} length
   */
  addId(connection, end, bytes, at, length) {
    this.addIdRow(connection, end, length === 0 ? 0 : this.#ids.intern(bytes, at, length), length === 0);
  }

  /** @param {Connection} connection @param {number} end @param {number} row @param {boolean} [isEmpty] */
  addIdRow(connection, end, row, isEmpty = false) {
    if (row === 0 && !isEmpty) return; // no more IDs are kept
    connection.addId(end, row);
    if (row === 0) return;
    this.#ids.connection[row] = connection.index;
    this.#ids.end[row] = end;
    this.#lengths |= 1 << this.#ids.length(row);
  }
}
