/** Bytes of a fragment: longer ones count as loss of framing. The longest header allows 4 GiB. */
export const MAX_MUX_FRAGMENT_BYTES = 16 * 1024 * 1024;
/** Fragments kept of a connection; later ones are read, but not kept. */
export const MAX_MUX_FRAGMENTS_PER_CONNECTION = 1_000_000;
/** Fragments kept of a capture; later ones are only counted. */
export const MAX_MUX_FRAGMENTS = 20_000_000;
/** Uses of session ids that are distinguished in a connection; fragments of later ones belong to none. */
export const MAX_MUX_SESSIONS = 100_000;
/** Characters kept of a string, an endpoint or the reason of a reset. */
export const MAX_MUX_TEXT_BYTES = 1024;
/** Such texts kept of a connection. */
export const MAX_MUX_TEXTS = 1_000;
/** Losses of framing after which a direction is not read on. */
export const MAX_MUX_LOSSES = 100;
/** Bytes held while a run of plausible headers is searched for. */
export const MAX_MUX_SEARCH_BYTES = 32 * 1024;
/** Bytes of a direction in which such a run may begin; then the rest of the direction is not read. */
export const MAX_MUX_SEARCHED_BYTES = 4 * 1024 * 1024;
/** Bytes of a connection's start examined to detect WebMUX. */
export const MAX_MUX_SIGNATURE_BYTES = 512;
/** Credit stalls listed of a direction of a session; all are counted. */
export const MAX_MUX_STALLS_LISTED = 1_000;
