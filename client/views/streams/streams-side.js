/** Beside the multiplexing diagram: the same as a table, and what multiplexing cost. */
import { el } from '../../base/dom.js';
import { formatBytes, formatNumber, missing } from '../../base/format.js';
import { spanWords } from '../timeline/times.js';
import { isShown } from './stream-model.js';
import { laneTitle, stalledNs } from './stream-words.js';

/** @typedef {import('./stream-model.js').Streams} Streams */

/** Rows of the table; a connection with more is shown by its diagram and its table of messages. */
const STREAMS_LISTED = 500;

/**
 * @param {Streams} streams
 * @param {import('../../state/answer-types.js').Connection|null} connection
 * @param {number} direction
 */
export const sideBody = (streams, connection, direction) =>
  el('div', { class: 'inspector-body' }, streamTable(streams, direction), costOf(connection, direction));

/** The diagram as a table: a row for each stream. @param {Streams} streams @param {number} direction */
function streamTable(streams, direction) {
  const heads = ['Id', 'Bytes', 'Max', 'Grants', 'Stalled', 'Done, s'];
  const lanes = streams.lanes.filter(isShown);
  const rows = lanes.slice(0, STREAMS_LISTED).map((lane) => {
    const stalled = stalledNs(lane, direction);
    const highest = lane.highest[direction];
    const cells = [
      formatBytes(lane.bytes[direction]),
      highest > 0 ? formatBytes(highest) : missing,
      formatNumber(lane.grants[direction]),
      stalled > 0 ? spanWords(stalled) : missing,
      formatNumber(lane.endNs / 1e9, 3),
    ];
    return el(
      'tr',
      {},
      el('th', {
        scope: 'row',
        title: lane.name,
        text: lane.lane === 0 ? 'all' : laneTitle(streams, lane).replace(/^\w+ /, ''),
      }),
      ...cells.map((text) => el('td', { text })),
    );
  });
  return el(
    'section',
    { class: 'inspector-section' },
    el('h2', { class: 'side-title', text: streams.protocol === 'webmux' ? 'Sessions' : 'Streams' }),
    el(
      'table',
      { class: 'streams-table', 'aria-label': 'Streams' },
      el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col', text })))),
      el('tbody', {}, ...rows),
    ),
    lanes.length > STREAMS_LISTED
      ? el('p', {
          class: 'caption',
          text: `The first ${formatNumber(STREAMS_LISTED)} of ${formatNumber(lanes.length)}.`,
        })
      : null,
  );
}

/**
 * What multiplexing cost, of MUX.
 * @param {import('../../state/answer-types.js').Connection|null} connection
 * @param {number} direction
 */
function costOf(connection, direction) {
  const mux = connection?.mux;
  if (!mux) return null;
  const { side, other, session } =
    direction === 0
      ? { side: mux.clientToServer, other: mux.serverToClient, session: mux.sessions[0]?.clientToServer }
      : { side: mux.serverToClient, other: mux.clientToServer, session: mux.sessions[0]?.serverToClient };
  /** @type {[string, string][]} */
  const facts = [
    [
      'Headers, padding',
      `${formatBytes(side.headerBytes + side.paddingBytes)}${side.overhead === null ? '' : `, ${formatNumber(side.overhead * 100, 1)} % with control`}`,
    ],
    ['Credit messages', formatNumber(other.creditMessages)],
    ...(other.creditOnlySegments === null
      ? []
      : [/** @type {[string, string]} */ (['alone in a packet', formatNumber(other.creditOnlySegments)])]),
    ['Fragments', formatNumber(side.dataFragments)],
    ...(session
      ? [
          /** @type {[string, string]} */ ([
            `Initial credit, ${session.initialCreditFrom}`,
            formatBytes(session.initialCredit),
          ]),
        ]
      : []),
  ];
  return el(
    'section',
    { class: 'inspector-section' },
    el('h2', { class: 'side-title', text: 'Cost of multiplexing' }),
    el(
      'dl',
      { class: 'streams-facts' },
      ...facts.flatMap(([label, value]) => [
        el('dt', { 'data-figure': label.replace(/^Initial credit.*/, 'Initial credit'), text: label }),
        el('dd', { text: value }),
      ]),
    ),
  );
}
