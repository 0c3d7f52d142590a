import { encodeColumnFrame } from '../shared/columns/column-frame.js';
import { flowText } from '../shared/quic-flow.js';
import { RequestError } from './request-error.js';

/** @typedef {import('./session.js').SessionState} SessionState */

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

  /** Its packets as columns. @param {SessionState} state @param {{ flow: number }} question */
  async quicPackets(state, { flow }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.packets(index));
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
   * A direction's time-sequence diagram.
   * @param {SessionState} state
   * @param {{ flow: number, direction: number, by: import('../analysis/quic/opened-quic.js').Ordinate }} question
   */
  async quicSequence(state, { flow, direction, by }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.sequence(index, direction, by));
  },

  /**
   * What is known of an end as a sender.
   * @param {SessionState} state
   * @param {{ flow: number, direction: number }} question
   */
  async quicSender(state, { flow, direction }) {
    const { quic, index } = await opened(state, flow);
    return frameBytes(state, quic.sender(index, direction));
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
