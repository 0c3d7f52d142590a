/**
 * The head of the view: the endpoints, one sentence, whose the time was, one line of figures (or the zoom path), and
 * the switch of the time axis' units.
 */
import { el, fill, setText } from '../../../base/dom.js';
import {
  count,
  formatBytes,
  formatEndpoint,
  formatNumber,
  missing,
  sentence,
  unitTripNs,
} from '../../../base/format.js';
import { severityMark } from '../../../components/severity-mark.js';
import { whyButton } from '../../../help/why.js';
import { protocolName } from '../../timeline/protocol-name.js';
import { timeBar } from '../../timeline/time-bar.js';
import { spanWords } from '../../timeline/times.js';
import { busierDirection } from '../data/model.js';
import { isPartial } from '../data/partial-packets.js';
import { doubtAbout, placeWords } from '../data/path-data.js';
import { DIRECTION_WORDS } from '../panes/pane-heads.js';
import { areFindingsPending } from '../side/findings.js';
import { figure } from '../side/side-column.js';
import { createExportSwitch } from './exports.js';
import { stackFact } from './stack-fact.js';

/** @typedef {import('../view-state.js').Unit} Unit */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** @type {[Unit, string, string][]} */
const UNITS = [
  ['s', 's', 'Seconds since the start of the connection'],
  ['rtt', 'RTT', 'Round trips'],
  ['capture', 'capture', 'Seconds since the start of the capture'],
  ['clock', 'clock', 'Clock time, UTC'],
];

/**
 * @param {{ onUnit: (unit: Unit) => void, onBack: () => void, onSide: () => void, onFollow: (follow: boolean) => void,
 *   explain: import('../../../help/why.js').Explain, exporting: import('./exports.js').ExportActions,
 *   viewPanel: { button: HTMLElement, panel: HTMLElement }, ruler: HTMLElement }} actions
 */
export function createHead({ onUnit, onBack, onSide, onFollow, explain, exporting: exportActions, viewPanel, ruler }) {
  const title = el('h1', { class: 'view-title' });
  const protocol = el('span', { class: 'second' });
  const mark = severityMark();
  const strong = el('strong', {});
  const rest = el('span', {});
  const why = whyButton(explain);
  const time = timeBar();
  const facts = el('div', {
    class: 'facts',
    role: 'group',
    'aria-label': 'Facts',
    tabindex: 0,
    'data-figures': 'head of a connection,connection',
  });
  const units = UNITS.map(([unit, words, label]) =>
    el('button', { type: 'button', class: 'switch', title: label, on: { click: () => onUnit(unit) } }, words),
  );
  const follow = el(
    'button',
    {
      type: 'button',
      class: 'switch',
      title: 'Keep the last seconds in view (End)',
      on: { click: () => onFollow(true) },
    },
    'Follow',
  );
  const hold = el(
    'button',
    { type: 'button', class: 'switch', title: 'Stop following', on: { click: () => onFollow(false) } },
    'Hold',
  );
  const live = el(
    'div',
    { class: 'switches live-switches', role: 'group', 'aria-label': 'While packets arrive', hidden: true },
    follow,
    hold,
  );
  const exporting = createExportSwitch(exportActions);
  const element = el(
    'header',
    { class: 'connection-head' },
    el(
      'div',
      { class: 'head-line' },
      title,
      protocol,
      live,
      el('div', { class: 'switches', role: 'group', 'aria-label': 'Unit of time' }, ...units),
      el(
        'div',
        { class: 'head-actions' },
        ruler,
        viewPanel.button,
        viewPanel.panel,
        exporting.element,
        el(
          'button',
          { type: 'button', class: 'switch side-switch', title: 'Side column (I)', on: { click: onSide } },
          'Details',
        ),
      ),
    ),
    el('p', { class: 'verdict' }, mark.element, strong, why, rest),
    time.element,
    facts,
  );

  /**
   * What the words are about: they are rebuilt only when that changes.
   * @type {Partial<Pick<import('../data/model.js').Model, 'flow'|'columns'|'path'|'sender'>> & { direction: number }}
   */
  let described = { direction: -1 };
  let factsShown = '';

  /**
   * @param {string[]|null} steps of the zoom; the facts where there is none
   * @param {import('../data/model.js').Model} model
   * @param {number} direction
   */
  function showFacts(steps, model, direction) {
    const shown = steps ? `zoom ${steps.length}` : 'facts';
    if (shown !== factsShown) fill(facts, ...(steps ? zoomPath(steps, onBack) : factLine(model, direction)));
    else if (steps) [...facts.querySelectorAll('.zoom-step, .zoom-now')].forEach((part, i) => setText(part, steps[i]));
    factsShown = shown;
  }

  return {
    element,
    setTime: time.set,
    /** What it says, for a picture. @returns {import('../../../plot/summary-picture.js').Said} */
    said: () => ({
      sentence: strong.textContent ?? '',
      detail: [rest.textContent?.replace(/^[\s.,·]+/, ''), described.flow?.findings?.[0]?.message]
        .filter(Boolean)
        .join(' '),
      ...time.said(),
      figures: saidFacts(facts),
    }),
    /**
     * @param {import('../data/model.js').Model} model
     * @param {number} direction
     * @param {Unit} unit
     * @param {{ zoom: TimeRange|null, path: TimeRange[] }} zoomed
     * @param {{ isLive: boolean, isFollowing: boolean }} following
     */
    update(model, direction, unit, { zoom, path }, { isLive, isFollowing }) {
      live.hidden = !isLive;
      exporting.setLive(isLive);
      exporting.setHttp(model.messages.some((message) => message.protocol.startsWith('http/')));
      follow.setAttribute('aria-pressed', String(isFollowing));
      hold.setAttribute('aria-pressed', String(!isFollowing));
      const { flow } = model;
      if (
        flow !== described.flow ||
        direction !== described.direction ||
        model.columns !== described.columns ||
        model.path !== described.path ||
        model.sender !== described.sender
      ) {
        described = { flow, direction, columns: model.columns, path: model.path, sender: model.sender };
        factsShown = '';
        if (isPartial(model.columns)) time.set(null);
        const ends = [endWords(flow.client, flow.names?.client), endWords(flow.server, flow.names?.server)];
        title.textContent = (direction === 0 ? ends : ends.reverse()).join(' → ');
        protocol.textContent = protocolWords(model);
        [strong.textContent, rest.textContent] = headSentence(model, direction);
        why.hidden = areFindingsPending(model);
        mark.set(why.hidden ? 'note' : flow.verdict.severity);
      }
      showFacts(zoom ? zoomSteps(model, zoom, path) : null, model, direction);
      units.forEach((button, i) => {
        button.setAttribute('aria-pressed', String(UNITS[i][0] === unit));
        button.disabled =
          (UNITS[i][0] === 'rtt' && unitTripNs(model.rttNs) === null) ||
          (UNITS[i][0] === 'clock' && model.dayNs === null);
      });
    },
  };
}

/** @param {{ address: string, port: number }} endpoint @param {{ name: string }|null|undefined} named */
const endWords = (endpoint, named) =>
  named ? `${named.name} (${formatEndpoint(endpoint)})` : formatEndpoint(endpoint);

/** @param {import('../data/model.js').Model} model */
function protocolWords({ flow, messages }) {
  const parts = [];
  const protocol = messages[0]?.protocol ?? flow.protocol;
  if (protocol) parts.push(`${protocolName(protocol)}${carrierWords(flow, messages[0]?.carrier)}`);
  if (flow.protocol === 'websocket' && protocol !== 'websocket') parts.push('then WebSocket');
  if (flow.http?.requests > 1) {
    parts.push(flow.http.maxPipelineDepth > 1 ? `pipelined up to ${flow.http.maxPipelineDepth} deep` : 'keep-alive');
  }
  if (flow.roleGuessed) parts.push('client and server inferred');
  return parts.join(', ');
}

/**
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @param {string|undefined} carrier of the first message
 * @returns {string} " over TLS 1.3"
 */
function carrierWords({ tls }, carrier) {
  if (carrier === 'webmux') return ' over MUX';
  return carrier === 'tls' ? ` over ${tls?.version ?? 'TLS'}` : '';
}

/**
 * The verdict, and facts from the packets.
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {[string, string]} the first is bold
 */
function headSentence(model, direction) {
  const facts = factSentence(model, direction);
  if (areFindingsPending(model)) return facts;
  // The verdict is the connection's, the facts are the shown direction's: beside a loss in the other direction they
  // would contradict it.
  const other = direction === busierDirection(model) ? '' : `${DIRECTION_WORDS[direction]}: `;
  return [sentence(`${model.flow.verdict.sentence}.`), ` ${other}${facts.join('')}`];
}

/**
 * Facts about loss, order and windows; the first part is bold.
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @returns {[string, string]}
 */
function factSentence(model, direction) {
  const { flow, series, columns } = model;
  if (isPartial(columns)) {
    return [`${count(model.packets, 'packet')}.`, ' Drawn with less detail; zoom in to see every packet.'];
  }
  if (columns.sketch !== null) {
    return ['Preview.', ` Fetching all ${count(columns.sketch, 'packet')}.`];
  }
  const shown = series[direction];
  const { segments, repeats, late } = countsOf(model, direction);
  const resets = resetWords(model);
  if (shown.sent.value.last <= 0) return withoutData(model, direction, resets);
  const isClosed = shown.closedWindows.start.length > 0;
  const zero = isClosed ? `window ${closedWords(shown, flow)}` : 'no zero window';
  const sack = flow.clientToServer?.sackPermitted && flow.serverToClient?.sackPermitted ? ', SACK on' : '';
  const controls = shown.repeatedControls.count;
  if (repeats === 0 && late === 0 && controls > 0) {
    return ['No data retransmitted', `, a SYN or FIN ${times(controls)}; ${zero}${sack}.${resets}`];
  }
  if (repeats === 0 && late === 0) {
    return isClosed
      ? [`The receiver's ${zero}`, `; no retransmissions, no reordering${sack}.${resets}`]
      : ['No retransmissions, no reordering, no zero window', `${sack}.${resets}`];
  }
  const again = `${formatNumber(repeats)} of ${formatNumber(segments)} segments with data retransmitted`;
  if (repeats === 0) {
    return [
      `${formatNumber(late)} of ${formatNumber(segments)} segments with data out of order`,
      `, none retransmitted, ${zero}.${resets}`,
    ];
  }
  return [again, `${late > 0 ? `, ${formatNumber(late)} out of order` : ''}, ${zero}.${resets}`];
}

/**
 * Segments with data, as the flow's statistics count them (docs/metrics.md), for those stand beside the sentence.
 * @param {import('../data/model.js').Model} model @param {number} direction
 */
function countsOf({ flow }, direction) {
  const shown = direction === 0 ? flow.clientToServer : flow.serverToClient;
  return {
    segments: shown?.dataPackets ?? 0,
    repeats: shown?.retransmittedPackets ?? 0,
    late: shown?.outOfOrderPackets ?? 0,
  };
}

/**
 * @param {import('../data/model.js').Model} model
 * @param {number} direction
 * @param {string} resets
 * @returns {[string, string]}
 */
function withoutData({ series }, direction, resets) {
  const [client, server] = series;
  if (server.highest.count === 0 && client.acks.count === 0 && client.handshakes.count > 0) {
    const syns = client.handshakes.count;
    return ['No answer to the SYN', `, which was sent ${times(syns)}.${resets}`];
  }
  const [from, to] = DIRECTION_WORDS[direction].split(' → ');
  return [`No data from ${from} to ${to}.`, resets];
}

/**
 * Resets of the opening end that ended an earlier connection on the same ports.
 * @param {import('../data/model.js').Model} model
 * @returns {number}
 */
const earlierResets = ({ flow }) =>
  Number(flow.findings?.find(({ code }) => code === 'stale_connection')?.evidence.resets ?? 0);

/** @param {import('../data/model.js').Model} model @returns {string} " Reset by the server, 102 times." */
function resetWords(model) {
  const counts = [0, 0];
  for (const { direction, resets } of model.series) counts[1 - direction] = resets.count;
  counts[0] = Math.max(0, counts[0] - earlierResets(model)); // fewer may be drawn so far than the finding knows of
  const by = ['client', 'server'].filter((_, direction) => counts[direction] > 0);
  const total = counts[0] + counts[1];
  return total === 0 ? '' : ` Reset by the ${by.join(' and the ')}${total > 1 ? `, ${times(total)}` : ''}.`;
}

/**
 * @param {import('../data/direction-series.js').DirectionSeries} series
 * @param {import('../../../state/answer-types.js').Connection} flow
 */
function closedWords(series, { start, end }) {
  const count = series.closedWindows.start.length;
  return `closed for ${spanWords(series.closedNs)} of ${spanWords((end - start) * 1e9)}${count > 1 ? `, ${times(count)}` : ''}`;
}

/** @param {number} count @returns {string} */
const times = (count) => ({ 1: 'once', 2: 'twice' })[count] ?? `${formatNumber(count)} times`;

/** @param {import('../data/model.js').Model} model @param {number} direction @returns {HTMLElement[]} */
function factLine({ flow, path, sender }, direction) {
  const shown = direction === 0 ? flow.clientToServer : flow.serverToClient;
  const length = (/** @type {number|null|undefined} */ s) =>
    s === null || s === undefined ? missing : spanWords(s * 1e9);
  const vantage = path?.vantages[direction];
  /**
   * @type {[string, string, string?][]} label, figure, and the statistic's name where its meaning depends on the
   *   capture point
   */
  const facts = [
    ['RTT min', length(leastRoundTrip(flow))],
    ['MSS', formatNumber(shown?.mss)],
    ['Initial window', initialWindow(sender?.facts[direction])],
    [
      'Retransmitted',
      `${formatNumber(shown?.retransmittedPackets)} of ${formatNumber(shown?.dataPackets)}`,
      'retransmittedPackets',
    ],
    ['Payload', formatBytes(shown?.uniqueBytes ?? shown?.bytes)],
    ['Handshake', length(flow.handshakeRtt)],
    ...stackFact(flow, direction),
    ['State', String(flow.state ?? missing).replaceAll('_', ' ')],
  ];
  if (flow.tls) {
    facts.push([
      'TLS',
      [flow.tls.version?.replace(/^TLS /, ''), flow.tls.sni, flow.tls.decrypted ? 'decrypted' : 'encrypted']
        .filter(Boolean)
        .join(', '),
    ]);
  }
  if (vantage && vantage.place !== 'unknown') facts.splice(1, 0, ['Captured', placeWords(vantage, direction)]);
  return facts.map(([label, value, statistic]) =>
    el(
      'span',
      { class: 'fact' },
      el('span', { class: 'fact-label', 'data-figure': label, text: label }),
      ' ',
      el(
        'span',
        { class: 'fact-value' },
        figure('span', value, statistic ? doubtAbout(path, direction, statistic) : null),
      ),
    ),
  );
}

/** @param {HTMLElement} facts @returns {[label: string, value: string][]} */
const saidFacts = (facts) =>
  [...facts.querySelectorAll('.fact')].map((fact) => [
    fact.querySelector('.fact-label')?.textContent ?? '',
    fact.querySelector('.fact-value')?.textContent ?? '',
  ]);

/**
 * The connection's shortest round trip, as in the table of connections: at an end of the path one direction sees almost
 * no delay, so that of the other is the path's.
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @returns {number|null} seconds
 */
function leastRoundTrip({ clientToServer, serverToClient }) {
  const least = [clientToServer?.rtt?.min, serverToClient?.rtt?.min].filter((min) => min != null);
  return least.length === 0 ? null : Math.max(...least);
}

/** Tells it as inferred. @param {import('../data/sender-facts.js').SenderFacts|null|undefined} facts */
const initialWindow = (facts) =>
  facts?.initialWindow.value == null ? missing : `${count(facts.initialWindow.value, 'segment')}, inferred`;

/**
 * @param {import('../data/model.js').Model} model
 * @param {TimeRange} zoom
 * @param {TimeRange[]} path wider ranges, widest first
 * @returns {string[]} the present one last
 */
function zoomSteps({ columns: { time, rows }, originNs }, zoom, path) {
  const words = (/** @type {TimeRange} */ { startNs, endNs }) => {
    const decimals = Math.min(9, Math.max(2, 2 - Math.floor(Math.log10((endNs - startNs) / 1e9))));
    return [startNs, endNs].map((ns) => formatNumber(Math.max(0, ns - originNs) / 1e9, decimals)).join(' – ');
  };
  return [`whole connection, ${spanWords(time[rows - 1] - time[0])}`, ...path.map(words), `${words(zoom)} s`];
}

/** @param {string[]} steps the present one last @param {() => void} onBack @returns {(HTMLElement|string)[]} */
function zoomPath(steps, onBack) {
  return [
    el('span', { class: 'fact-label', text: 'Zoom' }),
    ...steps
      .slice(0, -1)
      .flatMap((step) => [
        el('span', { class: 'zoom-step', text: step }),
        el('span', { class: 'zoom-arrow', 'aria-hidden': 'true', text: '›' }),
      ]),
    el('span', { class: 'zoom-now', text: steps.at(-1) }),
    el(
      'button',
      { type: 'button', class: 'zoom-back', on: { click: onBack } },
      el('kbd', { class: 'key-cap', text: 'Backspace' }),
      ' back',
    ),
  ];
}
