/** Infers from a MUX connection's traffic the initial credit of its sessions, which is never transmitted. */

/** Grants from which on a sender that waited for each of them counts as having waited for credit. */
const MIN_GRANTS = 3;
const MAX_UNEXPLAINED = 0.25;

/**
 * Candidates for the initial credit other than the assumed one: a power of two, the default of all known programs, or
 * the least that allows the data sent. It is not above twice the smallest grant: a receiver grants what was consumed
 * once that is half of the initial credit (Jigsaw's `MuxInputStream.addCredit`, ILU, libwww).
 * @param {{ lack: [number, number], smallestGrant: number, grants: number }} books of the assumed credit: excess of
 *   data over it, by sender; grants
 * @param {number} assumed
 * @returns {number[]} the likelier first; empty if the assumption is possible
 */
export function shownCredits({ lack, smallestGrant, grants }, assumed) {
  const least = assumed + Math.max(...lack);
  const most = grants >= MIN_GRANTS ? 2 * smallestGrant : Infinity;
  if ((least <= assumed && assumed <= most) || least <= 0) return [];
  const power = 2 ** Math.ceil(Math.log2(least));
  const isOnly = power <= most && 2 * power > most;
  if (least > assumed) return [isOnly ? power : least];
  return least > most ? [] : [...(isOnly ? [power] : []), least];
}

/**
 * Whether the sender waited for nearly every grant.
 * @param {{ sessions: import('./ledger.js').SessionLedger[] }} books
 */
export function explainsGrants({ sessions }) {
  let grants = 0;
  let stalls = 0;
  for (const { directions } of sessions) {
    for (const {
      creditMessages,
      stalls: { length },
    } of directions) {
      grants += creditMessages;
      stalls += length;
    }
  }
  return stalls >= MIN_GRANTS && stalls >= (1 - MAX_UNEXPLAINED) * grants;
}
