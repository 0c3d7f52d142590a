import { shortStatement } from '../../protocols/statements/statement.js';
import { quotedText, timesText, timeText } from './finding.js';
import { MUCH } from './rank/weight.js';

/** @typedef {import('./finding.js').Finding} Finding */
/** @typedef {import('./evidence/message-facts.js').ExchangeFacts} ExchangeFacts */
/**
 * The statement that was waited for most.
 * @typedef {{ statement: string, times: number, statementSeconds: number }} Worst
 */

/** Most of the time is all of it. */
const NEARLY_ALL = 0.95;

/**
 * @param {readonly { exchange: ExchangeFacts, thinkNs: number }[]} waits
 * @param {NonNullable<import('./context.js').Context['messages']>} messages
 * @returns {Worst | null} null: none took much of them
 */
export function worstStatement(waits, messages) {
  /** @type {Map<string, { times: number, ns: number }>} */
  const sums = new Map();
  for (const { exchange, thinkNs } of waits) {
    const statement = messages.statement(exchange);
    const sum = sums.get(statement) ?? { times: 0, ns: 0 };
    sums.set(statement, { times: sum.times + 1, ns: sum.ns + thinkNs });
  }
  const all = waits.reduce((sum, { thinkNs }) => sum + thinkNs, 0);
  const [worst] = [...sums].sort(([, a], [, b]) => b.ns - a.ns);
  if (worst === undefined || worst[0] === '' || worst[1].ns < all * MUCH) return null;
  const [statement, { times, ns }] = worst;
  return { statement, times, statementSeconds: Math.round(ns / 1e6) / 1e3 };
}

/**
 * In a sentence: `“SELECT … FROM orders WHERE …” 212 times, 8.1 s`.
 * @param {Finding['evidence']} evidence
 * @param {number | null} costSeconds of all waits
 * @returns {string} "": none is named
 */
export function statementText({ statement, times, statementSeconds }, costSeconds) {
  if (typeof statement !== 'string') return '';
  const seconds = Number(statementSeconds);
  const isAll = seconds >= (costSeconds ?? 0) * NEARLY_ALL;
  const often = times === 1 ? '' : ` ${timesText(Number(times))}`;
  return `${quotedText(shortStatement(statement))}${often}${isAll ? '' : `, ${timeText(seconds * 1e9)}`}`;
}

/**
 * Of several connections: the statement that was waited for most in all of them.
 * @param {readonly Finding['evidence'][]} evidence of each
 * @returns {Worst | null}
 */
export function worstOfAll(evidence) {
  /** @type {Map<string, Worst>} */
  const sums = new Map();
  for (const { statement, times, statementSeconds } of evidence) {
    if (typeof statement !== 'string') continue;
    const sum = sums.get(statement) ?? { statement, times: 0, statementSeconds: 0 };
    sum.times += Number(times);
    sum.statementSeconds = Math.round((sum.statementSeconds + Number(statementSeconds)) * 1e3) / 1e3;
    sums.set(statement, sum);
  }
  return [...sums.values()].sort((a, b) => b.statementSeconds - a.statementSeconds)[0] ?? null;
}
