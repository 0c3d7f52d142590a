/**
 * Whether a connection failed: its worst finding is an error, or nobody took it.
 * @param {string} severity of its verdict
 * @param {string} handshake how that ended
 */
export const hasFailed = (severity, handshake) =>
  severity === 'error' || handshake === 'unanswered' || handshake === 'refused';
