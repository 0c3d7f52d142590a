/** What is compared, how it is aligned, and the summary. */
import { el, fill, setText } from '../../base/dom.js';
import { formatFlow } from '../../base/format.js';
import { button, iconButton } from '../../components/button.js';
import { connectionPath } from '../../state/router.js';
import { headline } from './figures.js';
import { isWhole } from './member.js';
import { alignments } from './state.js';
import { alignWords, unitOf } from './transports.js';

/** @typedef {import('./member.js').Member} Member */

/**
 * @param {{
 *   onAlign: (align: import('./state.js').Align) => void, onArrange: (arrangement: import('./state.js').Arrangement) =>
 *   void, onAdd: () => void, onDistributions: () => void, onRemove: (index: number) => void, exporting: HTMLElement,
 * }} actions
 */
export function compareHead({ onAlign, onArrange, onAdd, onDistributions, onRemove, exporting }) {
  const title = el('h1', { class: 'view-title' });
  const strong = el('strong');
  const rest = el('span', { class: 'second' });
  const align = choice(
    'Align at',
    alignments.map((id) => ({ id, words: alignWords(id, []) })),
    onAlign,
  );
  const arrangement = choice(
    '',
    [
      { id: 'overlaid', words: 'Overlaid' },
      { id: 'stacked', words: 'Stacked' },
    ],
    onArrange,
  );
  const members = el('ul', { class: 'compare-members' });
  const legend = el('div', { class: 'compare-legend' });
  const distributions = button('Distributions', {
    onClick: onDistributions,
    title: 'RTT, rate, size and loss of all connections of these captures',
  });
  distributions.classList.add('button-distributions');
  const element = el(
    'div',
    { class: 'compare-head' },
    el(
      'div',
      { class: 'compare-head-line' },
      title,
      el('div', { class: 'compare-choices-line' }, align.element, arrangement.element, exporting),
    ),
    el('p', { class: 'compare-headline' }, strong, ' ', rest),
    el(
      'div',
      { class: 'compare-head-line' },
      members,
      legend,
      distributions,
      button('Add a capture', { onClick: onAdd }),
    ),
  );

  /** @param {Member} member @param {number} index */
  const entry = (member, index) =>
    el(
      'li',
      { class: 'compare-member' },
      el('span', { class: `compare-key compare-key-${index}`, 'aria-hidden': 'true' }),
      el('strong', { text: member.letter }),
      el('a', { href: connectionPath(member.of.id, member.flow), text: member.name }),
      el('span', {
        class: 'second',
        text: `connection ${formatFlow(member.flow)}${isWhole(member) ? ', the largest of its capture' : ''}`,
      }),
      iconButton('close', `Remove ${member.letter}`, { onClick: () => onRemove(index) }),
    );

  return {
    element,
    /**
     * @param {Member[]} all
     * @param {import('./state.js').Align} aligned
     * @param {import('./state.js').Arrangement} arranged
     */
    update(all, aligned, arranged) {
      setText(
        title,
        all.length === 2 ? `${plainName(all[0])} against ${plainName(all[1])}` : all.map(plainName).join(', '),
      );
      const words =
        all.length > 1 ? headline(all) : { strong: 'One connection alone.', rest: 'Add a capture to compare it with.' };
      setText(strong, words.strong);
      setText(rest, words.rest);
      align.set(aligned);
      align.name((id) => alignWords(id, all));
      arrangement.set(arranged);
      element.classList.toggle('is-overlaid', arranged === 'overlaid');
      fill(members, ...all.map(entry));
      fill(legend, ...legendOf(all));
    },
  };
}

/** @param {Member} member @returns {string} its capture's name without the ending */
const plainName = ({ name }) => name.replace(/\.(pcap|pcapng|cap|snoop)(\.gz)?$/i, '') || name;

/** What the ticks below stacked diagrams are. @param {Member[]} members */
function legendOf(members) {
  const unit = unitOf(members);
  const hasCredit = members.some(({ creditOnly }) => creditOnly.size > 0);
  return [
    ['full', `full ${unit}`],
    ['partial', `partial ${unit}`],
    ['ack', unit === 'packet' ? 'without data' : 'ACK'],
    ['data', 'answer with data'],
    ...(hasCredit ? [['credit', 'MUX credit alone']] : []),
  ].map(([kind, words]) =>
    el('span', {}, el('span', { class: `compare-tick compare-tick-${kind}`, 'aria-hidden': 'true' }), words),
  );
}

/**
 * @template {string} T
 * @param {string} label
 * @param {readonly { id: T, words: string }[]} options
 * @param {(id: T) => void} onChoose
 */
function choice(label, options, onChoose) {
  const buttons = options.map(({ id, words }) =>
    el('button', { type: 'button', class: 'segment', text: words, on: { click: () => onChoose(id) } }),
  );
  return {
    element: el(
      'div',
      { class: 'segmented-line' },
      label !== '' && el('span', { class: 'second', text: label }),
      el('div', { class: 'segmented', role: 'group', 'aria-label': label || 'Arrangement' }, ...buttons),
    ),
    /** @param {T} id */
    set(id) {
      buttons.forEach((one, i) => one.setAttribute('aria-pressed', String(options[i].id === id)));
    },
    /** @param {(id: T) => string} wordsOf */
    name(wordsOf) {
      buttons.forEach((one, i) => setText(one, wordsOf(options[i].id)));
    },
  };
}
