/** A TLS connection as `analyze --json` shows it under `tls`. */

/** RFC 8446 section 6 and what the older versions had. */
const ALERTS = new Map([
  [0, 'close_notify'],
  [10, 'unexpected_message'],
  [20, 'bad_record_mac'],
  [21, 'decryption_failed'],
  [22, 'record_overflow'],
  [30, 'decompression_failure'],
  [40, 'handshake_failure'],
  [41, 'no_certificate'],
  [42, 'bad_certificate'],
  [43, 'unsupported_certificate'],
  [44, 'certificate_revoked'],
  [45, 'certificate_expired'],
  [46, 'certificate_unknown'],
  [47, 'illegal_parameter'],
  [48, 'unknown_ca'],
  [49, 'access_denied'],
  [50, 'decode_error'],
  [51, 'decrypt_error'],
  [60, 'export_restriction'],
  [70, 'protocol_version'],
  [71, 'insufficient_security'],
  [80, 'internal_error'],
  [86, 'inappropriate_fallback'],
  [90, 'user_canceled'],
  [100, 'no_renegotiation'],
  [109, 'missing_extension'],
  [110, 'unsupported_extension'],
  [111, 'certificate_unobtainable'],
  [112, 'unrecognized_name'],
  [113, 'bad_certificate_status_response'],
  [115, 'unknown_psk_identity'],
  [116, 'certificate_required'],
  [120, 'no_application_protocol'],
]);

/** @param {number} description */
export const alertName = (description) => ALERTS.get(description) ?? String(description);

/**
 * @param {import('./connection.js').TlsInfo} info
 * @param {0|1} client endpoint
 */
export function describeTls(info, client) {
  const { version, cipher, sni, acceptsEch, alpn, offeredAlpn, resumed, ja4, decrypted, undecryptable } = info;
  const { handshakeRoundTrips, handshakeNs } = info;
  const directionOf = (/** @type {0|1} */ endpoint) => (endpoint === client ? 'clientToServer' : 'serverToClient');
  return {
    version,
    cipher,
    sni,
    acceptsEch,
    alpn,
    offeredAlpn,
    resumed,
    ja4,
    decrypted,
    undecryptable,
    handshakeRoundTrips,
    handshakeSeconds: handshakeNs === null ? null : Math.round(handshakeNs) / 1e9,
    certificates: info.chains.flatMap(({ endpoint, certificates }) =>
      certificates.map((certificate) => ({ direction: directionOf(endpoint), ...certificate })),
    ),
    rawPublicKeys: info.chains.flatMap(({ endpoint, rawKey }) =>
      rawKey === null ? [] : [{ direction: directionOf(endpoint), algorithm: rawKey }],
    ),
    alerts: info.alerts.map(({ endpoint, level, description, frame }) => ({
      direction: directionOf(endpoint),
      level,
      description: alertName(description),
      frame,
    })),
  };
}
