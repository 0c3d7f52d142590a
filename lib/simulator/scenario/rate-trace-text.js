import { refuse } from './check.js';

/**
 * A trace as Mahimahi's mm-link reads it: a line for each opportunity to deliver 1500 bytes, its time in whole
 * milliseconds.
 * @param {string} text @param {string} path for messages
 * @returns {number[]} the field `rateTrace`
 * @throws {import('./check.js').ScenarioError} names the line
 */
export function parseRateTrace(text, path) {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines[lines.length - 1] === '') lines.pop();
  return lines.map((line, index) =>
    /^\d{1,12}$/.test(line) ? Number(line) : refuse(path, `line ${index + 1} must be a whole number of milliseconds`),
  );
}
