import { encodeColumnFrame } from '../shared/columns/column-frame.js';
import { flowText } from '../shared/quic-flow.js';
import { RequestError } from './request-error.js';

/** @typedef {import('./session.js').SessionState} SessionState */
/** @typedef {import('../analysis/quic/quic-sketch.js').Asked} Asked */

/** @param {unknown} value @returns {Uint8Array} */
const json = (value) => new TextEncoder().encode(JSON.stringify(value));

/**
 * @param {SessionState} state @param {number} flow
 * @returns {Promise<{ quic: import('../analysis/quic/opened-quic.js').OpenedQuic, index: number }>}
 */
async function opened({ analysis }, flow) {
  const quic = await analysis.openQuic();
  const index = quic?.indexOf(flow) ?? -1;
  if (quic === null || index < 0) {
    throw new RequestError(404, 'not_found', `The capture has no connection ${flowText(flow)} of QUIC.`);
  }
  return { quic, index };
}

/** @param {SessionState} state @param {import('../shared/columns/column-frame.js').ColumnFrame} frame */
const frameBytes = ({ version }, frame) => encodeColumnFrame({ ...frame, meta: { ...frame.meta, version } });

/** Methods about one QUIC connection, by its number (lib/shared/quic-flow.js). */
export const quicAnswers = {
  /** What it is, what was found, its streams. @param {SessionState} state @param {{ flow: number }} question */
  async quicFacts(state, { flow }) {
    const { quic, index } = await opened(state, flow);
    return json({ version: state.version, ...quic.facts(index) });
  },

  /** Its packets as columns. @param {SessionState} state @param {{ flow: number } & Asked} question */
  async quicPackets(state, { flow, sketch, range }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.packets(index, { sketch, range }));
  },

  /**
   * Some of its packets in words.
   * @param {SessionState} state @param {{ flow: number, offset: number, limit: number }} question
   */
  async quicRows(state, { flow, offset, limit }) {
    const { quic, index } = await opened(state, flow);
    return json({ version: state.version, ...quic.rows(index, offset, limit) });
  },

  /**
   * The packet behind or before another.
   * @param {SessionState} state
   * @param {{ flow: number } & import('../analysis/quic/next-packet.js').NextAsked} question
   */
  async quicNext(state, { flow, ...asked }) {
    const { quic, index } = await opened(state, flow);
    return json({ version: state.version, ...quic.next(index, asked) });
  },

  /**
   * Which packet is that of a frame.
   * @param {SessionState} state @param {{ flow: number, frame: number, place: number }} question
   */
  async quicRowOf(state, { flow, frame, place }) {
    const { quic, index } = await opened(state, flow);
    return json({ version: state.version, ...quic.rowOf(index, frame, place) });
  },

  /**
   * A direction's time-sequence diagram.
   * @param {SessionState} state
   * @param {{ flow: number, direction: number, by: import('../analysis/quic/opened-quic.js').Ordinate } & Asked}
   *   question
   */
  async quicSequence(state, { flow, direction, by, sketch, range }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.sequence(index, direction, by, { sketch, range }));
  },

  /**
   * What is known of an end as a sender.
   * @param {SessionState} state
   * @param {{ flow: number, direction: number } & Asked} question
   */
  async quicSender(state, { flow, direction, sketch, range }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.sender(index, direction, { sketch, range }));
  },

  /**
   * Whether a qlog is of a connection of the capture, and tells something of a sender.
   * @param {SessionState} state @param {{ bytes: Uint8Array }} question plain or gzip
   * @throws {RequestError} 400 it does not, with the reason
   */
  async checkQlog({ analysis: { ingest }, host }, { bytes }) {
    const { readEndpointLogs } = await import('../analysis/quic/endpoint-logs.js');
    const { refusal } = await readEndpointLogs(ingest.quic, [[bytes]], host.decode, ingest.endpointLogs);
    if (refusal !== null) throw new RequestError(400, 'no_host_log', refusal);
    return null;
  },
};
