/** The head of the view of a QUIC connection: what it is, the switches, the legend. */
import { el, fill, setText } from '../../base/dom.js';
import { backButton, choice, legend, viewHead } from '../timeline/switches.js';

/** @typedef {import('./state.js').By} By */
/** @typedef {import('../../state/answer-types.js').QuicFacts} QuicFacts */
/** @typedef {{ facts: QuicFacts|null, isOpen: boolean, direction: number, by: By, hasQlog: boolean }} Shown */

/** @type {[string, string][]} */
const OF_DATA = [
  ['is-retx', 'data retransmitted (R)'],
  ['is-ack', 'acknowledged'],
  ['is-sack', 'acknowledged above'],
  ['is-lost', 'declared lost'],
  ['is-spurious', 'spuriously declared lost'],
  ['is-balance', 'MAX_DATA'],
  ['is-cwnd', 'congestion window, inferred'],
  ['is-spin', 'RTT by spin bit'],
];
const CLOSED_LEGEND = 'No acknowledgements: the packets are not decrypted';

/** @param {number} direction @param {boolean} isOpen @param {boolean} hasQlog @returns {[string, string][]} */
export function legendOf(direction, isOpen, hasQlog) {
  const end = direction === 0 ? 'client' : 'server';
  return [
    [direction === 0 ? 'is-c2s' : 'is-s2c', `sent by the ${end}`],
    ...(isOpen ? OF_DATA : /** @type {[string, string][]} */ ([['is-spin', 'RTT by spin bit']])),
    ...(hasQlog ? /** @type {[string, string][]} */ ([['is-own', `the ${end}’s own record (qlog)`]]) : []),
  ];
}

const SKETCH = 'Drawn with less detail; zoom in to see every packet.';

/** Streams that can be chosen. */
const STREAMS_OFFERED = 200;

/**
 * @param {object} given
 * @param {HTMLElement} given.exporting
 * @param {(part: { direction?: number, by?: By }) => void} given.onChange
 * @param {() => void} given.onBack
 */
export function quicHead({ exporting, onChange, onBack }) {
  const title = el('h1', { class: 'view-title' });
  const sentence = el('p', { class: 'sentence', role: 'status' });
  const signs = el('div', { class: 'quic-legend' });
  const way = choice(
    'Direction',
    [
      ['s2c', 'server → client', 'What the server sends (Shift D)'],
      ['c2s', 'client → server', 'What the client sends (Shift D)'],
    ],
    (value) => onChange({ direction: value === 'c2s' ? 0 : 1 }),
  );
  const back = backButton(onBack);
  const ordinate = el('select', {
    class: 'field plots-select',
    'aria-label': 'Heights of the diagram',
    on: { change: () => onChange({ by: ordinateOf(ordinate.value) }) },
  });
  let offered = '';
  let shownLegend = '';

  /** @param {Pick<Shown, 'facts'|'isOpen'|'direction'|'by'>} shown */
  function offer({ facts, isOpen, direction, by }) {
    const streams = (facts?.streams ?? []).filter((one) => (direction === 0 ? one.clientToServer : one.serverToClient));
    const signature = JSON.stringify([direction, isOpen, streams.length, by]);
    if (signature === offered) return;
    offered = signature;
    const listed = streams.slice(0, STREAMS_OFFERED);
    const isListed = typeof by !== 'number' || listed.some(({ stream }) => stream === by);
    fill(
      ordinate,
      ...(isOpen ? [option('data', 'Stream data, all'), option('numbers', 'Packet numbers')] : []),
      option('bytes', 'Datagrams'),
      ...(isOpen
        ? listed.map(({ stream: id, request }) =>
            option(String(id), `Stream ${id}${request ? `: ${request.slice(0, 60)}` : ''}`),
          )
        : []),
      ...(isListed ? [] : [option(String(by), `Stream ${by}`)]),
    );
    ordinate.value = isOpen ? String(by) : 'bytes';
    ordinate.disabled = !isOpen;
  }

  return {
    element: viewHead(
      [title, sentence],
      [back, el('label', { class: 'plots-chooser' }, 'Heights', ordinate), way.element, exporting],
      signs,
    ),
    /** @param {Shown & { isZoomed: boolean, isSketch: boolean }} shown */
    update({ facts, isOpen, direction, by, hasQlog, isZoomed, isSketch }) {
      way.set(direction === 0 ? 'c2s' : 's2c');
      back.hidden = !isZoomed;
      offer({ facts, isOpen, direction, by });
      if (facts === null) return;
      setText(title, `${facts.sni ?? facts.server.address} over QUIC`);
      setText(sentence, isSketch ? `${facts.summary}. ${SKETCH}` : facts.summary);
      const legendKey = `${direction} ${isOpen} ${hasQlog}`;
      if (legendKey === shownLegend) return;
      shownLegend = legendKey;
      fill(
        signs,
        legend(legendOf(direction, isOpen, hasQlog)),
        isOpen ? null : el('p', { class: 'caption', text: CLOSED_LEGEND }),
      );
    },
  };
}

/** @param {string} value @param {string} text */
const option = (value, text) => el('option', { value, text });

/** @param {string} value @returns {By} */
const ordinateOf = (value) => (value === 'data' || value === 'numbers' || value === 'bytes' ? value : Number(value));
