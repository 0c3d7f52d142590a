import { el, fill, hiddenText, setText } from '../../base/dom.js';
import { formatNumber, formatSeconds, formatShare } from '../../base/format.js';
import { button, iconButton } from '../../components/button.js';
import {
  activityOf,
  connectionsOf,
  FILE_LATER,
  holdsWords,
  isHtmlPage,
  isInterrupted,
  isMeasured,
  readingProgress,
  repeatedPackets,
  sourceWords,
} from '../../components/capture-text.js';
import { causeSwatch } from '../../components/findings-list.js';
import { openMenu } from '../../components/menu.js';
import { progressLine } from '../../components/progress-line.js';
import { severityMark } from '../../components/severity-mark.js';
import { sparkline } from '../../components/sparkline.js';
import { toast } from '../../components/toast.js';
import { capturePath } from '../../state/router.js';
import { chooseBox, compareHref, isComparable } from './chosen.js';
import { renameField } from './rename-field.js';
import { rowStrip } from './row-strip.js';
import { rowTags } from './tags.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {import('../../state/uploads.js').Upload} Upload */
/**
 * @typedef {{
 *   fileUrl: (id: string) => string|null,
 *   pageUrl: (id: string) => string|null,
 *   onRename: (capture: Capture, name: string) => Promise<void>,
 *   onTag: (tag: string) => void,
 *   onTags: (capture: Capture) => void,
 *   onDelete: (capture: Capture) => void,
 *   onStop: (capture: Capture) => void,
 *   onReadAgain: (capture: Capture) => void,
 *   onCancel: (upload: Upload) => void,
 *   chosen: import('./chosen.js').ChosenCaptures,
 *   more?: import('../../state/view-context.js').Keeping['actions'],
 * }} RowActions
 */

/** @param {string} words read out after the figure @param {string} [extra] */
function figure(words, extra = '') {
  const value = el('span', {});
  return { value, element: el('span', { class: `capture-figure ${extra}`.trim() }, value, hiddenText(` ${words}`)) };
}

/** @param {Capture} capture @param {string|null} href of its file; null: there is none */
function fileItems({ state, name }, href) {
  if (state === 'live') return [{ label: 'Download', onSelect: () => toast(FILE_LATER) }];
  return href === null ? [] : [{ label: 'Download', href, download: name }];
}

/** @param {Capture} capture @param {RowActions} actions @param {() => void} startRename */
const moreItems = (capture, actions, startRename) => [
  ...(isComparable(capture) ? [{ label: 'Compare…', href: compareHref([capture.id]) }] : []),
  { label: 'Rename', onSelect: startRename },
  { label: 'Tags…', onSelect: () => actions.onTags(capture) },
  ...fileItems(capture, actions.fileUrl(capture.id)),
  ...(actions.more?.(capture) ?? []),
  { label: 'Delete', onSelect: () => actions.onDelete(capture) },
];

/**
 * One capture of the list. It keeps its element; `update` changes what differs.
 * @param {Capture} first
 * @param {RowActions} actions
 */
export function captureRow(first, actions) {
  let capture = first;
  /** @type {Upload | null} */
  let upload = null;
  const spark = sparkline({ baseline: matchMedia('(max-width: 599px)').matches ? 'shared' : 'middle' });
  const strip = rowStrip();
  const choose = chooseBox(actions.chosen);
  const link = el('a', { class: 'capture-link', href: capturePath(capture.id) });
  const source = el('p', { class: 'capture-source' });
  const tags = rowTags(actions.onTag);
  const name = el('div', { class: 'capture-name' }, link, source, tags.element);
  const holdsFirst = el('p', { class: 'holds-first' });
  const holdsSecond = el('p', { class: 'holds-second' });
  const stop = button('', { onClick: () => act() });
  const cause = causeSwatch('idle');
  const severity = severityMark();
  const packets = figure('packets');
  const again = el('span', { class: 'capture-again' });
  packets.element.append(again);
  const connections = figure('connections');
  const length = figure('duration', 'is-length');
  const progress = progressLine('Read');
  const more = iconButton('more', 'More', {
    class: 'capture-more',
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
    onClick: () => openMore(),
  });
  const element = el(
    'li',
    { class: 'capture-row' },
    choose.element,
    name,
    el('div', { class: 'capture-pictures' }, spark.element, strip.element),
    el(
      'div',
      { class: 'holds' },
      cause,
      el('div', { class: 'holds-line' }, severity.element, holdsFirst),
      el('span', { class: 'holds-swatch', 'aria-hidden': 'true' }),
      holdsSecond,
      el('div', { class: 'capture-stop' }, stop),
    ),
    packets.element,
    connections.element,
    length.element,
    more,
    progress.element,
  );

  link.addEventListener('keydown', (event) => {
    if (event.key === 'F2') startRename();
    else if (event.key === 'Delete') actions.onDelete(capture);
    else if (event.key === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey) choose.toggle();
    else return;
    event.preventDefault();
  });

  function openMore() {
    openMenu(more, moreItems(capture, actions, startRename), { label: `Actions for ${capture.name}` });
  }

  /** The name becomes a field. */
  function startRename() {
    const field = renameField(capture.name, {
      onSave: (text) => actions.onRename(capture, text),
      onClose({ refocus }) {
        fill(name, link, source, tags.element);
        if (refocus) link.focus();
      },
    });
    fill(name, ...field.elements);
    field.begin();
  }

  function act() {
    if (upload) actions.onCancel(upload);
    else if (isHtmlPage(capture)) window.open(actions.pageUrl(capture.id) ?? '', '_blank', 'noopener');
    else if (isInterrupted(capture)) actions.onReadAgain(capture);
    else actions.onStop(capture);
  }

  /** @returns {string|null} what the row's button does; null: it has none */
  function actionWord() {
    if (upload) return 'Cancel';
    if (isInterrupted(capture)) return 'Read again';
    if (isHtmlPage(capture) && actions.pageUrl(capture.id) !== null) return 'Open';
    return capture.state === 'live' ? 'Stop' : null;
  }

  function showRunning() {
    const measured = isMeasured(capture);
    progress.element.hidden = !measured;
    if (measured) {
      const { done, arrived } = readingProgress(capture);
      progress.set(
        done,
        capture.state === 'receiving' ? Math.max(arrived, upload ? upload.sentBytes / (upload.sizeBytes || 1) : 0) : 0,
      );
    }
    const word = actionWord();
    stop.hidden = word === null;
    if (word === null || stop.textContent === word) return;
    stop.textContent = word;
    stop.setAttribute('aria-label', isInterrupted(capture) ? `Read ${capture.name} again` : `${word} ${capture.name}`);
  }

  /** @param {Capture} next @param {Upload | null} sending */
  function update(next, sending) {
    capture = next;
    upload = sending;
    const words = holdsWords(capture);
    element.dataset.kind = words.kind;
    severity.set(words.severity ?? 'note');
    element.dataset.capture = capture.id;
    choose.update(capture);
    setText(link, capture.name);
    setText(source, sourceWords(capture));
    tags.update(capture.tags);
    setText(holdsFirst, words.first);
    setText(holdsSecond, words.second);
    holdsSecond.title = words.second;
    cause.className = `cause-swatch cause-${words.cause ?? 'idle'}`;
    cause.hidden = words.cause === undefined;
    setText(packets.value, formatNumber(capture.packets));
    const repeats = repeatedPackets(capture);
    setText(again, repeats === 0 ? '' : `${formatShare(repeats, capture.tcpPackets)} retr.`);
    setText(connections.value, formatNumber(connectionsOf(capture)));
    setText(length.value, formatSeconds(capture.duration));
    more.setAttribute('aria-label', `More for ${capture.name}`);
    spark.set(activityOf(capture));
    strip.update(capture.verdict);
    showRunning();
  }

  return { element, update, focus: () => link.focus() };
}

/** @typedef {ReturnType<typeof captureRow>} CaptureRow */
