/** A failed request. `message` is a sentence that can be shown as it is. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ status: number, code: string, command?: string | null }} details
   */
  constructor(message, { status, code, command = null }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.command = command;
  }
}

/** @param {unknown} error @returns {boolean} whether the request was given up by the page itself */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * @param {unknown} error
 * @returns {boolean} whether the server is gone, which the page says at its top, and tries again
 */
export const isUnreachable = (error) => error instanceof ApiError && error.code === 'unreachable';

/** @param {unknown} error @returns {string} */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {number} status
 * @param {string} body of an error answer
 * @returns {ApiError}
 */
export function errorFrom(status, body) {
  try {
    const { error } = JSON.parse(body);
    if (typeof error?.message === 'string') {
      return new ApiError(error.message, { status, code: String(error.code), command: error.command ?? null });
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new ApiError(`The server answered ${status} without saying why. Its log may say more.`, {
    status,
    code: 'unexpected',
  });
}
