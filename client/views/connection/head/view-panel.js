/**
 * The panel "View": which panes are shown, how the sequence is counted and drawn, over what throughput is taken, what
 * `.` and `,` stop at.
 */
import { el } from '../../../base/dom.js';
import { createPopover } from '../../../components/popover.js';
import { spanWords } from '../../timeline/times.js';
import { EVENT_CHOICES } from '../data/packet-kinds.js';
import { isPaneShown, switchedPane, XUDP_PANES } from '../panes/layout.js';
import { OPTIONAL_PANES } from '../panes/optional/registry.js';
import { RATE_WINDOWS_NS } from '../panes/throughput.js';

/** @typedef {import('../view-state.js').ViewState} ViewState */

/**
 * @param {object} given
 * @param {(part: Partial<ViewState>) => void} given.onChange
 * @param {() => ViewState} given.state
 */
export function createViewPanel({ onChange, state }) {
  const panes = OPTIONAL_PANES.map(({ id, words }) =>
    choice('checkbox', words, () => onChange({ panes: switchedPane(state().panes, id) })),
  );
  const xudp = el('button', {
    type: 'button',
    class: 'popover-action',
    on: { click: () => onChange({ panes: XUDP_PANES }) },
    text: 'Panes of the XUDP study',
  });
  const usual = el('button', {
    type: 'button',
    class: 'popover-action',
    on: { click: () => onChange({ panes: null }) },
    text: 'Default panes',
  });
  const counted = [
    choice('radio', 'Relative bytes', () => onChange({ absolute: false, inSegments: false }), 'counted'),
    choice('radio', 'Absolute sequence numbers', () => onChange({ absolute: true, inSegments: false }), 'counted'),
    choice('radio', 'Segments', () => onChange({ absolute: false, inSegments: true }), 'counted'),
  ];
  const styles = [
    choice('radio', 'tcptrace', () => onChange({ style: 'tcptrace' }), 'style'),
    choice('radio', 'Stevens: a dot for each segment', () => onChange({ style: 'stevens' }), 'style'),
  ];
  const rate = select(
    'Throughput over',
    [['', 'Automatic'], ...RATE_WINDOWS_NS.map((ns) => /** @type {[string, string]} */ ([String(ns), spanWords(ns)]))],
    (value) => onChange({ rateWindowNs: value === '' ? null : Number(value) }),
  );
  const events = select(
    'Keys . and , stop at',
    EVENT_CHOICES.map(({ id, words }) => [id, words]),
    (value) => onChange({ events: value }),
  );
  const { button, panel } = createPopover(
    { words: 'View', label: 'What is shown', class: 'switch view-switch' },
    group('Panes', ...panes.map(({ element }) => element), xudp, usual),
    group('Sequence in', ...counted.map(({ element }) => element)),
    group('Time–sequence', ...styles.map(({ element }) => element)),
    rate.element,
    events.element,
  );

  /** Of the state, at the last update. @type {unknown[]} */
  let shown = [];

  return {
    button,
    panel,
    /** Shows what is chosen. */
    update() {
      const { panes: chosen, absolute, inSegments, style, rateWindowNs, events: stops } = state();
      const shows = [chosen, absolute, inSegments, style, rateWindowNs, stops];
      if (shows.every((part, i) => part === shown[i])) return;
      shown = shows;
      panes.forEach(({ input }, i) => {
        input.checked = isPaneShown(chosen, OPTIONAL_PANES[i].id);
      });
      [!absolute && !inSegments, absolute, inSegments].forEach((is, i) => {
        counted[i].input.checked = is;
      });
      styles.forEach(({ input }, i) => {
        input.checked = (i === 1) === (style === 'stevens');
      });
      rate.input.value = String(rateWindowNs ?? '');
      events.input.value = stops;
    },
  };
}

/** @param {string} title @param {...Node} children */
const group = (title, ...children) =>
  el('fieldset', { class: 'popover-group' }, el('legend', { class: 'popover-title', text: title }), ...children);

/** @param {'checkbox'|'radio'} type @param {string} words @param {() => void} onChange @param {string} [name] */
function choice(type, words, onChange, name) {
  const input = el('input', { type, name, on: { change: onChange } });
  return { input, element: el('label', { class: 'popover-choice' }, input, words) };
}

/**
 * @param {string} words
 * @param {[string, string][]} options value and words
 * @param {(value: string) => void} onChange
 */
function select(words, options, onChange) {
  const input = el(
    'select',
    { class: 'popover-select', on: { change: () => onChange(input.value) } },
    ...options.map(([value, text]) => el('option', { value, text })),
  );
  return { input, element: el('label', { class: 'popover-choice' }, el('span', { text: words }), input) };
}
