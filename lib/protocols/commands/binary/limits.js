/** Open files of an SMB connection whose names are kept; beyond, all are forgotten. */
export const MAX_SMB_FILES = 1000;
/** Filters within each other that are shown of a search in LDAP. */
export const MAX_LDAP_FILTER_DEPTH = 8;
/** Channels of an AMQP connection whose state is kept (RabbitMQ's `channel_max`); beyond, all are forgotten. */
export const MAX_AMQP_CHANNELS = 2047;
/** Columns of a block of ClickHouse, and types within each other, that are read; the rest of the side is not, up to the
 * next message. */
export const MAX_CLICKHOUSE_COLUMNS = 10_000;
export const MAX_CLICKHOUSE_TYPE_DEPTH = 16;
