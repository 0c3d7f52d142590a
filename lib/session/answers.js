import { explain } from '../analysis/explain-verdict.js';
import { PageVerdicts } from '../analysis/messages/page-verdicts.js';
import { summarizeCapture, summarizeConnection, summaryOf } from '../compare/capture-summary.js';
import { MAX_SMALL_STRIP_CONNECTIONS, SMALL_STRIP_BINS } from '../shared/captures/strip.js';
import { encodeColumnFrame } from '../shared/columns/column-frame.js';
import { PLOTTED, plottedFigure } from '../shared/filter/plotted.js';
import { flowText } from '../shared/quic-flow.js';
import { captureVerdict, explainedCaptureVerdict } from './capture-verdict.js';
import { ConnectionStrip } from './connection-strip.js';
import { figuresInSteps } from './figures-in-steps.js';
import { inSteps } from './in-steps.js';
import { plottedConnections } from './plotted-connections.js';
import { quicAnswers } from './quic.js';
import { pathReports, reportAnswer } from './report.js';
import { RequestError } from './request-error.js';
import { timeInSteps } from './time-in-steps.js';

/** Bins of a row's sparkline, and of an open connection's activity. */
const ROW_BINS = 32;
const FLOW_BINS = 64;
/** The narrowest window, as share of its time: limited by a number's precision. */
const MIN_SHARE = 2 ** -50;

/**
 * @typedef {import('./session.js').SessionState} SessionState
 * @typedef {{ sort: string, descending: boolean, text: string, offset: number, limit: number }} RowsQuestion
 */

/** @param {unknown} value @returns {Uint8Array} */
const json = (value) => new TextEncoder().encode(JSON.stringify(value));

/**
 * @param {SessionState} state
 * @param {number} flow
 * @returns {number} its index in the flow table
 */
function anyIndexOf({ connections }, flow) {
  const index = connections.indexOf(flow);
  if (index < 0) {
    throw new RequestError(
      404,
      'not_found',
      `The capture has no connection ${flowText(flow)}; its table lists those that it has.`,
    );
  }
  return index;
}

/**
 * The same for what QUIC's connections do not have.
 * @param {SessionState} state
 * @param {number} flow
 * @returns {number} its index in TCP's flow table
 */
function indexOf(state, flow) {
  const index = anyIndexOf(state, flow);
  if (state.connections.quicIndexOf(index) < 0) return index;
  throw new RequestError(404, 'not_of_quic', 'This is computed of TCP connections only.');
}

/**
 * @param {import('../analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {number} index
 * @returns {import('../shared/captures/capture-record.js').Activity}
 */
function activityOf(analysis, index) {
  const [clientToServer, serverToClient, retransmissions] = analysis.connections.activity(index, FLOW_BINS);
  return { binSeconds: analysis.ingest.durationNs / 1e9 / FLOW_BINS, clientToServer, serverToClient, retransmissions };
}

/** @param {SessionState} state @param {number} index of a connection of QUIC @returns {Uint8Array} as JSON */
function describeQuic({ analysis, connections, version }, index) {
  const rows = /** @type {import('../analysis/quic/quic-rows.js').QuicRows} */ (connections.quic);
  const at = connections.quicIndexOf(index);
  const [clientToServer, serverToClient, retransmissions] = rows.activity(at, FLOW_BINS);
  const { flow, packets, verdict } = rows.row(at);
  return json({
    ...rows.describe(at),
    flow,
    verdict,
    findingsDeferred: false,
    version,
    packets: packets[0] + packets[1],
    messages: rows.messageCount(at),
    activity: {
      binSeconds: analysis.ingest.durationNs / 1e9 / FLOW_BINS,
      clientToServer,
      serverToClient,
      retransmissions,
    },
  });
}

/** @param {SessionState} state @param {number} index @returns {Uint8Array} one connection as JSON */
function describe({ analysis, version }, index) {
  const [sent, received] = analysis.connections.row(index).packets;
  return json({
    ...analysis.connections.describe(index),
    verdict: analysis.findings.verdict(index),
    findingsDeferred: analysis.examiner.isDeferred(index),
    version,
    packets: sent + received,
    messages: analysis.messages.ofConnection(index, 0, 0).total,
    activity: activityOf(analysis, index),
  });
}

/** @param {SessionState} state @param {import('../shared/columns/column-frame.js').ColumnFrame} frame */
function frameBytes({ version }, frame) {
  frame.meta.version = version;
  return encodeColumnFrame(frame);
}

/**
 * @param {SessionState} state
 * @param {AbortSignal} signal
 * @returns {() => Promise<void>} settled after other work has run; rejected when the request was cancelled
 */
const turnOf =
  ({ host }, signal) =>
  async () => {
    await host.turn();
    if (signal.aborted) throw new RequestError(499, 'gone', 'The client is no longer waiting for the response.');
  };

/** @param {SessionState} state @param {number|null} flow null: the capture */
function isOfQuic(state, flow) {
  const { analysis, connections } = state;
  if (flow !== null) return connections.quicIndexOf(anyIndexOf(state, flow)) >= 0;
  return analysis.connections.count === 0 && connections.quicCount > 0;
}

/** Why there is no prediction: an answer, too. */
const NOT_OF_QUIC =
  'Connections of QUIC are not replayed: the simulator has the senders, acknowledgements and loss recovery of TCP, ' +
  'and QUIC has its own. Choose a connection of TCP, or compare the two.';

/** Files that QUIC's connections have, too. */
const OF_BOTH = new Set(['frame.json']);

/** What replays captures, which few ask for. @param {SessionState} state */
const replaying = (state) => (state.whatIf ??= import('./what-if.js').then(({ WhatIfSession }) => new WhatIfSession()));

/** @param {SessionState} state @param {Uint32Array} rows @param {number} bins @param {() => Promise<void>} turn */
async function stripOf({ analysis, connections }, rows, bins, turn) {
  const verdict = (/** @type {number} */ index) => connections.verdict(index);
  const asked = { connections: rows.length, bins, durationNs: analysis.ingest.durationNs };
  const strip = new ConnectionStrip(connections.filtered, verdict, asked);
  await inSteps(rows.length, (at) => strip.add(rows[at]), turn);
  return strip;
}

/** The methods; each returns the bytes of a response. */
export const answers = {
  ...quicAnswers,

  /** Shows that the session responds. */
  pulse: () => null,

  /**
   * @param {SessionState} state
   * @param {RowsQuestion} question
   */
  rows(state, { offset, limit, ...view }) {
    const { analysis, connections, index } = state;
    const { version, rows } = index.view(view, state);
    analysis.examiner.renew();
    const page = Array.from(rows.subarray(offset, offset + limit), (i) => ({
      ...connections.row(i),
      activity: { bins: connections.activity(i, ROW_BINS) },
    }));
    if (state.ended) {
      index.readAhead(state.host.turn).catch((error) => state.host.logUnexpected('making texts ready ahead', error));
    }
    return json({ version, total: connections.count, matched: rows.length, offset, rows: page });
  },

  /**
   * Cost of the capture, or of one connection.
   * @param {SessionState} state
   * @param {{ flow: number|null }} question
   */
  cost(state, { flow }) {
    const { analysis, connections } = state;
    if (flow === null) return summarizeCapture(analysis.ingest, connections.otherCosts());
    const index = anyIndexOf(state, flow);
    const ofQuic = connections.quicIndexOf(index);
    const cost = ofQuic < 0 ? undefined : connections.quic?.cost(ofQuic);
    return cost === undefined ? summarizeConnection(analysis.ingest, index) : summaryOf([cost]);
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number|null, settings: string[], isDraft: boolean }} question
   * @param {AbortSignal} signal
   */
  async whatIf(state, { flow, ...question }, signal) {
    if (isOfQuic(state, flow)) return json({ refusal: NOT_OF_QUIC });
    const index = flow === null ? null : indexOf(state, flow);
    return json(await (await replaying(state)).answer(state, { ...question, index }, signal));
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number|null, settings: string[] }} question
   * @param {AbortSignal} signal
   * @returns {Promise<Uint8Array>} a pcap file
   */
  async whatIfCapture(state, { flow, settings }, signal) {
    const index = flow === null ? null : indexOf(state, flow);
    return (await replaying(state)).capture(state, { settings, index }, signal);
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string }} question
   */
  wiresharkFilter(state, { text }) {
    const { rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const { filter, unknown } = state.connections.wiresharkFilter(rows);
    return json({ filter, matched: rows.length, unknownToWireshark: unknown });
  },

  /**
   * What happened between this capture and others of the same path.
   * @param {SessionState} state
   * @param {import('./path.js').PathQuestion} question
   */
  path: async (state, question) => json({ version: state.version, ...(await state.path.summary(state, question)) }),

  /**
   * @param {SessionState} state
   * @param {import('./path.js').PathQuestion & import('../path/ladder/ladder.js').LadderQuestion} question
   */
  ladder: async (state, question) => frameBytes(state, await state.path.ladder(state, question)),

  /**
   * @param {SessionState} state
   * @param {import('./report.js').PathReportQuestion} question
   * @param {AbortSignal} signal
   */
  pathReports: async (state, question, signal) => json(await pathReports(state, question, signal)),

  /** @param {SessionState} state */
  findings({ connections, version }) {
    return json({ version, ...connections.ofCapture() });
  },

  /** Of the capture as a whole. @param {SessionState} state */
  figures: async ({ analysis, version, host }) => json({ version, ...(await figuresInSteps(analysis, host.turn)) }),

  /** Whose the time of the capture was. @param {SessionState} state */
  async captureTime({ analysis, connections, version, host }) {
    return json({ version, time: await timeInSteps(analysis, host.turn, connections.quic) });
  },

  /** The worst verdict, of a capture that was read, and its strip in little. @param {SessionState} state */
  async verdict(state) {
    const { analysis, connections, host } = state;
    const verdict = await captureVerdict(analysis, host.turn, connections.quic);
    if (verdict === null || connections.count < 2 || connections.count > MAX_SMALL_STRIP_CONNECTIONS) return verdict;
    return { ...verdict, strip: (await stripOf(state, connections.indexes, SMALL_STRIP_BINS, host.turn)).record() };
  },

  /**
   * Why the first sentence of the capture, or of one connection, leads.
   * @param {SessionState} state
   * @param {{ flow: number|null }} question
   * @param {AbortSignal} signal
   */
  async explanation(state, { flow }, signal) {
    const explained =
      flow === null
        ? await explainedCaptureVerdict(state.analysis, turnOf(state, signal), state.connections)
        : explain(state.analysis, state.connections, anyIndexOf(state, flow));
    return json({ version: state.version, ...explained });
  },

  /** Examines some more of the connections that were left out at first. @param {SessionState} state */
  examineDeferred: ({ deferred }) => deferred.step(),

  /** @param {SessionState} state @param {{ flow: number }} question */
  connectionFindings(state, { flow }) {
    const index = anyIndexOf(state, flow);
    const ofQuic = state.connections.quicIndexOf(index);
    if (ofQuic >= 0) return json({ version: state.version, ...state.connections.quic?.found(ofQuic) });
    const found = state.analysis.findings.ofOpened(index);
    const verdict = state.analysis.findings.verdict(index);
    return json({ version: state.version, summary: `${verdict.sentence}.`, ...found, verdict });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string }} question
   */
  overviewOrder(state, { text }) {
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const frame = state.analysis.overview.order(rows);
    return encodeColumnFrame({ ...frame, meta: { ...frame.meta, version } });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string, rows: number, bins: number }} question
   * @param {AbortSignal} signal
   */
  async overviewDensity(state, { text, ...asked }, signal) {
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const density = state.analysis.overview.density(rows, asked);
    await inSteps(density.blocks, (block) => density.addBlock(block), turnOf(state, signal));
    const frame = density.frame();
    return encodeColumnFrame({ ...frame, meta: { ...frame.meta, version } });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string, x: string, y: string, by: 'none'|'finding'|'limit' }} question `x`, `y`: of `PLOTTED`
   * @param {AbortSignal} signal
   */
  async connectionPoints(state, { text, x, y, by }, signal) {
    const { analysis, connections } = state;
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const [across, up] = [x, y].map((id) => plottedFigure(id) ?? PLOTTED[0]);
    analysis.examiner.renew();
    const asked = { x: across, y: up, by };
    const frame = await plottedConnections(connections, connections, rows, asked, turnOf(state, signal));
    return encodeColumnFrame({ ...frame, meta: { ...frame.meta, version } });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string, bins: number }} question
   * @param {AbortSignal} signal
   */
  async connectionStrip(state, { text, bins }, signal) {
    const { analysis } = state;
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    analysis.examiner.renew();
    const strip = await stripOf(state, rows, bins, turnOf(state, signal));
    const frame = strip.frame();
    return encodeColumnFrame({ ...frame, meta: { ...frame.meta, version, total: rows.length } });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string, startNs: number, endNs: number|null, bins: number, direction:
   *   'both'|'client'|'server', hasTrips: boolean }} question `endNs` null: the capture's end
   * @param {AbortSignal} signal
   */
  async ioGraph(state, { text, startNs, endNs, ...asked }, signal) {
    const { analysis } = state;
    const turn = turnOf(state, signal);
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const durationNs = Math.max(1, analysis.ingest.durationNs);
    const window = { startNs, endNs: Math.max(startNs + 1 + startNs * MIN_SHARE, endNs ?? durationNs + 1) };
    const graph = analysis.overview.ioGraph(rows, { ...asked, ...window });
    await inSteps(graph.blocks, (block) => graph.addBlock(block), turn);
    await inSteps(rows.length, (at) => graph.addConnection(rows[at]), turn);
    const frame = graph.frame();
    return encodeColumnFrame({ ...frame, meta: { ...frame.meta, version, durationNs } });
  },

  /**
   * @param {SessionState} state
   * @param {{ text: string, startNs: number, endNs: number }} question
   * @param {AbortSignal} signal
   */
  async spanFigures(state, { text, startNs, endNs }, signal) {
    const turn = turnOf(state, signal);
    const { version, rows } = state.index.view({ sort: 'flow', descending: false, text }, state);
    const sums = state.analysis.overview.spanFigures(rows, { startNs, endNs: Math.max(startNs, endNs) });
    await inSteps(sums.rows.length, (at) => sums.addConnection(sums.rows[at]), turn);
    await inSteps(sums.blocks, (block) => sums.addBlock(block), turn);
    return json({ version, ...sums.figures() });
  },

  /**
   * @param {SessionState} state
   * @param {{ flows: number[], startNs: number, endNs: number, bins: number }} question
   */
  overviewLanes(state, { flows, startNs, endNs, bins }) {
    return frameBytes(
      state,
      state.analysis.overview.lanes(
        flows.map((flow) => anyIndexOf(state, flow)),
        { startNs, endNs: Math.max(endNs, startNs + 1 + startNs * MIN_SHARE), bins: Math.max(1, bins) },
      ),
    );
  },

  /** @param {SessionState} state @param {{ flow: number, message: number }} question */
  exchange(state, { flow, message }) {
    const found = state.connections.exchange(anyIndexOf(state, flow), message);
    if (found === null) {
      throw new RequestError(
        404,
        'not_found',
        `Connection ${flowText(flow)} has no message ${message}; its list names those that it has.`,
      );
    }
    return json(found);
  },

  /** @param {SessionState} state @param {{ flow: number }} question */
  connectionWaterfall(state, { flow }) {
    return frameBytes(state, state.analysis.overview.waterfalls.ofConnection(anyIndexOf(state, flow)));
  },

  /** @param {SessionState} state @param {{ page: number|'all'|null }} question */
  pageWaterfall(state, { page }) {
    return frameBytes(state, state.analysis.overview.waterfalls.ofPage(page));
  },

  /** @param {SessionState} state @param {{ text: string }} question */
  findPackets: ({ analysis, version }, { text }) => json({ version, ...analysis.overview.findPackets(text) }),

  /** @param {SessionState} state */
  overviewArcs(state) {
    return frameBytes(state, state.analysis.overview.arcs());
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number }} question
   */
  flow(state, { flow }) {
    const index = anyIndexOf(state, flow);
    return state.connections.quicIndexOf(index) < 0 ? describe(state, index) : describeQuic(state, index);
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number, measured: boolean, sketch: boolean, range: { startNs: number, endNs: number }|null }}
   *   question
   */
  packets(state, { flow, measured, sketch, range }) {
    const index = indexOf(state, flow);
    return frameBytes(
      state,
      sketch
        ? state.analysis.opened.packetOverview(index, range ?? undefined)
        : state.analysis.opened.packets(index, { measured }),
    );
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number }} question
   */
  rtt(state, { flow }) {
    return frameBytes(state, state.analysis.opened.rtt(indexOf(state, flow)));
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number }} question
   */
  flight(state, { flow }) {
    return frameBytes(state, state.analysis.opened.flight(indexOf(state, flow)));
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number, sketch: boolean, range: { startNs: number, endNs: number }|null }} question
   */
  async sender(state, { flow, sketch, range }) {
    const index = indexOf(state, flow);
    if (!state.ended) await state.readRecord({ isGrowing: true });
    const { opened } = state.analysis;
    const frame = sketch ? opened.senderOverview(index, range ?? undefined) : opened.sender(index);
    // A part goes with what was sent of the whole.
    const kernels = range === null ? opened.kernels(index) : [];
    return frameBytes(state, kernels.length === 0 ? frame : { ...frame, meta: { ...frame.meta, kernels } });
  },

  /** Whose the time of an opened connection was. @param {SessionState} state @param {{ flow: number }} question */
  connectionTime(state, { flow }) {
    const { analysis, connections, version } = state;
    const index = anyIndexOf(state, flow);
    const ofQuic = connections.quicIndexOf(index);
    const time = ofQuic < 0 ? analysis.opened.waits(index) : connections.quic?.connections.waits(ofQuic);
    return json({ version, time });
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number, connection: number }} question
   */
  lanes(state, { flow, connection }) {
    return frameBytes(state, state.analysis.opened.lanes(indexOf(state, flow), connection));
  },

  /**
   * @param {SessionState} state
   * @param {import('./report.js').ReportQuestion} question
   * @param {AbortSignal} signal
   */
  report: async (state, { flows, ...head }, signal) =>
    json(await reportAnswer(state, { flows: flows && flows.map((flow) => anyIndexOf(state, flow)), ...head }, signal)),

  /**
   * @param {SessionState} state
   * @param {{ flow: number, offset: number, limit: number }} question
   */
  messages(state, { flow, offset, limit }) {
    return json(state.connections.messages(anyIndexOf(state, flow), offset, limit));
  },

  /**
   * @param {SessionState} state
   * @param {{ offset: number, limit: number }} question
   */
  pages({ analysis, version }, { offset, limit }) {
    const pages = analysis.messages.pages();
    return json({
      version,
      total: pages.length,
      pages: pages.slice(offset, offset + limit).map(({ summary }) => summary),
    });
  },

  /**
   * What held a page, by its index in the waterfall's list.
   * @param {SessionState} state
   * @param {{ page: number }} question
   */
  pageVerdict({ analysis, version }, { page }) {
    const found = analysis.overview.waterfalls.page(page);
    return json({ version, verdict: found === null ? null : new PageVerdicts(analysis.ingest).of(found) });
  },

  /**
   * What the requests of a connection, or of all, asked for.
   * @param {SessionState} state
   * @param {{ flow: number|null }} question
   * @param {AbortSignal} signal
   */
  async statements(state, { flow }, signal) {
    const { analysis, connections, version } = state;
    const sums = analysis.messages.statementSums();
    const indexes = flow === null ? connections.indexes : [anyIndexOf(state, flow)];
    await inSteps(indexes.length, (at) => sums.add(indexes[at]), turnOf(state, signal));
    return json({ version, statements: sums.list() });
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number, file: string, part?: import('./streams.js').StreamPart }} question
   * @returns {number} by which `exportNext` and `exportEnd` know it
   */
  exportBegin(state, { flow, file, part }) {
    const index = OF_BOTH.has(file) ? anyIndexOf(state, flow) : indexOf(state, flow);
    return state.exports.begin(file, state.analysis, index, part);
  },

  /**
   * @param {SessionState} state
   * @param {{ list: string, sort: string, descending: boolean, text: string }} question
   * @returns {number} as of `exportBegin`
   */
  listBegin(state, { list, ...view }) {
    const { rows } = state.index.view(view, state);
    return state.exports.beginList(list, state, rows);
  },

  /**
   * @param {SessionState} state
   * @param {{ flow: number, message: number, decoded: boolean }} question
   * @returns {number} as of `exportBegin`
   */
  bodyBegin: (state, { flow, message, decoded }) =>
    state.exports.beginBody(state.analysis, anyIndexOf(state, flow), message, decoded),

  /**
   * @param {SessionState} state
   * @param {{ number: number }} question
   */
  exportNext: ({ exports }, { number }) => exports.next(number),

  /**
   * @param {SessionState} state
   * @param {{ number: number }} question
   */
  exportEnd: ({ exports }, { number }) => exports.end(number),
};
