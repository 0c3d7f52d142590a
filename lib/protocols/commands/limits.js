/** Bytes of a line or block that are kept to name a command or its outcome; of longer ones the rest is passed over. */
export const MAX_PIECE_BYTES = 1024;
/** Bytes of a compressed message that are unpacked, and of what comes of them. */
export const MAX_PACKED_BYTES = 512;
export const MAX_UNPACKED_BYTES = 1024 * 1024;
/** A compressed packet of MySQL, as it lies and unpacked, and bytes that each of its bytes may come to. */
export const MAX_COMPRESSED_PACKET_BYTES = 1024 * 1024;
export const MAX_PACKET_INFLATION = 64;
/** Characters of a command's name, and of its first argument, or an outcome's text, that are kept. */
export const MAX_COMMAND_CHARACTERS = 32;
export const MAX_TEXT_CHARACTERS = 200;
/** Commands of a connection that wait for their outcome; later ones stay without. */
export const MAX_WAITING_COMMANDS = 4096;
/** Rows of a connection, commands and outcomes. */
export const MAX_COMMAND_ROWS = 1_000_000;
/** Prepared statements of a PostgreSQL connection whose text is kept; when there are more they are begun anew. */
export const MAX_STATEMENTS = 1000;
/** Rows of a connection, of what its client asked and its server answered in a protocol that is only named. */
export const MAX_TURN_ROWS = 2000;
