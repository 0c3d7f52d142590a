/**
 * What a kind of finding is called, whose doing it is, and where to read on. `cause` is the limit that it belongs to,
 * after which a page colours it: those of `LIMITS` and what has none of its own.
 * @typedef {'congestion_window' | 'receive_window' | 'zero_window' | 'send_buffer' | 'fixed_window' | 'application'
 *   | 'network' | 'recovery' | 'retransmission_timeout' | 'handshake' | 'capture' | 'idle' | 'nagle'
 *   | 'path_mtu'} Cause
 * @typedef {object} Kind
 * @property {string} code
 * @property {string} title a few words
 * @property {Cause} cause
 * @property {readonly string[]} references
 * @property {readonly string[]} explains codes of findings that are none of their own where this one is their cause;
 *   `ALL_OTHERS`
 */

/** In `explains`. */
export const ALL_OTHERS = '*';

/**
 * @param {string} code @param {string} title @param {Cause} cause @param {readonly string[]} references
 * @param {readonly string[]} [explains]
 * @returns {Kind}
 */
export const defineKind = (code, title, cause, references, explains = []) =>
  Object.freeze({ code, title, cause, references: Object.freeze(references), explains: Object.freeze(explains) });
