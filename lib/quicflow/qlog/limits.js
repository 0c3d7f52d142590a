/** Bytes of a qlog file, decompressed. */
export const MAX_QLOG_BYTES = 256 * 1024 * 1024;
/** Bytes of one record of a qlog sequence; longer ones are skipped. */
export const MAX_QLOG_RECORD_BYTES = 4 * 1024 * 1024;
/** Packets, and changes of a sender's metrics, of a qlog file; later ones are not kept. */
export const MAX_QLOG_PACKETS = 2_000_000;
export const MAX_QLOG_METRICS = 4_000_000;
/** Frames of a packet, and ranges of an ACK frame in it, that are kept. */
export const MAX_QLOG_FRAMES = 1000;
export const MAX_QLOG_ACK_RANGES = 256;
/** Connections of a qlog file; events of later ones are not kept. */
export const MAX_QLOG_CONNECTIONS = 1000;
/** Characters of an identifier or a reason. */
export const MAX_QLOG_TEXT = 256;
/** Transport parameters of an end that are kept. */
export const MAX_QLOG_PARAMETERS = 64;
/** Names of the places in events that are arrays, as in early drafts. */
export const MAX_QLOG_EVENT_FIELDS = 16;
