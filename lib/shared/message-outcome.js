/** Outcome of a response in any protocol: one rule for server and page. */

/** HTTP status codes from here on mean that a request failed (RFC 9110 section 15.5). */
export const FIRST_FAILURE = 400;

/**
 * @param {{ status: number|null, outcome?: string|null, failed?: boolean }} response `outcome`: of a response to a
 *   command or call, in a word
 * @returns {{ text: string, isFailed: boolean }} `text`: that, else the status; '': neither
 */
export function outcomeOf({ status, outcome, failed }) {
  const statusText = outcome === undefined && status !== null && status > 0 ? String(status) : '';
  return { text: outcome || statusText, isFailed: failed === true || (status ?? 0) >= FIRST_FAILURE };
}
