/** Which secrets a connection's closed packets need, and in words why they stay closed. */
import { counted } from '../../shared/text/quantities.js';
import { secretLabel } from '../connections/connection-keys.js';
import { PACKET, versionOf, versionText } from '../wire/versions.js';

/** @typedef {import('../connections/connection.js').Connection} Connection */

/** Kinds of packets with secrets in a key log, by level, and the name of the level in `decrypted`. */
const LEVELS = /** @type {const} */ ([
  ['zeroRtt', PACKET.ZERO_RTT],
  ['handshake', PACKET.HANDSHAKE],
  ['oneRtt', PACKET.ONE_RTT],
]);

/** @type {readonly number[]} */
const PROTECTED = [PACKET.INITIAL, PACKET.ZERO_RTT, PACKET.HANDSHAKE, PACKET.ONE_RTT];

/** @param {Connection} connection @param {number} type */
const total = ({ sent }, type) => sent[0].packetsOf[type] + sent[1].packetsOf[type];
/** @param {Connection} connection @param {number} type */
const opened = ({ sent }, type) => sent[0].openedOf[type] + sent[1].openedOf[type];

/** @param {Connection} connection @param {number} type */
function shareOf(connection, type) {
  const [all, open] = [total(connection, type), opened(connection, type)];
  if (all === 0) return 'absent';
  if (open === 0) return 'none';
  return open === all ? 'all' : 'some';
}

/** How much of each level could be decrypted. @param {Connection} connection */
export const decryptedOf = (connection) => ({
  initial: shareOf(connection, PACKET.INITIAL),
  ...Object.fromEntries(LEVELS.map(([name, type]) => [name, shareOf(connection, type)])),
});

/**
 * @param {Connection} connection
 * @returns {string[]} labels of secrets that are not in the key log; none where it cannot be asked
 */
export function missingKeys(connection) {
  if (connection.handshake.clientRandom === null) return [];
  const { sent, keys } = connection;
  return LEVELS.flatMap(([, type]) =>
    [0, 1]
      .filter((direction) => sent[direction].packetsOf[type] > sent[direction].openedOf[type])
      .filter((direction) => !keys.hasSecret(type, direction))
      .map((direction) => secretLabel(type, direction)),
  );
}

/** Whether the key log's secrets were tried. @param {Connection} connection */
const hasTried = ({ lateTriedAt }) => lateTriedAt.some((state) => state > 0);

/**
 * Why all content of a connection stays closed, in a few words; null: some of it was opened.
 * @param {Connection} connection
 */
export function closedWords(connection) {
  const { handshake, versions, odcid } = connection;
  if (opened(connection, PACKET.ONE_RTT) > 0) return null;
  if (versions.length > 0 && versions.every((version) => versionOf(version) === null)) return 'unknown version';
  if (total(connection, PACKET.ONE_RTT) + total(connection, PACKET.HANDSHAKE) === 0) return null;
  if (handshake.clientRandom !== null) return missingKeys(connection).length > 0 ? 'no keys' : 'keys do not fit';
  return odcid < 0 ? 'began before the capture' : 'first packets not captured whole';
}

/** Packets of a connection that stay closed. @param {Connection} connection */
export const closedPackets = (connection) =>
  PROTECTED.reduce((sum, type) => sum + total(connection, type) - opened(connection, type), 0);

/**
 * Why packets of a connection stay closed; null: none does.
 * @param {Connection} connection
 * @returns {string|null} a sentence
 */
export function whyClosed(connection) {
  const { handshake, versions } = connection;
  const closed = closedPackets(connection);
  const unknown = versions.filter((version) => versionOf(version) === null);
  if (unknown.length > 0 && unknown.length === versions.length) {
    return `QUIC version ${unknown.map(versionText).join(', ')} is not read: only its connection IDs are known.`;
  }
  if (closed === 0) return null;
  const which = `${counted(closed, 'packet')} cannot be decrypted`;
  if (handshake.clientRandom === null) {
    return connection.odcid < 0
      ? `${which}: the connection began before the capture, so its client's first packet is missing${hasTried(connection) ? ', and no secret of the key log fits' : ''}.`
      : `${which}: the client's first packets were not captured whole.`;
  }
  const missing = missingKeys(connection);
  return missing.length > 0
    ? `${which}: the key log has no ${missing.join(', ')} for client random ${handshake.clientRandom}.`
    : `${which} with the keys of the key log.`;
}
