import { formatNumber, formatSeconds } from '../../base/format.js';

/** With one of these, a page's requests are generated again. */
const PAGE_SETTINGS = ['protocol', 'connections', 'pipelining', 'proxy'];
const TRUST = { good: 'good', fair: 'fair' };

/**
 * The prediction in words.
 * @param {{ replay: { observed: number, replayed: number, error: number, confidence: keyof typeof TRUST }, prediction:
 *   { seconds: number,
 *   low: number, high: number, roundTrips: number } }} answer
 * @param {Record<string, string>} settings that were changed
 * @returns {{ strong: string, rest: string, trust: string }}
 */
export function headlineOf({ replay, prediction }, settings) {
  const { observed, replayed, error, confidence } = replay;
  const isAsWas = Object.keys(settings).length === 0;
  const band =
    prediction.low === prediction.high
      ? ''
      : ` (${formatSeconds(prediction.low)} to ${formatSeconds(prediction.high)})`;
  const span = PAGE_SETTINGS.some((name) => name in settings)
    ? 'First request to the last acknowledgement of a response'
    : 'First byte of data to its last acknowledgement';
  const trust = `${span}. Replay: ${formatSeconds(replayed)}, replay error ${formatNumber(error * 100, 1)} %, ${TRUST[confidence]}.`;
  if (isAsWas) return { strong: formatSeconds(observed), rest: ' as captured.', trust };
  return {
    strong: `${formatSeconds(prediction.seconds)} instead of ${formatSeconds(observed)}`,
    rest: `${band} · ${formatNumber(prediction.roundTrips, 1)} round trips`,
    trust,
  };
}
