import { replaysFor, whatIfCapture, whatIfDrawn } from '../whatif/predict.js';
import { readSettings, SettingError } from '../whatif/settings.js';
import { WhatIfError, workloadOf } from '../whatif/workload.js';
import { RequestError } from './request-error.js';

/** Status of an error that is due to this capture, not to the request. */
const REFUSED = 'no_answer';

/** @typedef {import('../whatif/workload.js').Workload} Workload */
/** @typedef {import('../whatif/settings.js').Settings} Settings */
/**
 * @typedef {object} WhatIfQuestion
 * @property {number|null} index of a connection; null: all
 * @property {string[]} settings NAME=VALUE
 * @property {boolean} isDraft
 */

/**
 * Answers what-if requests about one capture. Replays run one by one, so that a later request, perhaps a slider's next
 * move, does not wait for an earlier one.
 */
export class WhatIfSession {
  /** The latest replays. @type {{ version: number, index: number|null, workload: Workload }|null} */
  #kept = null;

  /**
   * @param {import('./session.js').SessionState} state
   * @param {WhatIfQuestion} question
   * @param {AbortSignal} signal aborted when the request is cancelled
   * @returns {Promise<import('../whatif/predict.js').WhatIf|{ refusal: string }>} a sentence where the capture cannot
   *   be replayed so: that is an answer too
   * @throws {RequestError}
   */
  async answer(state, { isDraft, ...question }, signal) {
    try {
      return await this.#replayed(state, { ...question, isDraft }, signal, (workload, settings) =>
        whatIfDrawn(workload, settings, { isDraft }),
      );
    } catch (error) {
      if (error instanceof RequestError && error.code === REFUSED) return { refusal: error.message };
      throw error;
    }
  }

  /**
   * The replay as a capture.
   * @param {import('./session.js').SessionState} state
   * @param {Pick<WhatIfQuestion, 'index'|'settings'>} question
   * @param {AbortSignal} signal
   * @returns {Promise<Uint8Array>}
   * @throws {RequestError}
   */
  capture(state, question, signal) {
    return this.#replayed(state, { ...question, isDraft: false }, signal, whatIfCapture);
  }

  /**
   * @template T
   * @param {import('./session.js').SessionState} state
   * @param {WhatIfQuestion} question
   * @param {AbortSignal} signal
   * @param {(workload: Workload, settings: Settings) => T} then
   * @returns {Promise<T>}
   */
  async #replayed(state, { index, settings: texts, isDraft }, signal, then) {
    try {
      const settings = readAsked(texts);
      const workload = this.#workload(state, index);
      for (const steps = replaysFor(workload, settings, { isDraft }); !steps.next().done;) {
        // Only a draft was requested.
        if (!isDraft) await state.host.turn();
        if (signal.aborted) throw new RequestError(499, 'gone', 'The client is no longer waiting for the response.');
      }
      return then(workload, settings);
    } catch (error) {
      if (error instanceof WhatIfError) throw new RequestError(400, REFUSED, error.message);
      if (error instanceof SettingError) throw new RequestError(400, REFUSED, settingWords(error));
      throw error;
    }
  }

  /** @param {import('./session.js').SessionState} state @param {number|null} index */
  #workload({ analysis, version }, index) {
    if (this.#kept?.version !== version || this.#kept.index !== index) {
      this.#kept = { version, index, workload: workloadOf(analysis.ingest, index) };
    }
    return this.#kept.workload;
  }
}

/** @param {SettingError} error whose message is a phrase */
const settingWords = ({ message }) => `This cannot be set: ${message}.`;

/** @param {string[]} texts @returns {Settings} @throws {RequestError} 400 */
function readAsked(texts) {
  try {
    return readSettings(texts);
  } catch (error) {
    if (error instanceof SettingError) throw new RequestError(400, 'bad_request', settingWords(error));
    throw error;
  }
}
