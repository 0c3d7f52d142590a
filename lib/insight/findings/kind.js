/**
 * A kind of finding: its name, cause and references. `cause` is the limit that it belongs to, which gives its colour on
 * the page: one of `LIMITS` or a few others.
 * @typedef {'congestion_window' | 'receive_window' | 'zero_window' | 'send_buffer' | 'fixed_window' | 'application'
 *   | 'network' | 'recovery' | 'retransmission_timeout' | 'handshake' | 'capture' | 'idle' | 'nagle'
 *   | 'path_mtu'} Cause
 * @typedef {object} Kind
 * @property {string} code
 * @property {string} title a few words
 * @property {Cause} cause
 * @property {readonly string[]} references
 * @property {readonly string[]} explains codes of findings that are dropped where this one is their cause; `ALL_OTHERS`
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
