/** Addresses whose names are kept; later ones have none. */
export const MAX_NAMED_ADDRESSES = 50_000;
/** Names of an address; the one not seen for longest is evicted. */
export const MAX_NAMES_PER_ADDRESS = 8;
/** Lookups that are tracked at a time; the oldest is evicted. */
export const MAX_LOOK_UPS = 4096;
/** Slow look-ups that are kept; later ones are not. */
export const MAX_SLOW_LOOK_UPS = 10_000;
/** Earlier connections among which one to the same address is looked for: it did not wait for the name. */
export const MAX_EARLIER_CONNECTIONS = 4096;
/** Answers of a look-up whose times are kept (A, AAAA, HTTPS, and each again). */
export const MAX_ANSWERS_OF_LOOK_UP = 8;
/** Records of a DNS message that are read. */
export const MAX_DNS_RECORDS = 512;
/** Aliases (CNAME) that are followed one after the other. */
export const MAX_DNS_ALIASES = 16;
