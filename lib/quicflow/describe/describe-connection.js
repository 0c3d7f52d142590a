import { describeIcmpError } from '../../transport/icmp-errors.js';
import { MILLISECOND_NS } from '../qlog/clock.js';
import { UNKNOWN_TYPE } from '../tables/frame-table.js';
import { PACKET_FLAG } from '../tables/packet-table.js';
import { frameName } from '../wire/frame-types.js';
import { PACKET, versionOf, versionText } from '../wire/versions.js';
import { closeName } from './close-name.js';
import { continuedOf } from './continued.js';
import { ECN_NAMES } from './describe-packet.js';
import { handshakeRtt } from './handshake-rtt.js';
import { decryptedOf, missingKeys, whyClosed } from './missing-keys.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../connections/connection.js').Connection} Connection */

const SECOND_NS = 1e9;
/** @param {number} ns */
const seconds = (ns) => ns / SECOND_NS;

/**
 * A connection as `analyze --json` has it, without its content and what is inferred.
 * @param {QuicTracker} quic @param {number} index @param {number} latestNs time of the capture's latest packet
 */
export function describeQuicConnection(quic, index, latestNs) {
  const connection = quic.connections[index];
  const { handshake, paths, sent } = connection;
  const ofDirection = countFrames(quic, connection);
  const why = whyClosed(connection);
  return {
    flow: quic.numbers.nameOf(index),
    transport: /** @type {const} */ ('quic'),
    odcid: connection.odcid < 0 ? null : quic.ids.hex(connection.odcid),
    quicConnection: index < wiresharkNumbered(quic) ? index : null,
    client: connection.endpoint(0),
    server: connection.endpoint(1),
    roleGuessed: connection.isRoleGuessed,
    start: seconds(connection.startNs),
    end: seconds(connection.endNs),
    state: stateOf(connection, latestNs),
    complete: connection.odcid >= 0 && closedBy(connection, latestNs) !== null,
    versions: connection.versions.map(versionText),
    versionNegotiation: connection.hasVersionNegotiation,
    retry: connection.hasRetry,
    zeroRtt: {
      offered: sent[0].packetsOf[PACKET.ZERO_RTT] > 0 || handshake.offersEarlyData,
      accepted: handshake.acceptsEarlyData,
    },
    sni: handshake.sni,
    alpn: alpnOf(handshake),
    cipher: handshake.cipher,
    handshakeRtt: handshakeRtt(quic, connection),
    decrypted: decryptedOf(connection),
    keysMissing: missingKeys(connection),
    connectionIds: { client: idsOf(quic, connection, 0), server: idsOf(quic, connection, 1) },
    paths: paths.map((path) => ({
      client: connection.endpoint(0, path),
      server: connection.endpoint(1, path),
      start: seconds(path.startNs),
      end: seconds(path.endNs),
      kind: path.kind,
      validated: path.isValidated,
    })),
    continues: continuedOf(quic, index),
    closed: closedBy(connection, latestNs),
    icmpErrors: icmpErrorsOf(connection),
    clientToServer: describeDirection(quic, connection, 0, ofDirection[0]),
    serverToClient: describeDirection(quic, connection, 1, ofDirection[1]),
    warnings: why === null ? undefined : [{ code: 'quic_not_decrypted', message: why }],
  };
}

/**
 * A connection in a sentence: versions, protocol, server, and why packets of it stay closed.
 * @param {Connection} connection
 */
export function quicSentence(connection) {
  const { handshake, versions } = connection;
  const names = versions.map((version) => versionOf(version)?.name ?? `version ${versionText(version)}`);
  const alpn = handshake.alpn ?? handshake.offeredAlpn[0];
  const protocol = alpn === undefined ? '' : ` with ${alpn}`;
  const server = handshake.sni === null ? '' : ` to ${handshake.sni}`;
  const why = whyClosed(connection);
  return `${names.length === 0 ? 'QUIC' : names.join(', ')}${protocol}${server}${why === null ? '' : `: ${why}`}`;
}

/** @param {QuicTracker} quic @param {Connection} connection @param {number} end */
const idsOf = (quic, { sent, odcid }, end) =>
  sent[end].ids.filter((row) => row !== odcid).map((row) => quic.ids.hex(row));

/**
 * How many connections, from the first on, have the same number in Wireshark: it counts them as they begin, and tells
 * some apart that are one here.
 * @param {Pick<QuicTracker, 'connections'|'numbers'>} quic
 */
export function wiresharkNumbered({ connections, numbers }) {
  if (numbers.places !== null) return 0;
  const isPlain = (/** @type {Connection} */ { odcid, hasVersionNegotiation, paths }) =>
    odcid >= 0 && !hasVersionNegotiation && paths.length === 1;
  const other = connections.findIndex((connection) => !isPlain(connection));
  return other < 0 ? connections.length : other;
}

/** As of TCP's connections; undefined: none. @param {Connection} connection */
function icmpErrorsOf({ icmpErrors, icmpErrorCount }) {
  if (icmpErrorCount === 0) return undefined;
  const errors = icmpErrors.map((error) => ({
    ...describeIcmpError(error),
    direction: error.direction === 0 ? 'clientToServer' : 'serverToClient',
  }));
  return { total: icmpErrorCount, errors };
}

/** Chosen, or the only one offered. @param {Connection['handshake']} handshake */
const alpnOf = ({ alpn, offeredAlpn }) => alpn ?? (offeredAlpn.length === 1 ? offeredAlpn[0] : null);

/** The shorter of both ends' time-outs (RFC 9000 section 10.1). @param {Connection['handshake']} handshake */
export function idleTimeoutNs({ parameters }) {
  const timeouts = parameters.map((one) => Number(one?.values.max_idle_timeout ?? 0)).filter((ms) => ms > 0);
  return timeouts.length === 0 ? null : Math.min(...timeouts) * MILLISECOND_NS;
}

/** @param {Connection} connection @param {number} latestNs */
function closedBy({ closed, handshake, sent, endNs }, latestNs) {
  if (closed !== null) {
    const { by, layer, code, reason } = closed;
    return { by, layer, code, name: closeName(closed, alpnOf(handshake)), reason };
  }
  const timeoutNs = idleTimeoutNs(handshake);
  const isBegun = sent.every(({ datagrams }) => datagrams > 0);
  const isIdle = isBegun && timeoutNs !== null && latestNs - endNs >= timeoutNs;
  return isIdle ? { by: 'idle', layer: null, code: null, name: null, reason: null } : null;
}

/** @param {Connection} connection @param {number} latestNs time of the capture's latest packet */
export function stateOf(connection, latestNs) {
  const closed = closedBy(connection, latestNs);
  if (closed?.by === 'stateless_reset') return 'reset';
  if (closed !== null) return 'closed';
  if (connection.sent[1].packets === 0) return 'initial_sent';
  if (connection.sent[0].packets === 0) return 'one_way';
  return connection.sent[1].packetsOf[PACKET.ONE_RTT] > 0 ? 'established' : 'handshake';
}

/**
 * Opened packets of each direction: ack-eliciting ones, and frames by name.
 * @param {QuicTracker} quic @param {Connection} connection
 */
function countFrames({ packets, frames }, { firstRow, packets: count }) {
  const directions = [0, 1].map(() => ({ ackEliciting: 0, types: /** @type {Map<number, number>} */ (new Map()) }));
  for (let i = 0, row = firstRow; i < count; i++, row = packets.next[row]) {
    const flags = packets.flags[row];
    if ((flags & (PACKET_FLAG.DECRYPTED | PACKET_FLAG.DUPLICATE)) !== PACKET_FLAG.DECRYPTED) continue;
    const of = directions[packets.direction[row]];
    of.ackEliciting += Number((flags & PACKET_FLAG.ACK_ELICITING) !== 0);
    const end = packets.firstFrame[row] + packets.frameCount[row];
    for (let at = packets.firstFrame[row]; at < end; at++) {
      const type = frames.type[at];
      of.types.set(type, (of.types.get(type) ?? 0) + 1);
    }
  }
  return directions.map(({ ackEliciting, types }) => ({ ackEliciting, frames: byName(types) }));
}

/** Types of one name, as STREAM has, together. @param {Map<number, number>} types @returns {Record<string, number>} */
function byName(types) {
  /** @type {Record<string, number>} */
  const frames = {};
  for (const [type, count] of types) {
    const name = type === UNKNOWN_TYPE ? 'unknown' : frameName(type);
    frames[name] = (frames[name] ?? 0) + count;
  }
  return frames;
}

/**
 * @param {QuicTracker} quic @param {Connection} connection @param {number} direction
 * @param {ReturnType<typeof countFrames>[number]} counts
 */
function describeDirection(quic, connection, direction, counts) {
  const sent = connection.sent[direction];
  const isOpen = sent.openedOf[PACKET.ONE_RTT] > 0;
  const streams = isOpen ? streamBytes(quic, connection, direction) : null;
  const spanNs = sent.endNs - sent.startNs;
  return {
    datagrams: sent.datagrams,
    packets: sent.packets,
    bytes: sent.bytes,
    ackElicitingPackets: isOpen ? counts.ackEliciting : null,
    frames: isOpen ? counts.frames : null,
    streamBytes: streams?.bytes ?? null,
    uniqueStreamBytes: streams?.unique ?? null,
    retransmittedStreamBytes: streams === null ? null : streams.bytes - streams.unique,
    streams: streams?.count ?? null,
    keyUpdates: isOpen ? sent.keyUpdates : null,
    maxDatagramBytes: sent.maxDatagramBytes,
    ecn: {
      notEct: sent.ecn[ECN_NAMES.indexOf('not_ect')],
      ect0: sent.ecn[ECN_NAMES.indexOf('ect0')],
      ect1: sent.ecn[ECN_NAMES.indexOf('ect1')],
      ce: sent.ecn[ECN_NAMES.indexOf('ce')],
    },
    throughput: spanNs > 0 ? Math.round((sent.bytes * SECOND_NS * 1000) / spanNs) / 1000 : null,
    transportParameters: connection.handshake.parameters[direction]?.values ?? null,
  };
}

/** @param {QuicTracker} quic @param {Connection} connection @param {number} direction */
function streamBytes(quic, { index }, direction) {
  const sums = { bytes: 0, unique: 0, count: 0 };
  for (const { sides } of quic.streamsOf(index)?.all.values() ?? []) {
    const side = sides[direction];
    if (side === null || side.sentBytes + side.finalSize < 0) continue;
    sums.bytes += side.sentBytes;
    sums.unique += side.ordered.unique;
    sums.count++;
  }
  return sums;
}
