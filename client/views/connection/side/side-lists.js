/**
 * Lists in the side column that are walked by key, so they are rebuilt only when what they show changes: the loss
 * episodes, and all marks that occur: the legend may have no room for some, and its switches stand closer than WCAG
 * 2.5.8 has targets.
 */
import { el, fill } from '../../../base/dom.js';
import { formatBytes, formatNumber, missing } from '../../../base/format.js';
import { spanWords } from '../../timeline/times.js';
import { classesThatOccur } from '../data/mark-classes.js';
import { KIND_WORDS } from '../data/packet-kinds.js';
import { createMarkSwitch, pressSwitches } from '../panes/mark-switch.js';

/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../data/episodes.js').Episode} Episode */

/** Rows of the table; a connection with more is shown by its diagram. */
const EPISODES_LISTED = 200;

/** @type {Record<string, string>} */
const SHORT_TRIGGERS = { tlp: 'probe', rto: 'RTO' };
/**
 * Heads as short as the figures below them, so that there is room between the figures.
 * @type {[head: string, title?: string][]}
 */
const COLUMNS = [
  ['Start, s'],
  ['By', 'What triggered the retransmission'],
  ['Lost'],
  ['Retr.', 'Packets retransmitted'],
  ['Duration'],
  ['Cost'],
];

/** @param {{ onEpisode: (episode: Episode) => void }} actions */
export function createEpisodeList({ onEpisode }) {
  const title = el('h2', { class: 'side-title' });
  const body = el('tbody', {});
  const element = el(
    'section',
    { class: 'side-section', hidden: true },
    el('div', { class: 'side-head' }, title),
    el(
      'div',
      { class: 'side-scroller' },
      el(
        'table',
        { class: 'side-table episode-table', 'aria-label': 'Loss episodes' },
        el('thead', {}, el('tr', {}, ...COLUMNS.map(([text, title]) => el('th', { scope: 'col', text, title })))),
        body,
      ),
    ),
  );
  let shown = '';
  return {
    element,
    /** @param {Model} model @param {number} direction */
    update(model, direction) {
      const episodes = model.episodes[direction];
      element.hidden = episodes.length === 0;
      const signature = `${direction} ${episodes.length} ${episodes.at(-1)?.endNs}`;
      if (signature === shown) return;
      shown = signature;
      title.textContent =
        episodes.length > EPISODES_LISTED
          ? `Loss episodes, the first ${formatNumber(EPISODES_LISTED)} of ${formatNumber(episodes.length)}`
          : `Loss episodes, ${formatNumber(episodes.length)}`;
      fill(body, ...episodes.slice(0, EPISODES_LISTED).map((episode) => episodeRow(model, episode, onEpisode)));
    },
  };
}

/** @param {Model} model @param {Episode} episode @param {(episode: Episode) => void} onEpisode */
function episodeRow({ originNs }, episode, onEpisode) {
  const start = formatNumber((episode.startNs - originNs) / 1e9, 3);
  const open = el('button', {
    type: 'button',
    class: 'episode-open',
    title: `Zoom to it. ${causeWords(episode)}`,
    text: start,
  });
  const cells = [
    triggerWords(episode.trigger),
    episode.bytesLost > 0 ? formatBytes(episode.bytesLost) : '0',
    formatNumber(episode.packetsResent),
    Number.isFinite(episode.durationNs) ? spanWords(episode.durationNs) : 'open',
    episode.costNs === null ? missing : spanWords(Math.max(0, episode.costNs)),
  ];
  return el(
    'tr',
    { class: episode.cause === 'loss' ? '' : 'is-false-alarm', on: { click: () => onEpisode(episode) } },
    el('th', { scope: 'row' }, open),
    ...cells.map((text) => el('td', { text })),
  );
}

/** @param {string|null} trigger */
const triggerWords = (trigger) => SHORT_TRIGGERS[trigger ?? ''] ?? KIND_WORDS[trigger ?? ''] ?? trigger ?? missing;

/** @param {Episode} episode @returns {string} */
function causeWords({ cause }) {
  if (cause === 'loss') return 'Something was lost.';
  return cause === 'reordering'
    ? 'Nothing was lost: segments had arrived out of order.'
    : 'Nothing was lost: the ACK was only late.';
}

/** @param {{ onMark: (id: import('../data/mark-classes.js').MarkClass) => void }} actions */
export function createMarkList({ onMark }) {
  const list = el('ul', { class: 'mark-list' });
  const element = el(
    'section',
    { class: 'side-section' },
    el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Marks' })),
    list,
  );
  let shown = '';
  return {
    element,
    /**
     * @param {Model} model
     * @param {number} direction
     * @param {ReadonlySet<import('../data/mark-classes.js').MarkClass>} hidden
     */
    update(model, direction, hidden) {
      const classes = classesThatOccur(model, direction);
      const signature = `${direction} ${classes.map(({ id }) => id).join(' ')}`;
      if (signature !== shown) {
        fill(
          list,
          ...classes.map(({ id, words }) => el('li', {}, createMarkSwitch({ id, words, direction, onToggle: onMark }))),
        );
        shown = signature;
      }
      pressSwitches(list, hidden);
    },
  };
}
