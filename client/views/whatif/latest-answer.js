/** Requests a prediction for the current settings: a draft at once, then the full answer if it differs. */
import { isAbort } from '../../state/api-error.js';

/** @typedef {import('../../state/answer-types.js').WhatIfAnswer} WhatIfAnswer */

/**
 * One draft is requested at a time; moves meanwhile are answered by one draft of the latest settings, so that a slider
 * that is dragged shows as many answers as possible.
 * @param {object} parts
 * @param {(how: { isDraft: boolean }, signal: AbortSignal) => Promise<WhatIfAnswer>} parts.fetchAnswer for the settings
 *   as they are then
 * @param {(answer: WhatIfAnswer) => void} parts.onAnswer also a refusal, to which there is no more
 * @param {(error: unknown) => void} parts.onError
 */
export function latestAnswer({ fetchAnswer, onAnswer, onError }) {
  let isUnderWay = false;
  let isAsked = false;
  let isFirst = true;
  let whole = new AbortController();
  const ended = new AbortController();

  async function draft() {
    isUnderWay = true;
    try {
      isAsked = false;
      const answer = await fetchAnswer({ isDraft: true }, ended.signal);
      onAnswer(answer);
      if (answer.refusal !== undefined) return;
      // With the first whole answer the server is told what may be asked next: a draft cannot, before anything is
      // known.
      if (!isAsked && (answer.isDraft || isFirst)) void refine(answer.isDraft);
      isFirst = false;
    } catch (error) {
      if (!isAbort(error)) onError(error);
    } finally {
      isUnderWay = false;
      if (isAsked) void draft();
    }
  }

  /** @param {boolean} hasMore than the draft */
  async function refine(hasMore) {
    const { signal } = whole;
    try {
      const answer = await fetchAnswer({ isDraft: false }, signal);
      if (hasMore) onAnswer(answer);
    } catch (error) {
      if (!isAbort(error)) onError(error);
    }
  }

  return {
    ask() {
      whole.abort();
      whole = new AbortController();
      isAsked = true;
      if (!isUnderWay) void draft();
    },
    stop() {
      isAsked = false;
      ended.abort();
      whole.abort();
    },
  };
}
