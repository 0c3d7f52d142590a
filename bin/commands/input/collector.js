import { UsageError } from '../usage-error.js';

/** @param {string|undefined} text of `--otlp` @returns {string|null} the collector's address; null: none */
export function collectorOf(text) {
  if (text === undefined) return null;
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`--otlp takes the address of a collector, as http://127.0.0.1:4318, not "${text}"`);
}
