/**
 * A live capture that cannot start. `message` is one sentence for the user; `command` is what grants the missing
 * privilege or installs the missing tool, where there is one.
 */
export class LiveCaptureError extends Error {
  /**
   * @param {'no_tool'|'no_permission'|'no_interface'|'bad_filter'|'bad_limit'|'failed'} code
   * @param {string} message
   * @param {string|null} [command]
   */
  constructor(code, message, command = null) {
    super(message);
    this.name = 'LiveCaptureError';
    this.code = code;
    this.command = command;
  }
}
