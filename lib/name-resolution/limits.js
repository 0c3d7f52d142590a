/** Addresses whose names are kept; later ones have none. */
export const MAX_NAMED_ADDRESSES = 50_000;
/** Names of an address; the one that was not heard for longest makes room. */
export const MAX_NAMES_PER_ADDRESS = 8;
/** Records of a DNS message that are read. */
export const MAX_DNS_RECORDS = 512;
/** Aliases (CNAME) that are followed one after the other. */
export const MAX_DNS_ALIASES = 16;
