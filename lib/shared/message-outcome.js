/** How a response came out, whatever the protocol: one rule for server and page. */

/** HTTP's statuses from here on say that a request failed (RFC 9110 section 15.5). */
const FIRST_FAILURE = 400;

/**
 * @param {{ status: number|null, outcome?: string|null, failed?: boolean }} response `outcome`: of an answer to a
 *   command
 * @returns {{ text: string, isFailed: boolean }} `text` in a word; '': it does not say
 */
export function outcomeOf({ status, outcome, failed }) {
  if (outcome !== undefined) return { text: outcome ?? '', isFailed: failed === true };
  return { text: status === null ? '' : String(status), isFailed: status !== null && status >= FIRST_FAILURE };
}
