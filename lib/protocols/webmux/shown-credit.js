/**
 * What the traffic of a MUX connection shows of the credit that its sessions start with, which nobody writes on the
 * wire.
 */

/** Grants after which a sender that waited for each of them is believed to have waited for credit. */
const LEAST_GRANTS = 3;
const MOST_UNEXPLAINED = 0.25;

/**
 * What the credit can be at the start other than assumed: a power of two, as all known programs have unless they are
 * told otherwise, or the least that allows what was sent. It is not above twice the smallest grant: a receiver grants
 * what was consumed once that is half of the initial credit (Jigsaw's `MuxInputStream.addCredit`, ILU, libwww).
 * @param {{ lack: [number, number], smallestGrant: number, grants: number }} books of the assumed credit: by how much
 *   more was sent than it
 *   allows, by who sent; grants
 * @param {number} assumed
 * @returns {number[]} the likelier first; none where the assumption may stand
 */
export function shownCredits({ lack, smallestGrant, grants }, assumed) {
  const least = assumed + Math.max(...lack);
  const most = grants >= LEAST_GRANTS ? 2 * smallestGrant : Infinity;
  if ((least <= assumed && assumed <= most) || least <= 0) return [];
  const power = 2 ** Math.ceil(Math.log2(least));
  const isOnly = power <= most && 2 * power > most;
  if (least > assumed) return [isOnly ? power : least];
  return least > most ? [] : [...(isOnly ? [power] : []), least];
}

/** Whether nearly every grant was waited for. @param {{ sessions: import('./ledger.js').SessionLedger[] }} books */
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
  return stalls >= LEAST_GRANTS && stalls >= (1 - MOST_UNEXPLAINED) * grants;
}
