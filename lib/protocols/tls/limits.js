/** Bytes of a record's body: 2^14 and what the old versions allow a cipher to add (RFC 5246 section 6.2.3). */
export const MAX_RECORD_BODY_BYTES = 16384 + 2048;
/** Bytes of a handshake message, certificates included. */
export const MAX_HANDSHAKE_BYTES = 256 * 1024;
/** Lines of key logs that are kept. */
export const MAX_KEY_LOG_SECRETS = 1_000_000;
/** Sessions up to TLS 1.2 whose secrets are kept for resumptions; bytes of their IDs and tickets. */
export const MAX_SESSIONS = 4096;
export const MAX_SESSION_NAME_BYTES = 2048;
/** Bytes of a direction's records that wait for their keys. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** Bytes of all connections' records that wait for their keys. */
export const MAX_WAITING_BYTES_IN_ALL = 128 * 1024 * 1024;
/** Record numbers tried after a gap, if it can have contained so many records. */
export const MAX_RECORDS_SKIPPED = 256;
/** Successive records that none of these numbers decrypts; then the direction is given up. */
export const MAX_FAILED_SEARCHES = 3;
/**
 * Bytes of records that a connection tries to decrypt with further numbers, plus 4 KiB per trial, beyond the bytes that
 * it has decrypted.
 */
export const MAX_TRIAL_BYTES = 16 * 1024 * 1024;
/** The same of all connections together. */
export const MAX_TRIAL_BYTES_IN_ALL = 512 * 1024 * 1024;
/** Server names, protocols and alerts of a connection that are kept; characters of each. */
export const MAX_NAMES_KEPT = 16;
export const MAX_NAME_CHARACTERS = 256;
/** Certificates of each end of a connection that are kept. */
export const MAX_CERTIFICATES_KEPT = 4;
/** Cipher suites, extensions and signature algorithms of a ClientHello that are read for its fingerprint. */
export const MAX_HELLO_VALUES = 256;
/** Bytes of QUIC's transport parameters in a hello that are kept. */
export const MAX_QUIC_PARAMETER_BYTES = 2048;
