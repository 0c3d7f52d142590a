/** Packets of TDS, and records of TLS, which may take their places (MS-TDS 3.2.5.2). */

export const PACKET_HEADER_BYTES = 8;
export const RECORD_HEADER_BYTES = 5;
/** Types of TLS records: change cipher spec, alert, handshake, application data. */
const FIRST_RECORD = 0x14;
const LAST_RECORD = 0x17;

/** @param {number} byte the first of a header */
export const isRecord = (byte) => byte >= FIRST_RECORD && byte <= LAST_RECORD;
