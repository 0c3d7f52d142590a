/**
 * A kind of finding: its name, cause and references, and how it stands to other kinds. `cause` is the limit that it
 * belongs to, which gives its colour on the page: one of `LIMITS` or a few others.
 * @typedef {'congestion_window' | 'receive_window' | 'zero_window' | 'send_buffer' | 'fixed_window' | 'application'
 *   | 'network' | 'recovery' | 'retransmission_timeout' | 'handshake' | 'capture' | 'idle' | 'nagle'
 *   | 'path_mtu'} Cause
 */

/**
 * @typedef {object} Standing
 * @property {number} [needs] bits of `SHOWS` without which its detector is not run
 * @property {(context: import('./context.js').Context, way: import('./context.js').DirectionContext | null) => boolean}
 *   [mayOccur] where the needs are not met: whether it could have occurred; without this it always could
 * @property {0 | 1} [onlyOf] the only direction that it can be about
 * @property {readonly string[]} [explains] codes of findings that are dropped where this one, above a note, is their
 *   cause; `ALL_OTHERS`
 * @property {(other: import('./finding.js').Finding, own: import('./finding.js').Finding) => boolean} [doubts] findings
 *   that are dropped beside this one, as what they rest on is in doubt
 * @property {Readonly<Record<string, number>>} [yieldsTo] codes of findings that say more than this one, which is
 *   dropped where they cost at least this share of its own cost; 0: whatever they cost
 */

/** @typedef {{ code: string, title: string, cause: Cause, references: readonly string[] } & Readonly<Standing>} Kind */

/** What a capture shows of one direction's data, as bits. */
export const SHOWS = Object.freeze({
  /** Packets of both ends; also where there are too few packets to tell. */
  BOTH_WAYS: 1 << 0,
  /** All that passed the capture point. */
  WHOLE: 1 << 1,
  /** The handshake's options of both ends. */
  HANDSHAKE: 1 << 2,
  /** The receiver's acknowledgements. */
  ACKS: 1 << 3,
  /** Which segments arrived behind a lost one. */
  SACK: 1 << 4,
  /** The receiver's window, with its scale. */
  SCALE: 1 << 5,
  /** Round trips of the whole path. */
  WHOLE_TRIP: 1 << 6,
  /** All that the sender sent, and when. Inferred, as `Vantage.confidence` says. */
  AT_SENDER: 1 << 7,
  /** What the path, or a part of it, let through. */
  BEYOND_SENDER: 1 << 8,
  /** All but a small share of what passed the capture point. */
  MOST: 1 << 9,
  /** Decrypted packets that carry it: of a transport that encrypts them. */
  DECRYPTED: 1 << 10,
});

/** In `explains`. */
export const ALL_OTHERS = '*';

/** @type {Map<string, Kind>} */
const defined = new Map();

/**
 * @param {string} code @param {string} title a few words @param {Cause} cause @param {readonly string[]} references
 * @param {Standing} [standing]
 * @returns {Kind}
 */
export function defineKind(code, title, cause, references, standing = {}) {
  const kind = Object.freeze({ code, title, cause, references: Object.freeze(references), ...standing });
  defined.set(code, kind);
  return kind;
}

/** Of a finding: whoever made it has defined its kind. @param {string} code @returns {Kind | undefined} */
export const kindOf = (code) => defined.get(code);
