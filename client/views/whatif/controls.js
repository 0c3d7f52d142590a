/** What can be changed: a slider for each, logarithmic where values span decades; buttons for the protocol. */
import { el, setText } from '../../base/dom.js';
import { count, formatBytes, formatNumber, threeFigures } from '../../base/format.js';
import { leastIndex } from '../../vendor/d3.js';
import { protocolRow } from './protocol.js';

/**
 * @typedef {object} Control
 * @property {string} name of the setting (docs/whatif.md)
 * @property {string} label
 * @property {number[]} values that the slider goes through
 * @property {(value: number) => string} words
 * @property {(value: number) => string | null} setting as the server reads it; null: none
 * @property {(observed: import('../../state/answer-types.js').Observed) => number | null} observed what it was, in the
 *   same unit
 */

const RATE_UNIT = 1000;

/** @type {readonly Control[]} */
const CONTROLS = [
  {
    name: 'initcwnd',
    label: 'Initial window',
    values: [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60, 100],
    words: (value) => count(value, 'segment'),
    setting: String,
    observed: ({ initcwnd }) => initcwnd,
  },
  {
    name: 'rtt',
    label: 'Round trip',
    values: ratios(1, 1000, 40),
    words: (value) => `${threeFigures(value)} ms`,
    setting: (value) => `${value}ms`,
    observed: ({ rttMs }) => rttMs,
  },
  {
    name: 'rate',
    label: 'Rate',
    values: ratios(64, 1e6, 44),
    words: rateWords,
    setting: (value) => `${value}kbit`,
    observed: ({ rateKbps }) => rateKbps,
  },
  {
    name: 'loss',
    label: 'Loss',
    values: [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1],
    words: (value) => `${formatNumber(value * 100, value > 0 && value < 0.01 ? 1 : 0)} %`,
    setting: String,
    observed: ({ loss }) => loss,
  },
  {
    name: 'buffer',
    label: 'Buffer',
    values: ratios(3000, 4e6, 40),
    words: (value) => formatBytes(value),
    setting: (value) => `${Math.round(value)}b`,
    observed: ({ bufferBytes }) => bufferBytes,
  },
  {
    name: 'connections',
    label: 'Connections',
    values: [1, 2, 3, 4, 6, 8, 12, 16],
    words: (value) => formatNumber(value),
    setting: String,
    observed: ({ connections }) => connections,
  },
  {
    name: 'pipelining',
    label: 'Pipelining depth',
    values: [1, 2, 4, 8, 16, 32, 64],
    words: (value) => (value === 1 ? 'one' : formatNumber(value)),
    setting: String,
    observed: ({ pipelining }) => pipelining,
  },
  {
    name: 'proxy',
    label: 'Proxies',
    values: [0, 1, 2, 3, 4, 6, 8, 12, 16, 32],
    words: (value) => (value === 0 ? 'none' : `two, ${count(value, 'connection')}`),
    setting: (value) => (value === 0 ? null : String(value)),
    observed: () => 0,
  },
  {
    name: 'proxy-at',
    label: 'Far proxy at',
    values: [5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99],
    words: (value) => `${value} % of the way`,
    setting: (value) => `${value}%`,
    observed: () => 90,
  },
];
/** Both belong to the protocol that they were set for. */
const OF_PROTOCOL = ['connections', 'pipelining'];
/** Only whole HTTP can be asked for in other ways. */
const OF_HTTP = [...OF_PROTOCOL, 'proxy', 'proxy-at'];
/** Only requests of this protocol wait behind one another. */
const PIPELINED = 'http/1.1';

/**
 * @param {number} least
 * @param {number} most
 * @param {number} count
 * @returns {number[]} evenly by ratio, two figures each
 */
function ratios(least, most, count) {
  return [
    ...new Set(
      Array.from({ length: count }, (_, i) => Number((least * (most / least) ** (i / (count - 1))).toPrecision(2))),
    ),
  ];
}

/** @param {number} kbps */
function rateWords(kbps) {
  return kbps >= RATE_UNIT ? `${threeFigures(kbps / RATE_UNIT)} Mbit/s` : `${threeFigures(kbps)} kbit/s`;
}

/** @param {number[]} values @param {number} value @returns {number} index of the nearest */
export const nearest = (values, value) => leastIndex(values, (other) => Math.abs(other - value)) ?? 0;

/**
 * @param {{ onChange: (settings: Record<string, string>) => void }} options settings: of those that differ from what
 *   was observed
 */
export function whatIfControls({ onChange }) {
  /** @type {Record<string, string>} */
  let chosen = {};
  const setter = (/** @type {string} */ name) => (/** @type {string | null} */ setting) => {
    if (setting === null) delete chosen[name];
    else chosen[name] = setting;
    if (chosen.proxy === undefined) delete chosen['proxy-at'];
    onChange({ ...chosen });
  };
  const rows = CONTROLS.map((control) => controlRow(control, setter(control.name)));
  const protocol = protocolRow((setting) => {
    for (const name of OF_PROTOCOL) delete chosen[name];
    setter('protocol')(setting);
  });
  const firstOfHttp = CONTROLS.findIndex(({ name }) => OF_HTTP.includes(name));
  const elements = rows.map((row) => row.element);
  const element = el(
    'div',
    { class: 'whatif-controls' },
    ...elements.slice(0, firstOfHttp),
    protocol.element,
    ...elements.slice(firstOfHttp),
  );
  return {
    element,
    /**
     * @param {import('../../state/answer-types.js').Observed} observed
     * @param {import('../../state/answer-types.js').Prediction['ways']} ways in which a page's requests are made now
     * @param {Record<string, string>} settings
     */
    update(observed, ways, settings) {
      chosen = { ...settings };
      protocol.element.hidden = ways === null;
      if (observed.protocol !== null) protocol.update(observed.protocol, settings.protocol ?? null);
      const isOther = ways !== null && ways.protocol !== observed.protocol;
      rows.forEach((row, i) => {
        const { name, observed: valueOf } = CONTROLS[i];
        const ofHttp = OF_HTTP.includes(name);
        row.element.hidden =
          ofHttp &&
          (ways === null ||
            (name === 'pipelining' && ways.protocol !== PIPELINED) ||
            (name === 'proxy-at' && settings.proxy === undefined));
        row.update(
          valueOf(ofHttp && isOther && settings[name] === undefined ? { ...observed, ...ways } : observed),
          settings[name] ?? null,
        );
      });
    },
  };
}

/** @param {Control} control @param {(setting: string | null) => void} onSet null: as it was */
function controlRow({ name, label, values, words, setting }, onSet) {
  const input = el('input', {
    type: 'range',
    class: 'slider',
    id: `whatif-${name}`,
    min: 0,
    max: values.length - 1,
    step: 1,
  });
  const value = el('output', { class: 'slider-value', for: input.id });
  const was = el('button', { type: 'button', class: 'slider-was', hidden: true });
  const element = el(
    'div',
    { class: 'slider-row' },
    el('div', { class: 'slider-head' }, el('label', { for: input.id, text: label }), value, was),
    input,
  );
  /** Where the captured value is on the slider, 0 … 1; null where it is not known. */
  let wasAt = /** @type {number|null} */ (null);
  const drawTrack = () => {
    const at = Number(input.value) / (values.length - 1);
    const from = wasAt ?? at;
    input.classList.toggle('is-observed', wasAt !== null);
    for (const [name, share] of Object.entries({ was: from, least: Math.min(from, at), most: Math.max(from, at) })) {
      input.style.setProperty(`--${name}`, String(share));
    }
  };
  input.addEventListener('input', () => {
    const index = Number(input.value);
    drawTrack();
    setText(value, words(values[index]));
    input.setAttribute('aria-valuetext', words(values[index]));
    onSet(setting(values[index]));
  });
  was.addEventListener('click', () => onSet(null));

  return {
    element,
    /** @param {number | null} observed @param {string | null} chosen */
    update(observed, chosen) {
      const index = chosen === null ? null : values.findIndex((one) => setting(one) === chosen);
      const shown = index === null || index < 0 ? observed : values[index];
      const text = shown === null ? 'unknown' : words(shown);
      input.value = String(shown === null ? values.length - 1 : nearest(values, shown));
      input.setAttribute('aria-valuetext', text);
      wasAt = observed === null ? null : nearest(values, observed) / (values.length - 1);
      drawTrack();
      setText(value, text);
      was.hidden = chosen === null;
      setText(was, `was ${observed === null ? 'unknown' : words(observed)}`);
      was.title = 'Reset';
    },
  };
}
