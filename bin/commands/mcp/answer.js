/** Answers of tools: structured, bounded, and told when they are cut. */

/** Characters of an answer's rows: what an assistant can still read. */
export const MAX_ANSWER_CHARACTERS = 40_000;
/** Rows of a list unless fewer are asked for. */
export const MAX_ROWS = 200;
export const DEFAULT_ROWS = 20;

/** What is wrong with a question, in one sentence for the assistant. */
export class ToolError extends Error {}

/**
 * @template {Record<string, unknown>} T
 * @param {T} structuredContent
 */
export const answer = (structuredContent) => ({
  content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/**
 * A page of a list: as many rows as are asked for and fit.
 * @template T
 * @param {object} list
 * @param {number} list.total
 * @param {(offset: number) => T} list.row
 * @param {{ cursor?: string, limit?: number }} asked
 * @returns {{ rows: T[], total: number, nextCursor: string | null }} nextCursor: null at the end
 * @throws {ToolError} that is no cursor
 */
export function pageOf({ total, row }, asked) {
  const { offset, limit } = pageAsked(asked);
  const rows = [];
  let at = offset;
  let characters = 0;
  for (const end = Math.min(total, offset + limit); at < end; at++) {
    const one = row(at);
    characters += JSON.stringify(one).length;
    if (rows.length > 0 && characters > MAX_ANSWER_CHARACTERS) break;
    rows.push(one);
  }
  return { rows, total, nextCursor: at < total ? String(at) : null };
}

/**
 * @param {{ cursor?: string, limit?: number }} asked
 * @returns {{ offset: number, limit: number }} rows @throws {ToolError} that is no cursor
 */
export function pageAsked({ cursor = '0', limit = DEFAULT_ROWS }) {
  if (!/^\d{1,12}$/.test(cursor)) {
    throw new ToolError(`There is no cursor "${cursor}": give the last answer's nextCursor.`);
  }
  return { offset: Number(cursor), limit: Math.min(limit, MAX_ROWS) };
}

/** @template T @param {readonly T[]} list @param {{ cursor?: string, limit?: number }} asked */
export const pageOfList = (list, asked) => pageOf({ total: list.length, row: (at) => list[at] }, asked);
