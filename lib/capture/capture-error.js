/**
 * The input cannot be used as a capture at all. `message` is one sentence for the user: what, where, what to do. Damage
 * later in the file is a warning of the reader, not an error.
 */
export class CaptureError extends Error {
  /**
   * @param {string} code stable name, as `not_a_capture`
   * @param {string} message
   * @param {number} offset byte of the (uncompressed) stream that the message is about
   */
  constructor(code, message, offset = 0) {
    super(message);
    this.name = 'CaptureError';
    this.code = code;
    this.offset = offset;
  }
}
