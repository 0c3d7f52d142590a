/** A failed request. `message` is shown to the user unchanged: one sentence that says what, where, and what to do. */
export class RequestError extends Error {
  /**
   * @param {number} status HTTP status
   * @param {string} code stable name for programs
   * @param {string} message
   * @param {Record<string, unknown>} [details] more fields of the answer's `error`
   */
  constructor(status, code, message, details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
