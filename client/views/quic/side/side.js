/** Beside the diagram of a QUIC connection: the selected packet, findings, facts, limits, streams. */
import { el, fill } from '../../../base/dom.js';
import { formatBytes, formatNumber, missing } from '../../../base/format.js';
import { button } from '../../../components/button.js';
import { findingsList } from '../../../components/findings-list.js';
import { MIN_LIMIT_SECONDS } from '../../connection/panes/limit-styles.js';
import { limitLines } from '../../connection/side/limit-lines.js';
import { packetLines } from '../packets/card.js';
import { packetName } from '../packets/words.js';
import { directionLines, factLines, parameterLines } from './facts.js';
import { qlogLines, qlogSentence } from './qlog-facts.js';

/** @typedef {import('../../../state/answer-types.js').QuicFacts} QuicFacts */
/** @typedef {import('../screen.js').QuicShown} QuicShown */
/** @typedef {import('./facts.js').Line} Line */

/** Streams that are listed. */
const STREAMS_LISTED = 400;

/**
 * @param {object} given
 * @param {(finding: import('../../../state/answer-types.js').Finding) => void} given.onFinding
 * @param {(stream: number) => void} given.onStream
 * @param {() => void} given.onKeys
 * @param {() => void} given.onBytes
 */
export function quicSide({ onFinding, onStream, onKeys, onBytes }) {
  const findings = findingsList({ onFinding, title: 'Findings' });
  const packet = el('div', {});
  const limits = el('div', {});
  const qlog = el('div', {});
  const rest = el('div', {});
  const element = el(
    'aside',
    { class: 'inspector quic-side', 'aria-label': 'Connection', tabindex: 0, 'data-figures': 'quic connection' },
    el('div', { class: 'inspector-body' }, packet, findings.element, limits, qlog, rest),
  );
  let shownFacts = '';
  let shownQlog = '';

  return {
    element,
    /** @param {QuicFacts} facts @param {number} direction */
    showFacts(facts, direction) {
      const signature = JSON.stringify([direction, facts]);
      if (signature === shownFacts) return;
      shownFacts = signature;
      findings.update(facts.findings, { unobservable: facts.unobservable });
      const words = ['Client sent', 'Server sent'];
      fill(
        rest,
        keysSection(facts, onKeys),
        section('Connection', factList(factLines(facts))),
        section(words[direction], factList(directionLines(facts, direction))),
        streamSection(facts, direction, onStream),
        parameters(facts, 0),
        parameters(facts, 1),
      );
    },
    /** @param {import('../packets/words.js').PacketInWords|null} shown null: none is selected, or it is on its way */
    showPacket(shown) {
      if (shown === null) return fill(packet);
      const lines = packetLines(shown).map(
        ([label, value]) => /** @type {Line} */ ([label, typeof value === 'string' ? value : value.join(', ')]),
      );
      const toBytes = button('Bytes', { onClick: onBytes, title: 'Bytes of the packet, with its fields (B)' });
      return fill(packet, section(packetName(shown.figures), factList(lines), toBytes));
    },
    /** What the end that is shown logged itself. @param {QuicShown} shown @param {readonly string[]} loggedBy ends */
    showQlog({ sender, direction }, loggedBy) {
      const signature = `${direction} ${sender !== null} ${sender?.qlog?.facts.samples} ${loggedBy.join()}`;
      if (signature === shownQlog) return;
      shownQlog = signature;
      fill(qlog, qlogSection(sender, direction, loggedBy));
    },
    /** @param {QuicShown} shown @param {import('../../../plot/time-scale.js').TimeRange} range in view */
    showLimits({ sender }, range) {
      const sums = sender === null ? [] : limitSums(sender.causes, range);
      fill(limits, sums.length === 0 ? null : section('What limited it', limitList(sums)));
    },
  };
}

/** @param {string} title @param {...(HTMLElement|null)} content */
const section = (title, ...content) =>
  el('section', { class: 'inspector-section' }, el('h2', { class: 'side-title', text: title }), ...content);

/** @param {Line[]} lines */
const factList = (lines) =>
  el(
    'dl',
    { class: 'streams-facts quic-facts' },
    ...lines.flatMap(([label, value]) => [el('dt', { text: label }), el('dd', { text: value })]),
  );

/** @param {QuicShown['sender']} sender @param {number} direction @param {readonly string[]} loggedBy ends */
function qlogSection(sender, direction, loggedBy) {
  const [end, other] = direction === 0 ? ['client', 'server'] : ['server', 'client'];
  if (sender?.qlog) {
    const { facts } = sender.qlog;
    const sentence = el('p', { class: 'second', text: qlogSentence(facts, end) });
    return section(`${capital(end)}’s own log`, sentence, factList(qlogLines(facts)));
  }
  if (!loggedBy.includes(other)) return null;
  const text = `It is drawn beside what the ${other} sends (Shift D).`;
  return section(`${capital(other)}’s own log`, el('p', { class: 'second', text }));
}

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** @param {QuicFacts} facts @param {() => void} onKeys */
function keysSection({ warnings }, onKeys) {
  if (!warnings || warnings.length === 0) return null;
  return section(
    'Not decrypted',
    ...warnings.map(({ message }) => el('p', { class: 'second', text: message })),
    button('Add a key log', { onClick: onKeys }),
  );
}

/** @param {QuicFacts} facts @param {number} direction */
function parameters(facts, direction) {
  const lines = parameterLines(facts, direction);
  if (lines.length === 0) return null;
  const words = direction === 0 ? 'Client’s transport parameters' : 'Server’s transport parameters';
  return el('details', { class: 'inspector-section' }, el('summary', { text: words }), factList(lines));
}

/** @param {QuicFacts} facts @param {number} direction @param {(stream: number) => void} onStream */
function streamSection({ streams, streamCount }, direction, onStream) {
  if (streams.length === 0) return null;
  const rows = streams.slice(0, STREAMS_LISTED).map((stream) => streamRow(stream, direction, onStream));
  const heads = ['Id', 'Carried', 'Sent', 'Again', 'From, s', 'To, s'];
  return section(
    'Streams',
    el(
      'table',
      { class: 'streams-table', 'aria-label': 'Streams' },
      el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col', text })))),
      el('tbody', {}, ...rows),
    ),
    streamCount > rows.length
      ? el('p', { class: 'caption', text: `The first ${formatNumber(rows.length)} of ${formatNumber(streamCount)}.` })
      : null,
  );
}

/** @param {QuicFacts['streams'][number]} stream @param {number} direction @param {(stream: number) => void} onStream */
function streamRow(stream, direction, onStream) {
  const { stream: id, openedBy, bidirectional, request } = stream;
  const side = direction === 0 ? stream.clientToServer : stream.serverToClient;
  const what = request ?? `${openedBy}’s${bidirectional ? '' : ', one way'}`;
  const cells =
    side === null
      ? [missing, missing, missing, missing]
      : [
          formatBytes(side.uniqueBytes),
          side.bytes > side.uniqueBytes ? formatBytes(side.bytes - side.uniqueBytes) : missing,
          formatNumber(side.start, 3),
          formatNumber(side.end, 3),
        ];
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      side === null
        ? String(id)
        : el(
            'button',
            {
              type: 'button',
              class: 'text-button',
              title: 'Show its offsets in the diagram',
              on: { click: () => onStream(id) },
            },
            String(id),
          ),
    ),
    el('td', { class: 'quic-carried', title: what, text: what }),
    ...cells.map((text) => el('td', { text })),
  );
}

/**
 * @param {import('../data/sender.js').Sender['causes']} causes
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @returns {{ cause: string, seconds: number }[]} the longest first
 */
function limitSums({ start, end, name }, { startNs, endNs }) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  name.forEach((cause, i) => {
    const ns = Math.min(end.values[i], endNs) - Math.max(start.values[i], startNs);
    if (ns > 0) sums.set(cause, (sums.get(cause) ?? 0) + ns);
  });
  return Array.from(sums, ([cause, ns]) => ({ cause, seconds: ns / 1e9 }))
    .filter(({ seconds }) => seconds >= MIN_LIMIT_SECONDS)
    .sort((a, b) => b.seconds - a.seconds);
}

/** @param {{ cause: string, seconds: number }[]} sums */
const limitList = (sums) => el('ul', { class: 'held-back-list' }, ...limitLines(sums));
