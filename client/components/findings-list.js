import { el, fill } from '../base/dom.js';
import { formatNumber, sentence, threeFigures } from '../base/format.js';

/** @typedef {import('../state/answer-types.js').Finding} Finding */
/** @typedef {import('../state/answer-types.js').Unobservable} Unobservable */

/**
 * A square in the colour of a limit, hidden from screen readers: the words beside it say the same.
 * @param {string} cause
 */
export const causeSwatch = (cause) => el('span', { class: `cause-swatch cause-${cause}`, 'aria-hidden': 'true' });

/** @param {number | null} seconds to the millisecond @returns {string} "0.413 s", "52 ms" */
export function costWords(seconds) {
  if (seconds === null || seconds === 0) return '';
  return seconds < 0.1 ? `${formatNumber(seconds * 1000)}\u00a0ms` : `${threeFigures(seconds)}\u00a0s`;
}

const SEVERITY_WORDS = { error: 'error', warning: 'warning', note: 'note' };

/**
 * Findings, worst first: what was seen, what it cost, what would help. A click shows the evidence. Below them, to be
 * opened, what is not observable here.
 * @param {{ onFinding: (finding: Finding) => void, title: string }} actions
 */
export function findingsList({ onFinding, title }) {
  const list = el('ol', { class: 'findings-list' });
  const well = el('p', { class: 'findings-well' });
  const element = el(
    'section',
    { class: 'findings', 'aria-label': title, 'data-figures': 'connection', hidden: true },
    el('h2', { class: 'side-title', 'data-figure': 'Findings', text: title }),
    list,
    well,
  );
  const unobservableDetails = unobservableList();
  element.append(unobservableDetails.element);
  let shown = '';

  return {
    element,
    /**
     * @param {Finding[]} findings
     * @param {object} [state]
     * @param {number} [state.chosen] index of the one whose evidence is shown; −1 none
     * @param {readonly Unobservable[]} [state.unobservable]
     * @param {boolean} [state.isPending] whether they are still being searched for
     */
    update(findings, { chosen = -1, unobservable = [], isPending = false } = {}) {
      const signature = JSON.stringify([
        findings.map(({ code, message, start }) => [code, message, start]),
        unobservable,
        isPending,
      ]);
      if (signature !== shown) {
        const ill = findings.filter(({ code }) => code !== 'all_well');
        const allWell = findings.find(({ code }) => code === 'all_well');
        element.hidden = findings.length + unobservable.length === 0 && !isPending;
        fill(list, ...ill.map((finding) => el('li', {}, findingButton(finding, onFinding))));
        list.hidden = ill.length === 0;
        well.textContent = isPending ? 'Looking for findings.' : sentence(allWell?.message ?? '');
        well.hidden = allWell === undefined && !isPending;
        unobservableDetails.update(unobservable);
        shown = signature;
      }
      [...list.querySelectorAll('button')].forEach((button, i) =>
        button.setAttribute('aria-pressed', String(i === chosen)),
      );
    },
  };
}

/** What a place of capture cannot show; closed until the user opens it. */
function unobservableList() {
  const words = el('summary');
  const list = el('ul', { class: 'unobservable-list' });
  const element = el('details', { class: 'unobservable', hidden: true }, words, list);
  return {
    element,
    /** @param {readonly Unobservable[]} unobservable */
    update(unobservable) {
      element.hidden = unobservable.length === 0;
      words.textContent = `Not observable here (${unobservable.length})`;
      fill(
        list,
        ...unobservable.map(({ title, direction, reason }) =>
          el(
            'li',
            {},
            el('strong', { text: `${title}${DIRECTION_WORDS[direction ?? 'both']}:` }),
            ` ${sentence(reason)}.`,
          ),
        ),
      );
    },
  };
}

const DIRECTION_WORDS = { clientToServer: ', client’s data', serverToClient: ', server’s data', both: '' };

/** @param {Finding} finding @param {(finding: Finding) => void} onFinding */
function findingButton(finding, onFinding) {
  const { title, cause, severity, message, costSeconds, advice, references } = finding;
  return el(
    'button',
    {
      type: 'button',
      class: `finding is-${severity}`,
      title: references.length > 0 ? `See ${references.join('; ')}` : '',
      on: { click: () => onFinding(finding) },
    },
    causeSwatch(cause),
    el(
      'span',
      { class: 'finding-words' },
      el('strong', { text: `${title}.` }),
      el('span', { class: 'visually-hidden', text: ` (${SEVERITY_WORDS[severity]})` }),
      ' ',
      sentence(message),
      advice === '' ? null : el('span', { class: 'finding-advice', text: sentence(advice) }),
    ),
    el('span', { class: 'finding-cost', text: costWords(costSeconds) }),
  );
}
