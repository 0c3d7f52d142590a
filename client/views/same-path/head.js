/** What happened on the path in a sentence, what limits that, and what was found. */
import { el, fill, setText } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { backButton, choice, legend } from '../timeline/switches.js';

/** @typedef {import('../../state/answer-types.js').LaidOver} LaidOver */
/** @typedef {import('./state.js').PathState} PathState */

/** Swatches, and what they stand for. @type {[className: string, words: string][]} */
export const LEGEND = [
  ['is-c2s', 'from the client'],
  ['is-s2c', 'from the server'],
  ['is-retx', 'lost'],
  ['is-ooo', 'not captured'],
];

/**
 * @param {object} given
 * @param {(part: Partial<PathState>) => void} given.onChange
 * @param {() => void} given.onBack
 * @param {HTMLElement} given.exporting
 */
export function pathHead({ onChange, onBack, exporting }) {
  const title = el('h1', { class: 'view-title' });
  const words = el('p', { class: 'same-path-sentence' });
  const notes = el('p', { class: 'second same-path-notes' });
  const back = backButton(onBack);
  const clocks = choice(
    'Clocks',
    [
      ['estimated', 'Clocks estimated', 'Assumes that the shortest delays of both directions are equal'],
      ['synchronised', 'Synchronised', "The captures' clocks are known to agree"],
    ],
    (value) => onChange({ clocks: value }),
  );
  const connection = el('select', {
    class: 'field same-path-connection',
    'aria-label': 'Connection',
    on: { change: () => onChange({ connection: connection.value === '' ? null : Number(connection.value) }) },
  });
  const list = el('ul', { class: 'same-path-findings' });
  const summary = el('summary');
  const findings = el('details', { hidden: true }, summary, list);
  /** @type {LaidOver|null} */
  let shown = null;
  const element = el(
    'header',
    { class: 'lanes-head same-path-head' },
    el('div', { class: 'lanes-head-words' }, title, words, notes, findings),
    el('div', { class: 'lanes-head-switches' }, back, connection, clocks.element, exporting),
    legend(LEGEND),
  );
  return {
    element,
    /** @param {PathState} state @param {LaidOver|null} path @param {{ isZoomed: boolean, names: string[] }} view */
    update(state, path, { isZoomed, names }) {
      setText(title, names.join(', '));
      clocks.set(state.clocks);
      back.hidden = !isZoomed;
      if (path === null) setText(words, 'Laying the captures over each other.');
      if (path !== shown) show(path);
      connection.value = state.connection === null ? '' : String(state.connection);
      shown = path;
    },
  };

  /** @param {LaidOver|null} path */
  function show(path) {
    if (path === null) return;
    setText(words, `${path.verdict.sentence}.`);
    setText(notes, path.notes.map((note) => `${note}.`).join(' '));
    const { listed, count: all } = path.connections;
    const options = listed.map(({ index, flows, packets }) =>
      el('option', { value: String(index), text: `Connection ${flowText(flows)}, ${count(packets, 'packet')}` }),
    );
    fill(connection, el('option', { value: '', text: `All ${count(all, 'connection')}` }), ...options);
    connection.hidden = all < 2;
    findings.hidden = path.findingCount === 0;
    setText(summary, count(path.findingCount, 'finding'));
    fill(list, ...path.findings.map((finding) => el('li', {}, ...findingParts(finding))));
  }
}

/** @param {readonly (number|null)[]} flows by capture */
const flowText = (flows) => {
  const known = flows.filter((flow) => flow !== null);
  return known.every((flow) => flow === known[0]) ? String(known[0]) : flows.map((flow) => flow ?? '–').join(' / ');
};

/** @param {LaidOver['findings'][number]} finding */
const findingParts = ({ title, message, connection, withdrawn }) => [
  el('strong', { text: title }),
  connection === null ? '' : ` (connection ${formatNumber(connection)})`,
  withdrawn === null ? `: ${message}` : el('span', { class: 'second', text: ` does not hold: ${withdrawn}` }),
];
