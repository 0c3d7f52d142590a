/** A connection without its keys and the packets that wait for them, as plain values, and back. */
import { Connection } from '../connections/connection.js';
import { PACKET } from '../wire/versions.js';

/** @typedef {import('../connections/handshake.js').QuicHandshake} QuicHandshake */

const FIELDS = /** @type {const} */ ([
  'odcid',
  'isRoleGuessed',
  'versions',
  'hasVersionNegotiation',
  'hasRetry',
  'isRetryGenuine',
  'hasHandshakeDone',
  'firstRow',
  'lastRow',
  'packets',
  'startNs',
  'endNs',
  'initialNs',
  'answerNs',
  'readyNs',
  'closed',
  'lateTriedAt',
]);
const HANDSHAKE_FIELDS = /** @type {const} */ ([
  'clientRandom',
  'sni',
  'offeredAlpn',
  'alpn',
  'cipher',
  'offersEarlyData',
  'acceptsEarlyData',
]);
const PATH_FIELDS = /** @type {const} */ (['index', 'words', 'ipVersion', 'kind', 'startNs', 'endNs', 'isValidated']);
/** Kinds of packets whose secrets a key log may have. */
const SECRET_KINDS = [PACKET.ZERO_RTT, PACKET.HANDSHAKE, PACKET.ONE_RTT];

/**
 * @template {object} T @template {keyof T} K
 * @param {T} whole @param {readonly K[]} names @returns {Pick<T, K>}
 */
const picked = (whole, names) =>
  /** @type {Pick<T, K>} */ (Object.fromEntries(names.map((name) => [name, whole[name]])));

/** @param {Connection} connection */
export function keptConnection(connection) {
  const { handshake, sent, paths, keys } = connection;
  return {
    ...picked(connection, FIELDS),
    handshake: {
      ...picked(handshake, HANDSHAKE_FIELDS),
      // The tokens of stateless resets are secrets.
      parameters: handshake.parameters.map((end) => end && end.values),
    },
    sent: sent.map((end) => ({ ...end })),
    paths: paths.map((path) => picked(path, PATH_FIELDS)),
    secrets: SECRET_KINDS.flatMap((type) => [0, 1].map((direction) => ({ type, direction }))).filter(
      ({ type, direction }) => keys.hasSecret(type, direction),
    ),
  };
}

/** @typedef {ReturnType<typeof keptConnection>} KeptConnection */

/** @param {number} index @param {KeptConnection} kept @returns {Connection} */
export function restoredConnection(index, { handshake: { parameters, ...handshake }, sent, paths, secrets, ...kept }) {
  const connection = Object.assign(new Connection(index, null, null), picked(kept, FIELDS));
  Object.assign(connection.handshake, picked(handshake, HANDSHAKE_FIELDS));
  connection.handshake.parameters = /** @type {QuicHandshake['parameters']} */ (
    parameters.map((values) => values && { values, resetToken: null })
  );
  sent.forEach((end, direction) => Object.assign(connection.sent[direction], end));
  connection.paths = paths.map((path) => ({ ...path, challenges: new Set() }));
  connection.keys.noteSecrets(secrets);
  return connection;
}
