/** Columns of the statements, and how one is sorted and said. */
import { count, formatBytes, formatNumber, formatSeconds, missing } from '../../base/format.js';

/** @typedef {import('../../../lib/analysis/messages/statements.js').Statement} Statement */
/**
 * @typedef {object} StatementColumn
 * @property {string} key
 * @property {string} head also its name in docs/metrics.md
 * @property {'asc' | 'desc'} first order when it is chosen
 * @property {(statement: Statement) => string | number | null} value to sort by
 * @property {(statement: Statement) => string} text
 * @property {boolean} [isText]
 */

/** @type {readonly StatementColumn[]} */
export const COLUMNS = [
  {
    key: 'statement',
    head: 'Statement',
    first: 'asc',
    value: ({ statement }) => statement,
    text: ({ statement }) => (statement === '…' ? 'All other statements' : statement),
    isText: true,
  },
  {
    key: 'protocol',
    head: 'Protocol',
    first: 'asc',
    value: ({ protocol }) => protocol,
    text: ({ protocol }) => protocol,
    isText: true,
  },
  {
    key: 'count',
    head: 'Requests',
    first: 'desc',
    value: ({ count: times }) => times,
    text: ({ count: times }) => formatNumber(times),
  },
  {
    key: 'failed',
    head: 'Failed',
    first: 'desc',
    value: ({ failed }) => failed,
    text: ({ failed }) => (failed === 0 ? missing : formatNumber(failed)),
  },
  {
    key: 'total',
    head: 'Total time',
    first: 'desc',
    value: ({ totalSeconds, answered }) => (answered === 0 ? null : totalSeconds),
    text: ({ totalSeconds, answered, mayWait }) =>
      answered === 0 ? missing : `${formatSeconds(totalSeconds)}${mayWait ? '*' : ''}`,
  },
  {
    key: 'p50',
    head: 'p50',
    first: 'desc',
    value: ({ p50Seconds }) => p50Seconds,
    text: ({ p50Seconds }) => formatSeconds(p50Seconds),
  },
  {
    key: 'p95',
    head: 'p95',
    first: 'desc',
    value: ({ p95Seconds }) => p95Seconds,
    text: ({ p95Seconds }) => formatSeconds(p95Seconds),
  },
  { key: 'rows', head: 'Rows', first: 'desc', value: ({ rows }) => rows, text: ({ rows }) => formatNumber(rows) },
  {
    key: 'bytes',
    head: 'Bytes',
    first: 'desc',
    value: ({ requestBytes, responseBytes }) => requestBytes + responseBytes,
    text: ({ requestBytes, responseBytes }) => formatBytes(requestBytes + responseBytes),
  },
];

export const DEFAULT_SORT = 'total';

/** @param {string | undefined} key */
export const columnOf = (key) =>
  COLUMNS.find((column) => column.key === key) ??
  /** @type {StatementColumn} */ (COLUMNS.find((column) => column.key === DEFAULT_SORT));

/**
 * Sorted; those without a value last.
 * @param {readonly Statement[]} statements @param {StatementColumn} column @param {'asc' | 'desc'} order
 */
export function sorted(statements, { value }, order) {
  const sign = order === 'asc' ? 1 : -1;
  return [...statements].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -sign : sign;
  });
}

/** The second line of a card on a phone. @param {Statement} statement */
export function cardWords({ count: times, answered, failed, totalSeconds, p95Seconds, mayWait }) {
  const took =
    answered === 0
      ? ['no response']
      : [`${formatSeconds(totalSeconds)}${mayWait ? '*' : ''} in all`, `p95 ${formatSeconds(p95Seconds)}`];
  return [count(times, 'request'), ...took, failed === 0 ? '' : `${formatNumber(failed)} failed`]
    .filter(Boolean)
    .join(' · ');
}
