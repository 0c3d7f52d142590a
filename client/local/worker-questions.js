/** Questions to a capture's worker, and what comes back. */

/** @param {unknown} bytes of an answer @returns {any} */
export const parsed = (bytes) => JSON.parse(new TextDecoder().decode(/** @type {Uint8Array} */ (bytes)));

/**
 * Captures of one path, as the first one's worker reads them.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @param {import('../state/answer-types.js').PathAsked} asked
 */
export const pathQuestion = (captures, { of, clocks }) => ({
  clocks,
  captures: of.map((id) => {
    const { capture, file, report } = captures.get(id);
    const { name, sizeBytes } = capture;
    return { id, name, sizeBytes, revision: '', source: report === null ? file : { report: report.data } };
  }),
});
