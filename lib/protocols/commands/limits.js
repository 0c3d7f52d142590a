/** Bytes kept of a line or block to name a command or its outcome; the rest is skipped. */
export const MAX_PIECE_BYTES = 1024;
/** Bytes of a compressed message that are unpacked, and of its output. */
export const MAX_PACKED_BYTES = 512;
export const MAX_UNPACKED_BYTES = 1024 * 1024;
/** A compressed packet of MySQL, packed and unpacked, and the largest ratio. */
export const MAX_COMPRESSED_PACKET_BYTES = 1024 * 1024;
export const MAX_PACKET_INFLATION = 64;
/** Characters of a command's name, and of its first argument, or an outcome's text, that are kept. */
export const MAX_COMMAND_CHARACTERS = 40;
export const MAX_TEXT_CHARACTERS = 200;
/** Characters of a statement, as of SQL, that are kept: as a piece has them. */
export const MAX_STATEMENT_CHARACTERS = 960;
/** Pending commands of a connection; later ones get no outcome. */
export const MAX_WAITING_COMMANDS = 4096;
/** Rows of a connection, commands and outcomes. */
export const MAX_COMMAND_ROWS = 1_000_000;
/** Prepared statements, and portals, of a PostgreSQL or MySQL connection whose text is kept; beyond, it is cleared. */
export const MAX_STATEMENTS = 1000;
/** Requests of a NATS client whose reply subject is known, and subjects of its subscriptions. */
export const MAX_NATS_REQUESTS = 4096;
export const MAX_NATS_SUBSCRIPTIONS = 10_000;
/** Topics that an end of an MQTT connection gave a number; messages that name a later one by its number have none. */
export const MAX_TOPIC_ALIASES = 1000;
/** Rows of a connection, of turns of client and server in a protocol that is only identified. */
export const MAX_TURN_ROWS = 2000;
