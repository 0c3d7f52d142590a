export const DAMAGED = 'This report is damaged or truncated: ask for another copy.';

export class ReportError extends Error {
  /** @param {string} code @param {string} message @param {unknown} [cause] */
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = 'ReportError';
    this.code = code;
  }
}
