/** Errors of NATS: the server's (server/errors.go), statuses in headers (ADR-4, ADR-13), JetStream's (ADR-1). */
import { shownText } from '../shown-text.js';

/** @typedef {import('../connection.js').Outcome} Outcome */

/** Of longer texts the beginnings. */
const KNOWN = [
  'Authorization Violation',
  'Authentication Timeout',
  'Authentication Expired',
  'User Authentication Expired',
  'User Authentication Revoked',
  'Account Authentication Expired',
  'Permissions Violation',
  'Invalid Client Protocol',
  'Invalid Publish Subject',
  'Invalid Subject',
  'Maximum Control Line Exceeded',
  'Maximum Payload Violation',
  'Maximum Connections Exceeded',
  'Maximum Account Active Connections Exceeded',
  'Maximum Subscriptions Exceeded',
  'No Responders Requires Headers Support',
  'Parser Error',
  'Secure Connection - TLS Required',
  'Server Shutdown',
  'Slow Consumer',
  'Stale Connection',
  'Unknown Protocol Operation',
];
/** Statuses that are no failures: an empty pull, its end, and heartbeats. */
const QUIET = new Set([100, 404, 408]);
const NO_RESPONDERS = 503;
const IDLE = 100;
/** Bytes of a payload that are searched for JetStream's answer. */
const ANSWER_BYTES = 400;

/** @param {string} text of -ERR @returns {Outcome} */
export function errorOf(text) {
  const plain = text.replace(/^'|'$/g, '');
  const known = KNOWN.find((one) => plain.toLowerCase().startsWith(one.toLowerCase()));
  return { outcome: known ?? 'ERR', text: plain, isFailed: true };
}

/**
 * The status in a message's headers.
 * @param {string} line `NATS/1.0 503 …`
 * @returns {{ outcome: Outcome, isFinal: boolean }|null} null: none
 */
export function statusOf(line) {
  const [, digits, rest] = /^NATS\/1\.0 (\d{3})(?: (.*?))?(?:\\r|$)/.exec(line) ?? [];
  if (digits === undefined) return null;
  const status = Number(digits);
  const outcome = status === NO_RESPONDERS ? '503 no responders' : String(status);
  return { outcome: { status, outcome, text: rest ?? '', isFailed: !QUIET.has(status) }, isFinal: status !== IDLE };
}

/**
 * What JetStream answers: the place of what it stored, or an error.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {Outcome|null} null: it is something else
 */
export function jetStreamOf(bytes, start, end) {
  if (bytes[start] !== 0x7b) return null;
  const text = shownText(bytes, start, Math.min(end, start + ANSWER_BYTES), ANSWER_BYTES);
  const error =
    /^\{(?:"type":"[\w.]+",)?"error":\{"code":(\d+)(?:,"err_code":(\d+))?(?:,"description":"([^"]*)")?/.exec(text);
  if (error !== null) {
    const [, code, number, description = ''] = error;
    const outcome = [code, number].filter(Boolean).join(' ');
    return { status: Number(code) % 65536, outcome, text: description, isFailed: true };
  }
  const stored = /^\{"stream":"([^"]*)",(?:"domain":"[^"]*",)?\s*"seq":(\d+)/.exec(text);
  return stored === null ? null : { outcome: 'stored', text: `${stored[1]} ${stored[2]}` };
}
