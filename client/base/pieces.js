/**
 * Long work in pieces, between which the page draws and handles events.
 */

const PIECE = 50_000;

/** Lets the page draw and handle events. @returns {Promise<void>} */
export function breather() {
  const { scheduler } = /** @type {{ scheduler?: { yield?: () => Promise<void> } }} */ (globalThis);
  return scheduler?.yield
    ? scheduler.yield()
    : new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
}

/**
 * @param {number} count items of the whole work
 * @param {(from: number, to: number) => void} work on the items from `from` up to, but without, `to`
 */
export async function inPieces(count, work) {
  for (let from = 0; from < count; from += PIECE) {
    if (from > 0) await breather();
    work(from, Math.min(from + PIECE, count));
  }
}
