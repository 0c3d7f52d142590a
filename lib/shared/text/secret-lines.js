/** Usable lines of a key log (SSLKEYLOGFILE). As in Wireshark, anything may follow the secret. Pure. */

/** `RSA` names the first bytes of the encrypted premaster secret instead of the client random. */
const LINE =
  /^(CLIENT_RANDOM|CLIENT_EARLY_TRAFFIC_SECRET|(?:CLIENT|SERVER)_HANDSHAKE_TRAFFIC_SECRET|(?:CLIENT|SERVER)_TRAFFIC_SECRET_0|PMS_CLIENT_RANDOM|RSA) ([0-9a-fA-F]{16,64}) ([0-9a-fA-F]{64,256})(?![0-9a-fA-F])/gm;
/** Another form, for a session up to TLS 1.2 with an ID: its master secret. */
const SESSION_LINE = /^RSA Session-ID:([0-9a-fA-F]{2,64}) Master-Key:([0-9a-fA-F]{96})(?![0-9a-fA-F])/gm;
/** Label of such a line. */
export const SESSION = 'SESSION';

/**
 * @param {string} text of a key log
 * @returns {Iterable<{ label: string, name: string, secret: string }>} `name` in lower-case hexadecimal
 */
export function* secretLines(text) {
  for (const [, label, name, secret] of text.matchAll(LINE)) yield { label, name: name.toLowerCase(), secret };
  for (const [, name, secret] of text.matchAll(SESSION_LINE)) {
    yield { label: SESSION, name: name.toLowerCase(), secret };
  }
}
