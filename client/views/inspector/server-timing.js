/** A server's own timing (W3C Server Timing), drawn beside the wait that the capture shows. */
import { el } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';

/** Metrics of an answer that are drawn. */
const MAX_METRICS = 50;

/** @typedef {{ name: string, description: string, milliseconds: number|null }} Metric */

/**
 * @param {[name: string, value: string][]} fields header and trailer fields
 * @returns {Metric[]} in order
 */
export function serverTimings(fields) {
  return fields
    .filter(([name]) => name.toLowerCase() === 'server-timing')
    .flatMap(([, value]) => splitUnquoted(value, ','))
    .map(metricOf)
    .filter(({ name }) => name !== '')
    .slice(0, MAX_METRICS);
}

/** @param {string} text @returns {Metric} */
function metricOf(text) {
  const [name, ...parameters] = splitUnquoted(text, ';');
  const known = new Map(parameters.map((parameter) => [parameter.split('=', 1)[0].trim().toLowerCase(), parameter]));
  const valueOf = (/** @type {string} */ key) => {
    const parameter = known.get(key);
    return parameter === undefined ? null : unquoted(parameter.slice(parameter.indexOf('=') + 1).trim());
  };
  const duration = Number(valueOf('dur') ?? NaN);
  return {
    name: name.trim(),
    description: valueOf('desc') ?? '',
    milliseconds: Number.isFinite(duration) && duration >= 0 ? duration : null,
  };
}

/** @param {string} text @param {string} separator @returns {string[]} */
function splitUnquoted(text, separator) {
  const parts = [''];
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    if (isQuoted && text[i] === '\\') parts[parts.length - 1] += text[i++];
    else if (text[i] === '"') isQuoted = !isQuoted;
    if (text[i] === separator && !isQuoted) parts.push('');
    else parts[parts.length - 1] += text[i] ?? '';
  }
  return parts;
}

/** @param {string} text */
const unquoted = (text) => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text);

/**
 * A bar for each metric, as a share of the wait or of the longest.
 * @param {Metric[]} metrics
 * @param {number|null} waitMs from the request's last byte to the answer's first, null: not known
 */
export function serverTimingList(metrics, waitMs) {
  const most = Math.max(waitMs ?? 0, ...metrics.map(({ milliseconds }) => milliseconds ?? 0));
  const rows = metrics.flatMap(({ name, description, milliseconds }) => [
    el('dt', { text: description || name, title: name }),
    el(
      'dd',
      {},
      milliseconds === null ? '' : bar(milliseconds, most),
      milliseconds === null ? '–' : `${formatNumber(milliseconds, 1)} ms`,
    ),
  ]);
  const wait =
    waitMs === null
      ? []
      : [el('dt', { text: 'Wait, captured' }), el('dd', {}, bar(waitMs, most), `${formatNumber(waitMs, 1)} ms`)];
  return el('dl', { class: 'inspector-facts server-timing' }, ...rows, ...wait);
}

/** @param {number} value @param {number} most */
function bar(value, most) {
  const element = el('span', { class: 'server-timing-bar', 'aria-hidden': 'true' });
  element.style.width = `${most > 0 ? Math.round((60 * value) / most) : 0}%`;
  return element;
}
