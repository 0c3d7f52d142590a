import { flowText } from '../../lib/shared/quic-flow.js';
import { busy } from '../base/idle.js';
import { addresses, captureRoute } from './addresses.js';
import { ApiError, errorFrom } from './api-error.js';

/** @typedef {import('./types.js').Capture} Capture */
/**
 * `sketch`: of a long connection only what makes its picture, and more of a range.
 * @typedef {{ sketch: boolean, range?: { startNs: number, endNs: number }|null }} Sketch
 */

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} options
 * @param {(response: Response) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function request(path, options, read) {
  const done = busy();
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...options });
    if (!response.ok) throw errorFrom(response.status, await response.text());
    return await read(response);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ApiError('The server does not respond.', { status: 0, code: 'unreachable' });
    }
    throw error;
  } finally {
    done();
  }
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export const getJson = (path, signal) => request(path, { signal }, (response) => response.json());

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
const getFrame = (path, signal) => request(path, { signal }, (response) => response.arrayBuffer());

/**
 * @param {string} path
 * @param {'POST' | 'PATCH' | 'PUT'} method
 * @param {unknown} [body]
 */
export const sendJson = (path, method, body) =>
  request(
    path,
    {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    },
    (response) => response.json(),
  );

/** @param {Response} response @param {number} maxBytes @returns {Promise<{ bytes: Uint8Array, isCut: boolean }>} */
async function firstBytes(response, maxBytes) {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(maxBytes);
  for (let length = 0; ;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return { bytes: bytes.subarray(0, length), isCut: false };
    bytes.set(value.subarray(0, maxBytes - length), length);
    length += value.length;
    if (length <= maxBytes) continue;
    await reader?.cancel();
    return { bytes, isCut: true };
  }
}

/** @param {{ startNs: number, endNs: number }|null} range @returns {string} */
const rangeQuery = (range) =>
  range ? `&start=${Math.max(0, Math.floor(range.startNs))}&end=${Math.max(0, Math.ceil(range.endNs))}` : '';

/** @param {Sketch} options */
const sketchQuery = ({ sketch, range = null }) => `sketch=${Number(sketch)}${rangeQuery(range)}`;

/** @param {string} captureId @param {number} flow */
const quicRoute = (captureId, flow) => `${captureRoute(captureId)}/connections/${flowText(flow)}/quic`;

/** @param {number} direction */
const endOf = (direction) => (direction === 0 ? 'client' : 'server');

/** @param {import('./answer-types.js').PathAsked} asked */
const pathQuery = ({ of, clocks }) => `${of.map((id) => `of=${encodeURIComponent(id)}`).join('&')}&clocks=${clocks}`;

/**
 * The server's routes (docs/protocol.md). Every function rejects with an `ApiError`, or an abort when its signal fires.
 */
export const api = {
  ...addresses,

  /** @returns {Promise<{ captures: Capture[], storage: import('./types.js').Storage }>} */
  captures: () => getJson('/api/captures'),

  /**
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<Capture>}
   */
  capture: (captureId, signal) => getJson(captureRoute(captureId), signal),

  /** @param {string} captureId @param {string} name @returns {Promise<Capture>} */
  rename: (captureId, name) => sendJson(captureRoute(captureId), 'PATCH', { name }),

  /** @param {string} captureId @param {string[]} tags @returns {Promise<Capture>} */
  setTags: (captureId, tags) => sendJson(captureRoute(captureId), 'PATCH', { tags }),

  /** @param {string} captureId @param {File} file key log @returns {Promise<Capture>} */
  addKeys: (captureId, file) =>
    request(
      `${captureRoute(captureId)}/keys`,
      { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: file },
      (response) => response.json(),
    ),

  /** @param {string} captureId @param {File} file what a host recorded beside it @returns {Promise<Capture>} */
  addHostLog: (captureId, file) =>
    request(
      `${captureRoute(captureId)}/host-log`,
      { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: file },
      (response) => response.json(),
    ),

  /** @param {string} captureId @returns {Promise<{ rules: string[], protocols: string[] }>} */
  decodeAs: (captureId) => getJson(`${captureRoute(captureId)}/decode-as`),

  /** @param {string} captureId @param {string[]} rules @returns {Promise<Capture>} */
  setDecodeAs: (captureId, rules) => sendJson(`${captureRoute(captureId)}/decode-as`, 'PUT', { rules }),

  /** @param {string} captureId @returns {Promise<void>} */
  remove: (captureId) => request(captureRoute(captureId), { method: 'DELETE' }, async () => undefined),

  /**
   * A packet's bytes, and its fields.
   * @param {string} captureId
   * @param {number} flow
   * @param {number} frame
   * @param {AbortSignal} signal
   * @returns {Promise<import('../views/connection/stream/packet-sheet.js').FrameBytes>}
   */
  frameBytes: (captureId, flow, frame, signal) =>
    getJson(`${addresses.exportUrl(captureId, flow, 'frame.json')}?frame=${frame}`, signal),

  /**
   * Both directions' bytes of a connection, part by part.
   * @param {string} captureId
   * @param {number} flow
   * @param {{ layer: string, skip: number, limit: number }} part `layer` "": what fits
   * @param {AbortSignal} signal
   * @returns {Promise<string>} NDJSON
   */
  stream(captureId, flow, { layer, skip, limit }, signal) {
    const query = new URLSearchParams({ skip: String(skip), limit: String(limit), ...(layer ? { layer } : {}) });
    const url = `${addresses.exportUrl(captureId, flow, 'stream.ndjson')}?${query}`;
    return request(url, { signal }, (response) => response.text());
  },

  /** @param {string} captureId @returns {Promise<Capture>} */
  stop: (captureId) => sendJson(`${captureRoute(captureId)}/stop`, 'POST'),

  /**
   * Has the server read again a capture that it could not read, or not completely.
   * @param {string} captureId
   * @returns {Promise<Capture>}
   */
  readAgain: (captureId) => sendJson(`${captureRoute(captureId)}/read`, 'POST'),

  /**
   * @param {string} captureId
   * @param {{ sort: string, order: 'asc' | 'desc', text: string, offset: number, limit: number }} page
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./types.js').ConnectionPage>}
   */
  connections(captureId, { sort, order, text, offset, limit }, signal) {
    const query = new URLSearchParams({ sort, order, offset: String(offset), limit: String(limit) });
    if (text) query.set('text', text);
    return getJson(`${captureRoute(captureId)}/connections?${query}`, signal);
  },

  /**
   * @param {string} captureId
   * @param {number} limit
   * @returns {Promise<{ pages: import('../../lib/protocols/model/pages.js').PageSummary[] }>} the first
   */
  pages: (captureId, limit) => getJson(`${captureRoute(captureId)}/pages?limit=${limit}`),

  /**
   * @param {string} captureId
   * @param {number | null} flow null: of all connections
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ statements: import('../../lib/analysis/messages/statements.js').Statement[] }>}
   */
  statements: (captureId, flow, signal) =>
    getJson(`${captureRoute(captureId)}/statements${flow === null ? '' : `?flow=${flow}`}`, signal),

  /**
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ summary?: string, findings: import('./answer-types.js').Finding[] }>} of the capture as a whole
   */
  findings: (captureId, signal) => getJson(`${captureRoute(captureId)}/findings`, signal),

  /**
   * Why the first sentence of the capture, or of one connection, leads.
   * @param {string} captureId
   * @param {number | null} flow null: of the capture
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../lib/insight/verdict/explanation.js').Explanation>}
   */
  explanation: (captureId, flow, signal) =>
    getJson(`${captureRoute(captureId)}${flow === null ? '' : `/connections/${flow}`}/explanation`, signal),

  /**
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../lib/overview/capture-figures.js').CaptureFigures>} of the capture as a whole
   */
  figures: (captureId, signal) => getJson(`${captureRoute(captureId)}/figures`, signal),

  /**
   * Findings of a connection, searched for now if that has not been done: of a million packets that takes a second or
   * two.
   * @param {string} captureId
   * @param {number} flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').ConnectionFindings>}
   */
  connectionFindings: (captureId, flow, signal) =>
    getJson(`${captureRoute(captureId)}/connections/${flow}/findings`, signal),

  /**
   * Whose the time was in which it waited.
   * @param {string} captureId
   * @param {number} flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ time: import('./answer-types.js').Waits|null }>}
   */
  connectionTime: (captureId, flow, signal) => getJson(`${captureRoute(captureId)}/connections/${flow}/time`, signal),

  /**
   * What held a page of the waterfall.
   * @param {string} captureId
   * @param {number} page its index there
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ verdict: import('./answer-types.js').PageVerdict|null }>}
   */
  pageVerdict: (captureId, page, signal) => getJson(`${captureRoute(captureId)}/pages/${page}/verdict`, signal),

  /**
   * Whose the time was in which any of its connections waited.
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ time: import('./answer-types.js').Waits|null }>}
   */
  captureTime: (captureId, signal) => getJson(`${captureRoute(captureId)}/time`, signal),

  /**
   * @param {string} captureId
   * @param {string} text
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').FoundPackets>} packets of all connections
   */
  findPackets: (captureId, text, signal) =>
    getJson(`${captureRoute(captureId)}/find?${new URLSearchParams({ text })}`, signal),

  /**
   * @param {string} captureId
   * @param {string} text
   * @returns {Promise<{ filter: string | null, matched: number, unknownToWireshark: number }>}
   */
  wiresharkFilter: (captureId, text) =>
    getJson(`${captureRoute(captureId)}/wireshark-filter?${new URLSearchParams({ text })}`),

  /**
   * @param {string} captureId @param {Record<string, string>} settings as docs/protocol.md names them
   * @param {{ isDraft: boolean }} how `isDraft`: one throw at once
   * @param {AbortSignal} [signal] @returns {Promise<import('./answer-types.js').WhatIfAnswer>}
   */
  whatIf(captureId, settings, { isDraft }, signal) {
    const query = new URLSearchParams({ ...settings, ...(isDraft ? { draft: '1' } : {}) });
    return getJson(`${captureRoute(captureId)}/whatif?${query}`, signal);
  },

  /**
   * @param {string} captureId
   * @param {Record<string, string>} settings
   * @returns {Promise<{ capture: Capture }>} the replay, in the library
   */
  openWhatIf: (captureId, settings) =>
    sendJson(`${captureRoute(captureId)}/whatif/capture?${new URLSearchParams(settings)}`, 'POST'),

  /**
   * @param {string[]} of ids, or id/flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ compared: import('./answer-types.js').Compared[] }>}
   */
  compare: (of, signal) =>
    getJson(`/api/compare?${of.map((one) => `of=${encodeURIComponent(one)}`).join('&')}`, signal),

  /**
   * What happened between captures of one path.
   * @param {import('./answer-types.js').PathAsked} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').LaidOver>}
   */
  samePath: (asked, signal) => getJson(`/api/path?${pathQuery(asked)}`, signal),

  /**
   * @param {import('./answer-types.js').PathAsked & { bins: number, connection: number|null, between:
   *   readonly [number, number]|null, startNs: number, endNs: number|null }} asked `endNs`: null for all
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `ladder`
   */
  ladder({ bins, connection, between, startNs, endNs, ...asked }, signal) {
    const query = new URLSearchParams({ bins: String(bins) });
    if (connection !== null) query.set('connection', String(connection));
    if (between !== null) query.set('between', between.join('-'));
    return getFrame(
      `/api/path/ladder?${pathQuery(asked)}&${query}${endNs === null ? '' : rangeQuery({ startNs, endNs })}`,
      signal,
    );
  },

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').Connection>}
   */
  connection: (captureId, flow, signal) => getJson(`${captureRoute(captureId)}/connections/${flow}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {Sketch} options
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame of kind `packets`, not measured
   */
  packets: (captureId, flow, options, signal) =>
    getFrame(`${captureRoute(captureId)}/connections/${flow}/packets?measured=0&${sketchQuery(options)}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {'rtt' | 'flight'} kind
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame of this kind
   */
  pathFrame: (captureId, flow, kind, signal) =>
    request(`${captureRoute(captureId)}/connections/${flow}/${kind}`, { signal }, (response) => response.arrayBuffer()),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {{ startNs: number, endNs: number }|null} range null: the whole connection
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `sender`, of a long connection what makes the picture of that range
   */
  senderFrame: (captureId, flow, range, signal) =>
    getFrame(`${captureRoute(captureId)}/connections/${flow}/sender?sketch=1${rangeQuery(range)}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').QuicFacts>}
   */
  quicFacts: (captureId, flow, signal) => getJson(quicRoute(captureId, flow), signal),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {Sketch} options
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `quic-packets`
   */
  quicPackets: (captureId, flow, options, signal) =>
    getFrame(`${quicRoute(captureId, flow)}/packets?${sketchQuery(options)}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {{ offset: number, limit: number }} page
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ total: number, rows: import('../views/quic/packets/words.js').PacketInWords[] }>}
   */
  quicRows: (captureId, flow, { offset, limit }, signal) =>
    getJson(`${quicRoute(captureId, flow)}/rows?offset=${offset}&limit=${limit}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {import('../../lib/analysis/quic/next-packet.js').NextAsked} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ row: number }>} −1: there is none
   */
  quicNext: (captureId, flow, { direction, from, startNs, step, of }, signal) => {
    const where = from < 0 ? `start=${Math.max(0, Math.floor(startNs))}` : `from=${from}`;
    const query = `direction=${endOf(direction)}&${where}&step=${step > 0 ? 'next' : 'previous'}&of=${of}`;
    return getJson(`${quicRoute(captureId, flow)}/next?${query}`, signal);
  },

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {{ frame: number, index: number }} packet
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ row: number }>} −1: there is none
   */
  quicRowOf: (captureId, flow, { frame, index }, signal) =>
    getJson(`${quicRoute(captureId, flow)}/row?frame=${frame}&index=${index}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {{ direction: number, by: import('../views/quic/state.js').By } & Sketch} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `quic-sequence`
   */
  quicSequence: (captureId, flow, { direction, by, ...options }, signal) =>
    getFrame(
      `${quicRoute(captureId, flow)}/sequence?direction=${endOf(direction)}&by=${by}&${sketchQuery(options)}`,
      signal,
    ),

  /**
   * @param {string} captureId
   * @param {number} flow of QUIC
   * @param {{ direction: number } & Sketch} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `quic-sender`
   */
  quicSender: (captureId, flow, { direction, ...options }, signal) =>
    getFrame(`${quicRoute(captureId, flow)}/sender?direction=${endOf(direction)}&${sketchQuery(options)}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {{ offset: number, limit: number }} page
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ total: number, messages: import('./answer-types.js').Message[] }>}
   */
  messages: (captureId, flow, { offset, limit }, signal) =>
    getJson(`${captureRoute(captureId)}/connections/${flow}/messages?offset=${offset}&limit=${limit}`, signal),

  /**
   * @param {string} captureId
   * @param {string} text filter
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `overview-order`
   */
  laneOrder: (captureId, text, signal) =>
    getFrame(`${captureRoute(captureId)}/lanes/order?${new URLSearchParams(text ? { text } : {})}`, signal),

  /**
   * @param {string} captureId
   * @param {{ text: string, rows: number, bins: number }} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `overview-density`
   */
  laneDensity: (captureId, { text, rows, bins }, signal) =>
    getFrame(
      `${captureRoute(captureId)}/lanes/density?${new URLSearchParams({
        ...(text ? { text } : {}),
        rows: String(rows),
        bins: String(bins),
      })}`,
      signal,
    ),

  /**
   * @param {string} captureId
   * @param {{ text: string, x: string, y: string, by: 'none'|'finding'|'limit' }} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `connection-points`
   */
  connectionPoints: (captureId, { text, ...asked }, signal) =>
    getFrame(
      `${captureRoute(captureId)}/points?${new URLSearchParams({ ...asked, ...(text ? { text } : {}) })}`,
      signal,
    ),

  /**
   * @param {string} captureId
   * @param {{ text: string, bins: number }} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `connection-strip`
   */
  connectionStrip: (captureId, { text, bins }, signal) =>
    getFrame(
      `${captureRoute(captureId)}/strip?${new URLSearchParams({ ...(text ? { text } : {}), bins: String(bins) })}`,
      signal,
    ),

  /**
   * @param {string} captureId
   * @param {{ text: string, startNs: number, endNs: number, bins: number, direction: 'both'|'client'|'server',
   *   hasTrips: boolean }} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `io`
   */
  ioGraph(captureId, { text, bins, direction, hasTrips, ...range }, signal) {
    const query = new URLSearchParams({ bins: String(bins), direction, rtt: hasTrips ? '1' : '0' });
    if (text) query.set('text', text);
    return getFrame(`${captureRoute(captureId)}/io?${query}${rangeQuery(range)}`, signal);
  },

  /**
   * @param {string} captureId
   * @param {{ text: string, startNs: number, endNs: number }} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../lib/overview/span-figures.js').SpanSums>}
   */
  spanFigures: (captureId, { text, ...range }, signal) =>
    getJson(`${captureRoute(captureId)}/span?${new URLSearchParams(text ? { text } : {})}${rangeQuery(range)}`, signal),

  /**
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `overview-arcs`
   */
  laneArcs: (captureId, signal) => getFrame(`${captureRoute(captureId)}/lanes/arcs`, signal),

  /**
   * @param {string} captureId
   * @param {{ flows: number[], startNs: number, endNs: number, bins: number }} view
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `overview-lanes`
   */
  lanes: (captureId, { flows, startNs, endNs, bins }, signal) =>
    getFrame(
      `${captureRoute(captureId)}/lanes?flows=${flows.join(',')}&start=${startNs}&end=${endNs}&bins=${bins}`,
      signal,
    ),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {number} index
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./answer-types.js').Exchange>}
   */
  exchange: (captureId, flow, index, signal) =>
    getJson(`${captureRoute(captureId)}/connections/${flow}/messages/${index}`, signal),

  /**
   * @param {string} captureId
   * @param {string} page its place, `all`, or empty: what fits
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `waterfall`
   */
  pageWaterfall: (captureId, page, signal) =>
    getFrame(`${captureRoute(captureId)}/waterfall${page ? `?page=${page}` : ''}`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `waterfall`
   */
  connectionWaterfall: (captureId, flow, signal) =>
    getFrame(`${captureRoute(captureId)}/connections/${flow}/waterfall`, signal),

  /**
   * @param {string} captureId
   * @param {number} flow
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>} a column frame `lanes`
   */
  streams: (captureId, flow, signal) => getFrame(`${captureRoute(captureId)}/connections/${flow}/lanes`, signal),

  /**
   * The beginning of a message's body, decoded.
   * @param {string} captureId @param {number} flow @param {number} index of the message @param {number} maxBytes
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ bytes: Uint8Array, isCut: boolean }>}
   */
  body: (captureId, flow, index, maxBytes, signal) =>
    request(addresses.bodyUrl(captureId, flow, index), { signal }, (response) => firstBytes(response, maxBytes)),

  /** @returns {Promise<{ reports: import('../reports/reports.js').Reports }>} loaded where one is made */
  reports: () => import('../reports/server-reports.js'),

  /**
   * @param {string} captureId
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ notes: import('./types.js').Note[] }>}
   */
  notes: (captureId, signal) => getJson(`${captureRoute(captureId)}/notes`, signal),

  /**
   * @param {string} captureId
   * @param {{ flow: number|null, time: number, frame: number|null, text: string }} note
   * @returns {Promise<{ note: import('./types.js').Note }>}
   */
  addNote: (captureId, note) => sendJson(`${captureRoute(captureId)}/notes`, 'POST', note),

  /**
   * @param {string} captureId
   * @param {number} id
   * @param {string} text
   * @returns {Promise<{ note: import('./types.js').Note }>}
   */
  changeNote: (captureId, id, text) => sendJson(`${captureRoute(captureId)}/notes/${id}`, 'PATCH', { text }),

  /** @param {string} captureId @param {number} id @returns {Promise<void>} */
  removeNote: (captureId, id) =>
    request(`${captureRoute(captureId)}/notes/${id}`, { method: 'DELETE' }, async () => undefined),

  /** @returns {Promise<{ examples: import('./types.js').Example[] }>} */
  examples: () => getJson('/api/examples'),

  /** @param {string} name @returns {Promise<{ capture: Capture }>} it has been read */
  openExample: (name) => sendJson(`/api/examples/${name}`, 'POST'),

  /** @returns {Promise<{ studies: import('./types.js').StudyState[] }>} */
  studies: () => getJson('/api/studies'),

  /**
   * @param {string} name
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ study: import('./types.js').StudyState, result: import('./answer-types.js').StudyResult|null,
   *   load: string|null }>} result null: it has not run yet; load: name of the file that was given to it
   */
  study: (name, signal) => getJson(`/api/studies/${name}`, signal),

  /**
   * @param {string} name
   * @param {{ draft: boolean, load?: string, set?: string[] }} options load: `published`, `file` or a capture's id
   * @returns {Promise<{ study: import('./types.js').StudyState }>}
   */
  startStudy: (name, options) => sendJson(`/api/studies/${name}/start`, 'POST', options),

  /** @param {string} name @param {File} file with requests @returns {Promise<{ load: string }>} */
  giveLoad: (name, file) =>
    request(
      `/api/studies/${name}/load?name=${encodeURIComponent(file.name)}`,
      { method: 'PUT', body: file, headers: { 'content-type': 'application/octet-stream' } },
      (response) => response.json(),
    ),

  /** @param {string} name @returns {Promise<{ study: import('./types.js').StudyState }>} */
  cancelStudy: (name) => sendJson(`/api/studies/${name}/cancel`, 'POST'),

  /** @param {string} name @param {string} capture @returns {Promise<{ capture: Capture }>} it is in the library now */
  openStudyCapture: (name, capture) => sendJson(`/api/studies/${name}/captures/${encodeURIComponent(capture)}`, 'POST'),

  /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<string>} of a drawing that the server made */
  drawing: (path, signal) => request(path, { signal }, (response) => response.text()),

  /** @returns {Promise<import('./types.js').Interfaces>} */
  interfaces: () => getJson('/api/interfaces'),

  /**
   * Polled each second in the background.
   * @returns {Promise<import('./types.js').InterfaceTraffic[]>}
   */
  interfaceTraffic: async () => {
    const response = await fetch('/api/interfaces/traffic');
    return response.ok ? (await response.json()).interfaces : [];
  },

  /** @param {import('./types.js').LiveRequest} live @returns {Promise<{ capture: Capture }>} */
  startLive: (live) => sendJson('/api/live', 'POST', live),
};

/** @typedef {typeof api} Api */
