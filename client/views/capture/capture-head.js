import { notReadText } from '../../../lib/shared/not-read-text.js';
import { el, fill, setAttribute, setText } from '../../base/dom.js';
import {
  count,
  formatBytes,
  formatNumber,
  formatSeconds,
  formatShare,
  sentence as asWritten,
} from '../../base/format.js';
import { button } from '../../components/button.js';
import {
  capturedWords,
  connectionsOf,
  connectionWords,
  hasNeither,
  isFileFault,
  isGrowing,
  isHtmlPage,
  isInterrupted,
  isMeasured,
  NEITHER,
  payloadBytes,
  readingProgress,
  readWords,
  repeatedPackets,
} from '../../components/capture-text.js';
import { dropStrip } from '../../components/drop-strip.js';
import { messageBar } from '../../components/message-bar.js';
import { progressLine } from '../../components/progress-line.js';
import { severityMark } from '../../components/severity-mark.js';
import { whyButton } from '../../help/why.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

/** More than this many are collapsed. */
const warningsShown = () => (matchMedia('(max-width: 599px)').matches ? 1 : 2);

/**
 * The capture in a few sentences: its verdict, what is in it, and whether anything was retransmitted.
 * @param {Capture} capture
 * @returns {[string, string]} the first clause, and the rest
 */
export function sentence(capture) {
  const { state, packets, tcpPackets, requests, duration, live } = capture;
  const soFar = `${count(packets, 'packet')} · ${count(connectionsOf(capture), 'connection')} so far`;
  if (state === 'live') {
    const parts = [duration === null ? null : formatSeconds(duration), soFar, live && formatBytes(live.bytes)];
    return [`Live${live ? ` on ${live.interface}` : ''}.`, parts.filter(Boolean).join(' · ')];
  }
  if (isGrowing(capture)) {
    return [state === 'receiving' ? 'Receiving.' : 'Reading.', `${readWords(capture)} · ${soFar}`];
  }
  if (isUnreadable(capture)) return ['', ''];
  if (state === 'failed') return ['Only partly read.', 'What was read before the error is shown.'];
  if (packets === 0) return ['No packets.', 'The capture file is empty.'];
  if (hasNeither(capture)) {
    return [`${NEITHER}.`, `${count(packets, 'packet')} of other protocols, which are not shown.`];
  }
  const asked = requests === 0 ? 'no HTTP requests seen' : count(requests, 'request');
  const holds = `${connectionWords(capture)}, ${asked}.`;
  const again = tcpPackets === 0 ? '' : againWords(repeatedPackets(capture), tcpPackets);
  const rest = [again, live?.stopReason ?? ''].filter((part) => part !== '').join(' ');
  const words = verdictWords(capture);
  return words === null ? [holds, rest] : [words, `${holds} ${rest}`.trim()];
}

/** @param {number} repeats @param {number} tcpPackets */
const againWords = (repeats, tcpPackets) =>
  repeats === 0
    ? 'No retransmissions.'
    : `${count(repeats, 'packet')} retransmitted, ${formatShare(repeats, tcpPackets)} of all TCP packets.`;

/** @param {Capture} capture @returns {string | null} null: it has no verdict */
const verdictWords = ({ verdict }) => verdict && asWritten(`${verdict.sentence}.`);

/** @param {Capture} capture @returns {string | null} null without TLS */
function encryptionWords({ encryption: { tls, decrypted } }) {
  if (tls === 0) return null;
  return decrypted === 0
    ? count(tls, 'connection')
    : `${count(tls, 'connection')}, ${formatNumber(decrypted)} decrypted`;
}

/**
 * @param {Capture} capture
 * @returns {[string, string][]} label and value; what is not known is left out
 */
export function facts(capture) {
  const { packets, tcpPackets, notRead, requests, duration, format, sizeBytes, live, examining } = capture;
  const captured = capturedWords(capture);
  /** @type {[string, string | null][]} */
  const all = [
    [
      'Packets',
      tcpPackets === packets ? formatNumber(packets) : `${formatNumber(packets)}, ${formatNumber(tcpPackets)} TCP`,
    ],
    [
      'Long connections',
      examining && `${formatNumber(Math.floor((100 * examining.done) / examining.total))} % analysed`,
    ],
    ['Not read', notRead.length === 0 ? null : notReadText(notRead, formatNumber)],
    ['Connections', capture.quicConnections === 0 ? formatNumber(capture.connections) : connectionWords(capture)],
    ['Requests', formatNumber(requests)],
    ['TLS', encryptionWords(capture)],
    ['Payload', formatBytes(payloadBytes(capture))],
    ['Duration', duration === null ? null : formatSeconds(duration)],
    ['Captured', captured],
    ['Capture filter', live?.filter || null],
    ['File', format === null ? null : `${format}, ${formatBytes(sizeBytes)}`],
  ];
  return /** @type {[string, string][]} */ (all.filter(([, value]) => value !== null));
}

/** @param {Capture} capture @returns {boolean} whether there is nothing to show but why */
export const isUnreadable = (capture) =>
  capture.state === 'failed' && (capture.packets === 0 || isFileFault(capture.error) || isInterrupted(capture));

/** @param {Capture} capture that failed */
function failureTitle({ packets, error }) {
  if (isFileFault(error)) return 'Its file cannot be read';
  return packets === 0 ? 'Cannot be read as a capture' : `Reading stopped after ${count(packets, 'packet')}`;
}

/** @param {import('../../state/types.js').Warning} warning */
function warningBar(warning) {
  const message = asWritten(warning.message);
  const end = message.search(/\. /);
  if (end === -1 || end > 90) return messageBar({ kind: 'doubt', title: message });
  return messageBar({ kind: 'doubt', title: message.slice(0, end + 1), text: message.slice(end + 2) });
}

/**
 * The head of a capture, kept up to date.
 * @param {{ onStop: (capture: Capture) => void, onReadAgain: (capture: Capture) => void, onChoose: () => void,
 *   explain: import('../../help/why.js').Explain, pageUrl: (id: string) => string|null }} actions
 */
export function captureHead({ onStop, onReadAgain, onChoose, explain, pageUrl }) {
  const title = el('h1', { class: 'view-title' });
  const dot = el('span', { class: 'live-dot', 'aria-hidden': 'true', hidden: true });
  const mark = severityMark();
  const first = el('strong', {});
  const rest = el('span', { class: 'second' });
  const why = whyButton(explain);
  const factList = el('dl', { class: 'capture-facts', tabindex: 0, 'aria-label': 'Facts', 'data-figures': 'capture' });
  const progress = progressLine('Read');
  const strip = dropStrip();
  const bars = el('div', { class: 'capture-messages' });
  /** @type {Capture | null} */
  let capture = null;
  const stop = button('Stop', { onClick: () => capture && onStop(capture) });
  const element = el(
    'header',
    { class: 'capture-head' },
    el(
      'div',
      { class: 'capture-head-line' },
      el(
        'div',
        { class: 'head-words' },
        el('div', { class: 'head-title' }, dot, title),
        el('p', { class: 'sentence' }, mark.element, first, why, ' ', rest),
      ),
      stop,
    ),
    factList,
    progress.element,
    strip.element,
    bars,
  );

  function showFacts() {
    if (!capture) return;
    factList.hidden = isUnreadable(capture);
    const entries = facts(capture);
    const values = factList.querySelectorAll('dd');
    if (values.length === entries.length) return entries.forEach(([, value], i) => setText(values[i], value));
    fill(
      factList,
      ...entries.map(([label, value]) =>
        el('div', { class: 'fact' }, el('dt', { text: label }), el('dd', { text: value })),
      ),
    );
  }

  function showMessages() {
    if (!capture) return;
    const { warnings, error } = capture;
    const key = JSON.stringify([warnings.length, error]);
    if (bars.dataset.key === key) return;
    bars.dataset.key = key;
    const shown = warnings.slice(0, warningsShown());
    const more = warnings.slice(shown.length);
    fill(
      bars,
      error && errorBar(capture, error.message),
      ...shown.map(warningBar),
      more.length > 0 &&
        el(
          'details',
          { class: 'more-warnings' },
          el('summary', { text: count(more.length, 'more warning') }),
          ...more.map(warningBar),
        ),
    );
  }

  /** @param {Capture} failed @param {string} text */
  function errorBar(failed, text) {
    if (isInterrupted(failed)) {
      const again = button('Read again', { kind: 'primary', onClick: () => onReadAgain(failed) });
      return messageBar({ kind: 'failure', title: 'Reading was interrupted', text, actions: [again] });
    }
    const href = isHtmlPage(failed) ? pageUrl(failed.id) : null;
    const open = href && el('a', { class: 'button', href, target: '_blank', rel: 'noopener', text: 'Open the page' });
    const another = button('Choose another file', { kind: 'primary', onClick: onChoose });
    return messageBar({
      kind: 'failure',
      title: failureTitle(failed),
      text,
      actions: failed.packets === 0 ? [...(open ? [open] : []), another] : [],
    });
  }

  return {
    element,
    /** @param {Capture} next */
    update(next) {
      capture = next;
      const [clause, remainder] = sentence(capture);
      setText(title, capture.name);
      setText(first, clause);
      mark.set(isGrowing(capture) ? 'note' : (capture.verdict?.severity ?? 'note'));
      setText(rest, remainder);
      why.hidden = clause !== verdictWords(capture);
      dot.hidden = capture.state !== 'live';
      stop.hidden = capture.state !== 'live';
      stop.setAttribute('aria-label', `Stop ${capture.name}`);
      const measured = isMeasured(capture);
      progress.element.hidden = !measured;
      if (measured) {
        const { done, arrived } = readingProgress(capture);
        progress.set(done, capture.state === 'receiving' ? arrived : 0);
      }
      showFacts();
      strip.update(capture);
      showMessages();
      setAttribute(element, 'data-state', capture.state);
    },
  };
}
