/** One request with its response: sizes, times, frames, header fields, bodies. */
import { outcomeOf } from '../../../lib/shared/message-outcome.js';
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatFlow, formatNumber, missing } from '../../base/format.js';
import { iconButton } from '../../components/button.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { connectionPath, formatQuery } from '../../state/router.js';
import { rangeText } from '../connection/view-state.js';
import { spanWords } from '../timeline/times.js';
import { PHASES, roundTrips, tookNs } from '../waterfall/waterfall-rows.js';
import { bodyPreview } from './body-preview.js';
import { grpcFacts } from './grpc.js';
import { serverTimingList, serverTimings } from './server-timing.js';

/** @typedef {import('../waterfall/waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('../../state/answer-types.js').Exchange} Exchange */

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api @param {string} given.captureId @param {() => void} given.onClose
 * @param {(row: WaterfallRow|null, exchange: Exchange|null) => void} given.onShown what it shows; null: nothing
 */
export function inspector({ api, captureId, onClose, onShown }) {
  const title = el('h2', { class: 'inspector-title mono' });
  const body = el('div', { class: 'inspector-body' });
  const element = el(
    'aside',
    { class: 'inspector', 'aria-label': 'Message', hidden: true },
    el('div', { class: 'inspector-head' }, title, iconButton('close', 'Close', { onClick: onClose })),
    body,
  );
  const preview = { request: bodyPreview({ api, captureId }), response: bodyPreview({ api, captureId }) };
  let abort = new AbortController();
  let shown = '';

  /**
   * @param {WaterfallRow} row
   * @param {Exchange} exchange
   * @param {number} connectionStart seconds
   */
  function show(row, { request, response }, connectionStart) {
    const timings = response ? serverTimings([...response.headers, ...(response.trailers ?? [])]) : [];
    const waitMs = request && response ? Math.max(0, response.start - request.end) * 1000 : null;
    const call = grpcFacts(request, response);
    fill(
      body,
      el('p', { class: 'inspector-answer', text: answerWords(response) }),
      resetLine(request),
      section('Time', timing(row)),
      timings.length > 0 ? section('Server-Timing', serverTimingList(timings, waitMs)) : null,
      call && section('gRPC', call),
      section(
        'In the capture',
        el(
          'dl',
          { class: 'inspector-facts' },
          ...fact('Connection', link(captureId, row.flow, {}, formatFlow(row.flow))),
          ...(row.stream >= 0 ? fact(request?.carrier === 'webmux' ? 'Session' : 'Stream', String(row.stream)) : []),
          ...(request?.dataFlow === undefined
            ? []
            : fact('Data on', link(captureId, request.dataFlow, {}, `connection ${request.dataFlow}`))),
          ...(request ? fact('Request', frames(captureId, request, 'c2s')) : []),
          ...(response ? fact('Response', frames(captureId, response, 's2c')) : []),
          ...(request
            ? fact(
                'Diagram',
                link(
                  captureId,
                  row.flow,
                  { zoom: around(row, connectionStart), dir: 's2c' },
                  'Show in the time–sequence',
                ),
              )
            : []),
        ),
      ),
      request && section('Request', sizes(request), fields(request)),
      trailersOf(request),
      request && request.bodyBytes > 0 && section('Request body', preview.request.element),
      response && section('Response', sizes(response), fields(response)),
      trailersOf(response),
      response && section('Response body', preview.response.element),
    );
    if (request && request.bodyBytes > 0) void preview.request.load(row.flow, request);
    if (response) void preview.response.load(row.flow, response);
  }

  return {
    element,
    /** @param {WaterfallRow|null} row null closes it */
    async show(row) {
      element.hidden = row === null;
      const key = row === null ? '' : `${row.request} ${row.endNs} ${row.response}`;
      if (key === shown) return;
      shown = key;
      abort.abort();
      preview.request.clear();
      preview.response.clear();
      onShown(row, null);
      if (row === null) return;
      abort = new AbortController();
      title.textContent = `${row.method} ${row.target}`.trim();
      title.title = `${row.method} ${row.host}${row.target}`;
      try {
        const [exchange, connection] = await Promise.all([
          api.exchange(captureId, row.flow, row.request, abort.signal),
          api.connection(captureId, row.flow, abort.signal),
        ]);
        if (key !== shown) return;
        show(row, exchange, connection.start);
        onShown(row, exchange);
      } catch (error) {
        if (!isAbort(error)) fill(body, el('p', { class: 'second', text: sentenceOf(error) }));
      }
    },
    destroy() {
      abort.abort();
      preview.request.clear();
      preview.response.clear();
    },
  };
}

/** @param {import('../../state/answer-types.js').Message|null} response */
function answerWords(response) {
  if (response === null) return 'No response in this capture';
  const { outcomeText, contentType, bodyBytes } = response;
  return [outcomeOf(response).text, outcomeText, contentType, formatBytes(bodyBytes)].filter(Boolean).join(' · ');
}

/** @param {import('../../state/answer-types.js').Message|null} request */
const resetLine = (request) =>
  request?.reset
    ? el('p', { class: 'inspector-answer', text: `The ${request.reset.by} reset the stream: ${request.reset.code}` })
    : null;

/** @param {string} title @param {...(HTMLElement|null)} children */
function section(title, ...children) {
  return el('section', { class: 'inspector-section' }, el('h3', { class: 'side-title', text: title }), ...children);
}

/** @param {string} label @param {string|HTMLElement} value */
function fact(label, value) {
  return [el('dt', { text: label }), typeof value === 'string' ? el('dd', { text: value }) : el('dd', {}, value)];
}

/**
 * @param {string} captureId
 * @param {number} flow
 * @param {Record<string, string>} query of the connection's diagram
 * @param {string} text
 */
function link(captureId, flow, query, text) {
  return el('a', { class: 'text-button', href: connectionPath(captureId, flow) + formatQuery(query), text });
}

/** @param {string} captureId @param {import('../../state/answer-types.js').Message} message @param {'c2s'|'s2c'} dir */
function frames(captureId, { flow, firstFrame, lastFrame }, dir) {
  const first = link(captureId, flow, { frame: String(firstFrame), dir }, formatNumber(firstFrame));
  if (firstFrame === lastFrame) return el('span', {}, 'frame ', first);
  return el(
    'span',
    {},
    'frames ',
    first,
    ` ${missing} `,
    link(captureId, flow, { frame: String(lastFrame), dir }, formatNumber(lastFrame)),
  );
}

/** With a tenth of its length before and after it. @param {WaterfallRow} row @param {number} connectionStart seconds */
function around({ requestNs, endNs }, connectionStart) {
  const originNs = connectionStart * 1e9;
  const air = Math.max(1000, (endNs - requestNs) / 10);
  return rangeText({ startNs: Math.max(originNs, requestNs - air), endNs: endNs + air }, originNs);
}

/** @param {WaterfallRow} row */
function timing(row) {
  const total = Math.max(1, row.endNs - row.startNs);
  const rows = row.phases.map(({ kind, fromNs, toNs }) => {
    const bar = el('span', { class: `phase-bar is-${kind}` });
    bar.style.marginLeft = `${(100 * (fromNs - row.startNs)) / total}%`;
    bar.style.width = `max(2px, ${(100 * (toNs - fromNs)) / total}%)`;
    const [, words, explained] = PHASES.find(([name]) => name === kind) ?? [kind, kind, ''];
    return el(
      'tr',
      {},
      el('th', { scope: 'row', title: explained, text: words }),
      el('td', { class: 'phase-cell', 'aria-hidden': 'true' }, bar),
      el('td', { class: 'column-figure', text: spanWords(toNs - fromNs) }),
    );
  });
  return el(
    'div',
    {},
    el('table', { class: 'phase-table' }, el('tbody', {}, ...rows)),
    el('p', { class: 'second', text: timeText(row) }),
  );
}

/** @param {import('../waterfall/waterfall-rows.js').WaterfallRow} row */
function timeText(row) {
  if (row.isOneWay) return 'Such a request has no response.';
  if (row.response < 0) return 'No response in this capture.';
  const inTrips = roundTrips(row);
  const trips = inTrips === null ? '' : ` · ${formatNumber(inTrips, 1)} RTT of ${spanWords(row.rttNs)}`;
  const until = row.beyondNs > 0 ? 'the acknowledgement of the last byte' : 'last byte';
  return `${spanWords(tookNs(row))} from request to ${until}${trips}`;
}

/** @param {import('../../state/answer-types.js').Message} message */
function sizes(message) {
  const words = [
    `${formatBytes(message.headerBytes)} of headers`,
    `${formatBytes(message.bodyBytes)} of body as sent`,
    message.complete ? null : 'truncated: the capture does not have all of it',
    ...message.notes.map((note) => note.replaceAll('_', ' ')),
  ];
  return el('p', { class: 'second', text: words.filter(Boolean).join(' · ') });
}

/** The fields after a message's body. @param {import('../../state/answer-types.js').Message|null} message */
function trailersOf(message) {
  if (!message?.trailers?.length) return null;
  const title = message.kind === 'request' ? "Request's trailers" : 'Trailers';
  return section(title, fields({ headers: message.trailers }));
}

/** @param {Pick<import('../../state/answer-types.js').Message, 'headers'>} message */
function fields({ headers }) {
  if (headers.length === 0) return el('p', { class: 'second', text: 'No header fields.' });
  return el(
    'dl',
    { class: 'header-fields mono' },
    ...headers.flatMap(([name, value]) => [el('dt', { text: name }), el('dd', { text: value })]),
  );
}
