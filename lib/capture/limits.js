/** Longest packet accepted in a pcap or snoop record, as Wireshark's WTAP_MAX_PACKET_SIZE_STANDARD. */
export const MAX_FRAME_BYTES = 256 * 1024;

/** Longest packet accepted on link types that carry messages rather than frames (D-Bus, USB). */
export const MAX_MESSAGE_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Longest pcapng block accepted, as Wireshark's; a longer one is damage. Also the most that is ever held back between
 * two chunks.
 */
export const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

/** Longest block at which reading may resume after damage. */
export const MAX_RESYNC_BLOCK_BYTES = 1024 * 1024;

/** Interfaces kept over all sections of a pcapng; packets of later ones are skipped. */
export const MAX_INTERFACES = 65536;

/** Warnings kept of one kind; the rest are counted. */
export const MAX_WARNINGS_PER_CODE = 10;

/** Name resolution records kept. */
export const MAX_NAMES = 10_000;

/** Comments kept, of packets, interfaces and sections. */
export const MAX_COMMENTS = 1000;

/** Bytes kept of an interface's name or description, of a host name or of a comment. */
export const MAX_TEXT_BYTES = 1024;

/** Decryption Secrets Blocks whose TLS key log is kept, and its bytes in all of them. */
export const MAX_SECRETS = 10_000;
export const MAX_SECRETS_BYTES = 16 * 1024 * 1024;

/** Longest chunk read in one piece: offsets into it stay small integers. */
export const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;
