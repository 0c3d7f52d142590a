/** The successive keys of a direction's records. */
import { cipherSuite } from './cipher-suites.js';
import { prf } from './key-derivation.js';
import { AeadKeys, CbcKeys, NoKeys, StreamKeys, TrafficKeys } from './record-keys.js';

/** @typedef {import('./ciphers.js').Ciphers} Ciphers */
/** @typedef {import('./key-log.js').KeyLog} KeyLog */
/** @typedef {import('./hellos.js').ClientHello} ClientHello */
/** @typedef {import('./hellos.js').ServerHello} ServerHello */
/**
 * `lose`, `chain` and `isChainLost`: for keys where a record cannot be decrypted without the previous one.
 * @typedef {(TrafficKeys | AeadKeys | CbcKeys | StreamKeys | NoKeys) &
 *   Partial<Pick<CbcKeys, 'lose'|'chain'|'isChainLost'>>} RecordKeys
 */

export const TLS_1_3 = 0x0304;

const MASTER_SECRET_BYTES = 48;

/**
 * The parameters negotiated by the two hellos.
 * @typedef {object} Agreed
 * @property {ClientHello} client
 * @property {ServerHello} server
 * @property {string|null} encryptedPremaster first eight bytes of the ClientKeyExchange, hexadecimal: their name in a
 *   key log with RSA key exchange
 * @property {string} newTicket issued by the server, up to TLS 1.2, hexadecimal; '' none
 * @property {Uint8Array|null} master secret, once it is known, up to TLS 1.2
 */

const CLIENT_LABELS = ['CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'CLIENT_TRAFFIC_SECRET_0'];
const SERVER_LABELS = ['SERVER_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_TRAFFIC_SECRET_0'];

/**
 * The labels of TLS 1.3's secrets in the order in which a direction uses them.
 * @param {boolean} isClient @param {Agreed} agreed
 */
export function secretLabels(isClient, { client }) {
  if (!isClient) return SERVER_LABELS;
  return client.offersEarlyData ? ['CLIENT_EARLY_TRAFFIC_SECRET', ...CLIENT_LABELS] : CLIENT_LABELS;
}

/**
 * @param {Ciphers} ciphers @param {KeyLog} keyLog @param {Agreed} agreed @param {string} label
 * @returns {TrafficKeys|null} null: the secret is not there (yet), or the cipher is not known
 */
export function trafficKeys(ciphers, keyLog, { client, server }, label) {
  const suite = cipherSuite(server.cipher);
  const secret = keyLog.secret(label, client.random);
  return suite === null || secret === null ? null : new TrafficKeys(ciphers, suite, secret);
}

/**
 * The keys of a direction up to TLS 1.2 (RFC 5246 section 6.3).
 * @param {Ciphers} ciphers
 * @param {KeyLog} keyLog
 * @param {Agreed} agreed
 * @param {boolean} isClient whether they are the client's keys
 * @returns {AeadKeys|CbcKeys|StreamKeys|NoKeys|null} null: the secret is not there (yet), or the cipher is not known
 */
export function keyBlockKeys(ciphers, keyLog, agreed, isClient) {
  const { client, server } = agreed;
  const suite = cipherSuite(server.cipher);
  if (suite?.mode === 'null') return new NoKeys(suite);
  const master = suite && masterSecret(ciphers, keyLog, agreed, suite.hash);
  if (suite === null || !master) return null;
  const { macBytes, keyBytes, ivBytes } = suite;
  const block = prf(
    ciphers,
    server.version,
    suite.hash,
    master,
    'key expansion',
    fromHex(server.random + client.random),
    2 * (macBytes + keyBytes + ivBytes),
  );
  const mine = isClient ? 0 : 1;
  const keys = {
    mac: block.subarray(mine * macBytes, (mine + 1) * macBytes),
    key: block.subarray(2 * macBytes + mine * keyBytes, 2 * macBytes + (mine + 1) * keyBytes),
    iv: block.subarray(2 * (macBytes + keyBytes) + mine * ivBytes, 2 * (macBytes + keyBytes) + (mine + 1) * ivBytes),
  };
  if (suite.exportedKeyBytes) exportKeys(ciphers, suite, agreed, isClient, keys);
  if (suite.mode === 'aead') return new AeadKeys(ciphers, suite, keys);
  return suite.mode === 'stream'
    ? new StreamKeys(ciphers, suite, keys)
    : new CbcKeys(ciphers, suite, keys, server.version, server.encryptsThenMacs);
}

/**
 * The keys of former US export suites: 40 secret bits, the rest public (RFC 2246 section 6.3.1).
 * @param {Ciphers} ciphers
 * @param {import('./cipher-suites.js').CipherSuite} suite
 * @param {Agreed} agreed
 * @param {boolean} isClient
 * @param {import('./record-keys.js').WriteKeys} keys changed
 */
function exportKeys(ciphers, { hash, ivBytes, exportedKeyBytes = 0 }, { client, server }, isClient, keys) {
  const randoms = fromHex(client.random + server.random);
  keys.key = prf(
    ciphers,
    server.version,
    hash,
    keys.key,
    isClient ? 'client write key' : 'server write key',
    randoms,
    exportedKeyBytes,
  );
  const ivs = prf(ciphers, server.version, hash, new Uint8Array(0), 'IV block', randoms, 2 * ivBytes);
  keys.iv = isClient ? ivs.subarray(0, ivBytes) : ivs.subarray(ivBytes);
}

/**
 * The session's master secret, which is kept for resumptions by its ID or a ticket.
 * @param {Ciphers} ciphers @param {KeyLog} keyLog @param {Agreed} agreed @param {import('./ciphers.js').Hash} hash
 */
function masterSecret(ciphers, keyLog, agreed, hash) {
  const { client, server } = agreed;
  const master =
    loggedMaster(ciphers, keyLog, agreed, hash) ?? keyLog.session(server.sessionId) ?? keyLog.session(client.ticket);
  if (master === null) return null;
  agreed.master = master;
  keyLog.remember(server.sessionId, master);
  keyLog.remember(agreed.newTicket, master);
  return master;
}

/** @param {Ciphers} ciphers @param {KeyLog} keyLog @param {Agreed} agreed @param {import('./ciphers.js').Hash} hash */
function loggedMaster(ciphers, keyLog, { client, server, encryptedPremaster }, hash) {
  const logged = keyLog.secret('CLIENT_RANDOM', client.random);
  if (logged !== null) return logged;
  const premaster =
    keyLog.secret('PMS_CLIENT_RANDOM', client.random) ??
    (encryptedPremaster === null ? null : keyLog.secret('RSA', encryptedPremaster));
  return (
    premaster &&
    prf(
      ciphers,
      server.version,
      hash,
      premaster,
      'master secret',
      fromHex(client.random + server.random),
      MASTER_SECRET_BYTES,
    )
  );
}

/** @param {string} text */
const fromHex = (text) =>
  Uint8Array.from({ length: text.length >> 1 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
