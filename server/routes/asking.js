/**
 * @template {import('../../lib/session/question-types.js').Method} M
 * @typedef {import('../../lib/session/question-types.js').Question<M>} Question
 */

/**
 * Answers requests from a capture's analysis, already encoded.
 * @param {import('./captures.js').Parts} parts
 */
export function asking({ captures, deliveries }) {
  return {
    /**
     * @template {import('../../lib/session/question-types.js').Method} M
     * @param {import('express').Response} response to a request for `/:id/…`
     * @param {M} method @param {Question<M>} args
     */
    json(response, method, args) {
      return deliveries.json(response, () => /** @type {Promise<any>} */ (captures.ask(idOf(response), method, args)));
    },

    /**
     * @template {import('../../lib/session/question-types.js').Method} M
     * @param {import('express').Response} response to a request for `/:id/…`
     * @param {M} method that answers with a column frame @param {Question<M>} args
     */
    frame(response, method, args) {
      const id = idOf(response);
      const gone = goneSignal(response);
      return deliveries.frame(response, id, () => /** @type {Promise<any>} */ (captures.ask(id, method, args, gone)));
    },
  };
}

/** @param {import('express').Response} response */
const idOf = ({ req }) => String(req.params.id);

/** @param {import('express').Response} response @returns {AbortSignal} the client no longer waits for it */
export function goneSignal(response) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
