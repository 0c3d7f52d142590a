/** Open files of an SMB connection whose names are kept; beyond, all are forgotten. */
export const MAX_SMB_FILES = 1000;
/** Filters within each other that are shown of a search in LDAP. */
export const MAX_LDAP_FILTER_DEPTH = 8;
/** Channels of an AMQP connection whose state is kept (RabbitMQ's `channel_max`); beyond, all are forgotten. */
export const MAX_AMQP_CHANNELS = 2047;
