import { wiresharkFilter } from '../../shared/filter/wireshark.js';
import { flowName, isQuicFlow, QUIC_FLOWS } from '../../shared/quic-flow.js';
import { SCOPE_NUMBER_STEP } from '../../transport/conversation.js';

/** @typedef {Pick<import('../capture-analysis.js').CaptureAnalysis, 'connections'|'findings'|'messages'>} Analysis */
/** @typedef {import('./quic-rows.js').QuicRows} QuicRows */
/** @typedef {import('../../protocols/describe-message.js').Message} Message */

/**
 * The connections of all transports, by index: TCP's are those of its flow table, QUIC's begin at `QUIC_FLOWS`, so that
 * neither change while more of the other come. `quic` is set by who has loaded what describes them.
 */
export class AllConnections {
  #tcp;
  #findings;
  #messages;
  /** Null: there is none, or it is not loaded. @type {QuicRows|null} */
  quic = null;

  /** @param {Analysis} analysis */
  constructor({ connections, findings, messages }) {
    this.#tcp = connections;
    this.#findings = findings;
    this.#messages = messages;
  }

  /** With QUIC's, where there are any. @param {Analysis & { ingest: import('../ingest.js').Ingest }} analysis */
  static async of(analysis) {
    const all = new AllConnections(analysis);
    if (analysis.ingest.quic !== null) all.quic = new (await import('./quic-views.js')).QuicRows(analysis.ingest);
    return all;
  }

  /** What those of QUIC cost, to be summed up with TCP's. */
  otherCosts() {
    return Array.from({ length: this.quicCount }, (_, index) => this.#ofQuic.cost(index));
  }

  /** `summary`, `verdict` and `findings` of the whole capture. */
  ofCapture() {
    if (this.quic === null) return this.#findings.ofCapture();
    const { summary, verdict, findings } = this.quic.overall(this.#findings);
    return { summary, verdict, findings };
  }

  /** The same with names of connections, as `analyze --json` has it. */
  namedOfCapture() {
    const { findings, ...rest } = this.ofCapture();
    return { ...rest, findings: findings.map((one) => ({ ...one, flows: one.flows.map(flowName) })) };
  }

  get count() {
    return this.#tcp.count + this.quicCount;
  }

  get quicCount() {
    return this.quic?.count ?? 0;
  }

  /** @returns {Uint32Array} all of them, TCP's first */
  get indexes() {
    const ofTcp = this.#tcp.count;
    return Uint32Array.from({ length: this.count }, (_, at) => (at < ofTcp ? at : QUIC_FLOWS + at - ofTcp));
  }

  /** A connection's place among `indexes`. @param {number} index */
  placeOf(index) {
    return index < QUIC_FLOWS ? index : this.#tcp.count + index - QUIC_FLOWS;
  }

  /** @param {number} index */
  numberOf(index) {
    return index < QUIC_FLOWS ? this.#tcp.numberOf(index) : this.#ofQuic.numberOf(index - QUIC_FLOWS);
  }

  /** @param {number} number @returns {number} index, or −1 */
  indexOf(number) {
    if (!isQuicFlow(number)) return this.#tcp.indexOf(number);
    const index = this.quic?.indexOf(number) ?? -1;
    return index < 0 ? -1 : QUIC_FLOWS + index;
  }

  /** @param {number} index @returns {number} of QUIC's connections; −1: it is one of TCP */
  quicIndexOf(index) {
    return index < QUIC_FLOWS ? -1 : index - QUIC_FLOWS;
  }

  /** @param {number} index */
  row(index) {
    return index < QUIC_FLOWS ? this.#tcp.row(index) : this.#ofQuic.row(index - QUIC_FLOWS);
  }

  /** @param {number} index */
  verdict(index) {
    return index < QUIC_FLOWS ? this.#findings.verdict(index) : this.#ofQuic.verdict(index - QUIC_FLOWS);
  }

  /** What was found in a connection, worst first. @param {number} index */
  findings(index) {
    return index < QUIC_FLOWS ? this.#findings.ofConnection(index).findings : this.#ofQuic.findings(index - QUIC_FLOWS);
  }

  /**
   * Messages of a connection as `analyze --messages` prints them.
   * @param {number} index @param {number} offset @param {number} limit
   */
  messages(index, offset, limit) {
    const { total, messages } =
      index < QUIC_FLOWS
        ? this.#messages.ofConnection(index, offset, limit)
        : this.#messages.ofQuic(index - QUIC_FLOWS, offset, limit);
    return { total, messages: /** @type {Message[]} */ (messages) };
  }

  /** A message and its other half. @param {number} index of the connection @param {number} message */
  exchange(index, message) {
    return index < QUIC_FLOWS
      ? this.#messages.exchange(index, message)
      : this.#messages.quicExchange(index - QUIC_FLOWS, message);
  }

  /** What the connections' requests asked for. @param {Iterable<number>} indexes */
  statements(indexes) {
    return this.#messages.statements(indexes);
  }

  /**
   * Some connections as a display filter of Wireshark, in which those of QUIC may share their addresses and ports with
   * others.
   * @param {Uint32Array} indexes @returns {{ filter: string|null, unknown: number }} `unknown`: those that it has no
   *   number for
   */
  wiresharkFilter(indexes) {
    const flows = Array.from(
      indexes.filter((index) => index < QUIC_FLOWS),
      (index) => this.numberOf(index),
    );
    const known = flows.filter((flow) => flow < SCOPE_NUMBER_STEP).sort((a, b) => a - b);
    const quic = Array.from(
      indexes.filter((index) => index >= QUIC_FLOWS),
      (index) => index - QUIC_FLOWS,
    );
    const ofQuic = quic.length === 0 ? {} : this.#ofQuic.wiresharkTerms(quic.sort((a, b) => a - b));
    return { filter: wiresharkFilter({ flows: known, ...ofQuic }), unknown: flows.length - known.length };
  }

  /** @param {number} index @param {number} bins */
  activity(index, bins) {
    return index < QUIC_FLOWS ? this.#tcp.activity(index, bins) : this.#ofQuic.activity(index - QUIC_FLOWS, bins);
  }

  /** @param {number} index @param {string} key */
  sortValue(index, key) {
    return index < QUIC_FLOWS ? this.#tcp.sortValue(index, key) : this.#ofQuic.sortValue(index - QUIC_FLOWS, key);
  }

  /** @param {number} index */
  searchText(index) {
    return index < QUIC_FLOWS ? this.#tcp.searchText(index) : this.#ofQuic.searchText(index - QUIC_FLOWS);
  }

  /** The source of a filter; words are searched in `searchText`. */
  get filtered() {
    const { filtered } = this.#tcp;
    return this.quic === null ? filtered : new FilteredOfBoth(filtered, this.quic);
  }

  get #ofQuic() {
    return /** @type {QuicRows} */ (this.quic);
  }
}

/** @typedef {Omit<import('../../shared/filter/compile.js').Source, 'text'>} Filtered */

/** @implements {Filtered} */
class FilteredOfBoth {
  #tcp;
  #quic;

  /** @param {Filtered} tcp @param {QuicRows} quic */
  constructor(tcp, quic) {
    this.#tcp = tcp;
    this.#quic = quic;
  }

  /** @param {string} name */
  reader(name) {
    const [ofTcp, ofQuic] = [this.#tcp.reader(name), this.#quic.reader(name)];
    return (/** @type {number} */ index) => (index < QUIC_FLOWS ? ofTcp(index) : ofQuic(index - QUIC_FLOWS));
  }

  /** @param {string} name */
  whole(name) {
    const [ofTcp, ofQuic] = [this.#tcp.whole(name), this.#quic.whole(name)];
    return (/** @type {number} */ index) => (index < QUIC_FLOWS ? ofTcp(index) : ofQuic(index - QUIC_FLOWS));
  }

  /** @param {number} index @param {number} from @param {number} to */
  hasFrame(index, from, to) {
    return index < QUIC_FLOWS ? this.#tcp.hasFrame(index, from, to) : this.#quic.hasFrame(index - QUIC_FLOWS, from, to);
  }
}
