/**
 * Sender and path in the side column: what is inferred about the sender of the direction in view and about its path,
 * each with its confidence, or with the reason why it is not observable.
 */
import { el } from '../../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../../base/format.js';
import { rateWords, spanWords } from '../../timeline/times.js';
import { factSection } from './fact-section.js';
import { figureLabel } from './figure-label.js';

/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../data/sender-facts.js').SenderFacts} SenderFacts */
/** @template T @typedef {import('../data/sender-facts.js').Inferred<T>} Inferred */
/**
 * `reason`: what the value rests on, or why there is none; `confidence` 0 … 1.
 * @typedef {{ label: string, value: string|null, confidence: number|null, reason: string|null }} Line
 */

const NOT_OBSERVABLE = /^not observable, because /;
const BITS = 8;
/** Of mechanisms' details, a number of segments of one acknowledgement. */
const EVERY = 2;

/** @type {Record<string, string>} */
const ALGORITHMS = {
  reno: 'Reno-like',
  cubic: 'CUBIC-like',
  htcp: 'H-TCP-like',
  vegas: 'Vegas-like',
  ledbat: 'LEDBAT-like',
  bbr: 'BBR',
};
/** @type {Record<string, string>} */
const EXITS = {
  loss: 'by a loss',
  timeout: 'by a retransmission timeout',
  mark: 'by an ECN mark',
  delay: 'by rising delay',
  receive_window: 'by the receive window',
};
/** @type {Record<string, string>} */
const MECHANISMS = {
  sack: 'SACK',
  timestamps: 'timestamps',
  window_scale: 'window scaling',
  ecn: 'ECN',
  tail_loss_probe: 'tail-loss probes (TLP)',
  rack: 'RACK',
  limited_transmit: 'Limited transmit',
  forward_rto_recovery: 'F-RTO',
  delayed_ack: 'delayed ACKs',
  nagle: 'Nagle',
  pacing: 'pacing',
  offload: 'segmentation offload',
};

/**
 * @template T
 * @param {string} label
 * @param {Inferred<T>} inferred
 * @param {(value: T) => string} words
 * @returns {Line}
 */
const line = (label, { value, confidence, reason }, words) => ({
  label,
  value: value === null ? null : words(value),
  confidence: value === null ? null : confidence,
  reason: reason === null ? null : reason.replace(NOT_OBSERVABLE, ''),
});

/**
 * @param {SenderFacts} facts
 * @param {{ originNs: number }} model
 * @returns {Line[]} in the order in which they are read: the sender, then the path
 */
export function senderLines(facts, model) {
  const { path, mss } = facts;
  const segments = (/** @type {number} */ value) =>
    `${count(value, 'segment')}${mss === null ? '' : ` (${formatBytes(value * mss).replaceAll(' ', '\u00a0')})`}`;
  return [
    line('Congestion control', facts.congestionControl, (name) => ALGORITHMS[name] ?? name),
    line('Initial window', facts.initialWindow, segments),
    endOfSlowStart(facts, model),
    line('ssthresh', facts.threshold, segments),
    { label: 'Restarts after idle', value: restartWords(facts.restarts), confidence: null, reason: null },
    line('Bottleneck rate', path.bottleneckRate, (rate) => rateWords(rate * BITS)),
    line('Base RTT', path.baseRtt, (seconds) => spanWords(seconds * 1e9)),
    line(
      'Queueing delay',
      path.queueingDelay,
      ({ median, most }) => `${spanWords(median * 1e9)} median, ${spanWords(most * 1e9)} max`,
    ),
    line('Bottleneck buffer', path.buffer, ({ bytes, atLeast }) => `${atLeast ? '≥ ' : ''}${formatBytes(bytes)}`),
    line('Policer', path.policer, (policer) =>
      policer === 'none' ? 'none' : `${rateWords(policer.rate * BITS)}, ${count(policer.losses, 'loss', 'losses')}`,
    ),
    line('Loss', path.losses, lossWords),
  ];
}

/** @param {SenderFacts} facts @param {{ originNs: number }} model @returns {Line} */
function endOfSlowStart({ slowStartExit, congestionControl, threshold }, model) {
  const label = 'End of slow start';
  if (slowStartExit === null) {
    const isPaced = congestionControl.value === 'bbr';
    return {
      label,
      value: null,
      confidence: null,
      reason: isPaced ? 'BBR has no such threshold' : 'it did not end in this capture',
    };
  }
  const { time, cause, segments } = slowStartExit;
  return {
    label,
    value: `${formatNumber(time - model.originNs / 1e9, 3)} s, ${EXITS[cause] ?? cause}`,
    confidence: threshold.value === null ? null : threshold.confidence,
    reason: `the window was ${count(Math.round(segments), 'segment')} then`,
  };
}

/** @param {SenderFacts['restarts']} restarts */
function restartWords(restarts) {
  if (restarts.length === 0) return 'none';
  const anew = restarts.filter((restart) => restart.anew).length;
  const kept = restarts.filter((restart) => restart.anew === false).length;
  const parts = [
    anew > 0 ? `${formatNumber(anew)} with a smaller window` : '',
    kept > 0 ? `${formatNumber(kept)} with the same window` : '',
    restarts.length - anew - kept > 0 ? `${formatNumber(restarts.length - anew - kept)} unclear` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** @param {import('../data/sender-facts.js').PathFacts['losses']['value'] & object} losses */
function lossWords({ pattern, events, segments }) {
  if (pattern === 'none') return 'none';
  const words = { random: 'random', tail_drop: 'buffer overflow', burst: 'in bursts' }[pattern] ?? pattern;
  return `${count(segments, 'segment')} in ${count(events, 'episode')}, ${words}`;
}

/** @param {import('../data/sender-facts.js').Mechanism} mechanism */
function mechanismWords({ name, detail }) {
  const words = MECHANISMS[name] ?? name.replaceAll('_', ' ');
  if (name !== 'delayed_ack') return words;
  const parts = [
    Number(detail.every) >= EVERY ? `every ${formatNumber(Number(detail.every))} segments` : '',
    detail.timerMs == null ? '' : `timer ${formatNumber(Number(detail.timerMs))} ms`,
  ].filter(Boolean);
  return parts.length > 0 ? `${words} (${parts.join(', ')})` : words;
}

export function createSenderFacts() {
  const section = factSection('Sender and path, inferred');
  section.element.classList.add('sender-facts');
  return {
    element: section.element,
    /** @param {Model} model @param {number} direction */
    update(model, direction) {
      const facts = model.sender?.facts[direction];
      if (!facts) return section.show('', () => []);
      section.show(`${direction} ${JSON.stringify(facts)}`, () => [
        el('dl', { class: 'sender-lines' }, ...senderLines(facts, model).map(lineElement)),
        mechanismList(facts.mechanisms),
      ]);
    },
  };
}

/** @param {Line} line */
function lineElement({ label, value, confidence, reason }) {
  return el(
    'div',
    { class: value === null ? 'is-unknown' : undefined },
    el('dt', {}, figureLabel(label)),
    el(
      'dd',
      {},
      el('span', { class: 'sender-value', text: value ?? 'not observable' }),
      confidence === null
        ? null
        : el('span', {
            class: 'sender-confidence',
            title: 'Confidence',
            text: `${Math.round(confidence * 100)}\u00a0%`,
          }),
    ),
    reason === null ? null : el('dd', { class: 'sender-reason', text: reason }),
  );
}

/** @param {import('../data/sender-facts.js').Mechanism[]} mechanisms */
function mechanismList(mechanisms) {
  /** @type {[string, 'seen'|'not_seen'|'not_observable'][]} */
  const groups = [
    ['In use', 'seen'],
    ['Not used', 'not_seen'],
    ['Not observable here', 'not_observable'],
  ];
  const shown = groups
    .map(([label, kind]) => ({ label, of: mechanisms.filter(({ seen }) => seen === kind) }))
    .filter(({ of }) => of.length > 0);
  return el(
    'div',
    { class: 'mechanisms' },
    ...shown.map(({ label, of }) =>
      el(
        'p',
        { class: 'side-words' },
        el('span', { class: 'mechanisms-label', text: `${label}: ` }),
        of.map(mechanismWords).join(', '),
      ),
    ),
    el(
      'details',
      {},
      el('summary', { text: 'Evidence' }),
      el(
        'dl',
        { class: 'meaning-lines' },
        ...shown.flatMap(({ of }) =>
          of.map((mechanism) =>
            el('div', {}, el('dt', { text: mechanismWords(mechanism) }), el('dd', { text: mechanism.reason })),
          ),
        ),
      ),
    ),
  );
}
