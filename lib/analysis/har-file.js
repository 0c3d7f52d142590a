/** The HAR of some connections' exchanges, or of all: from the tables, with bodies from a second reading. */
import { MAX_HAR_BODIES_BYTES, MAX_HAR_BODY_BYTES } from '../export/har/content.js';
import { har } from '../export/har/har.js';
import { roundTripsOf, seconds } from '../transport/conversation.js';
import { MessageBodies } from './message-bodies.js';
import { QuicMessages } from './messages/quic-messages.js';

/** @typedef {Pick<import('./capture-analysis.js').CaptureAnalysis, 'ingest'|'connections'>} Analysis */

export class HarFile {
  #analysis;
  #flows;
  #quicFlows;
  #hasText;
  /** @type {Map<number, import('../export/har/content.js').HarBody>} */
  #bodies = new Map();
  #left = MAX_HAR_BODIES_BYTES;
  /** A target for the capture's second reading, to be finished before `text`. */
  reading;

  /**
   * @param {Analysis} analysis
   * @param {object} how
   * @param {Iterable<number>} [how.flows] indexes; all of them where neither these nor `quicFlows` are given
   * @param {Iterable<number>} [how.quicFlows] indexes of QUIC's connections
   * @param {boolean} how.hasText whether bodies are included, not only their lengths
   * @param {import('../protocols/bodies/codings.js').Decoder} how.decode
   * @param {import('../protocols/tls/ciphers.js').Ciphers['inflate']} how.inflate
   */
  constructor(analysis, { flows, quicFlows, hasText, decode, inflate }) {
    this.#analysis = analysis;
    const isAll = flows === undefined && quicFlows === undefined;
    this.#flows = isAll ? null : new Set(flows);
    this.#quicFlows = isAll ? null : new Set(quicFlows);
    this.#hasText = hasText;
    this.reading = new MessageBodies(analysis.ingest, {
      wants: (one) => this.#flows?.has(one) ?? true,
      wantsQuic: (one) => this.#quicFlows?.has(one) ?? true,
      decode,
      inflate,
      limit: hasText ? MAX_HAR_BODY_BYTES : 0,
      onBody: (index, body) => this.#keep(index, body),
    });
  }

  /** @param {number} index @param {import('../export/har/content.js').HarBody} body */
  #keep(index, body) {
    const { length } = body.bytes ?? [];
    const isKept = length <= this.#left;
    if (isKept) this.#left -= length;
    this.#bodies.set(index, isKept ? body : { ...body, bytes: null });
  }

  /** @param {string} version of this program */
  text(version) {
    const { ingest, connections } = this.#analysis;
    const flows = [...(this.#flows ?? Array.from({ length: connections.count }, (_, index) => index))];
    const shown = flows
      .filter((index) => ingest.messages.messagesOf(index).length > 0)
      .map((index) => connectionOf(this.#analysis, index));
    shown.push(...(QuicMessages.of(ingest)?.harConnections((one) => this.#quicFlows?.has(one) ?? true) ?? []));
    const bodyOf = (/** @type {number} */ index) => this.#bodies.get(index) ?? null;
    const whole = har(shown, ingest.reader.startEpochNs, version, { bodyOf, hasText: this.#hasText });
    return `${JSON.stringify(whole, null, 1)}\n`;
  }
}

/**
 * @param {Analysis} analysis
 * @param {number} index
 * @returns {import('../export/har/har.js').HarConnection}
 */
function connectionOf(analysis, index) {
  const { flows } = analysis.ingest.tcp;
  const tls = analysis.ingest.messages.tlsOf(index);
  const client = flows.clientEndpoint(index);
  const { address, port } = flows.endpoint(index, 1 - client);
  const messages = analysis.ingest.messages
    .messagesOf(index)
    .map((message) => analysis.ingest.messages.describe(message));
  // TLS in a tunnel comes after the request that opens it
  const hasTls =
    tls !== null && tls.startNs !== null && tls.readyNs !== null && seconds(tls.startNs) <= messages[0].start;
  return {
    flow: flows.number(index),
    serverAddress: address,
    serverPort: port,
    start: seconds(flows.at(index).startNs),
    end: seconds(flows.at(index).endNs),
    ...roundTripsOf(flows, index),
    tls: hasTls
      ? { start: seconds(/** @type {number} */ (tls.startNs)), end: seconds(/** @type {number} */ (tls.readyNs)) }
      : null,
    messages,
  };
}
