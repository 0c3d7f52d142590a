import { tcpFrames } from '../tcpflow/frames/tcp-frames.js';
/** @typedef {import('../analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {ReturnType<CaptureAnalysis['connections']['describe']>} Connection an entry of `flows` of `--json` */
/** @typedef {import('../protocols/describe-message.js').Message} Message a line of `--messages` */
/** @typedef {import('../analysis/messages/statements.js').Statement} Statement an entry of `statements` of `--json` */
/** @typedef {import('../insight/findings/finding.js').Finding} Finding an entry of `findings` of a connection */
/**
 * Packets of one connection in columns, a row a TCP segment in the order of frames; columns and names as `packets` in
 * docs/protocol.md.
 * @typedef {object} PacketBatch
 * @property {number} connection its number
 * @property {number} rows
 * @property {Record<string, import('../shared/columns/column-frame.js').Column>} columns typed arrays of `rows` entries
 *   each (but `sackLeft` and `sackRight`)
 * @property {Record<string, unknown>} names names of the numbers in columns, and the connection's constants
 */

/**
 * What either end of a connection could send, in columns as `packets` (not measured), `flight` and `sender` in
 * docs/protocol.md.
 * @typedef {{ connection: number, packets: PacketBatch, flight: PacketBatch, sender: PacketBatch }} Windows
 */

/** A capture that was read: its connections, packets, messages and findings, each as an async iterator. */
export class Capture {
  #analysis;
  #frames;

  /** @param {CaptureAnalysis} analysis of a capture that was read to its end */
  constructor(analysis) {
    this.#analysis = analysis;
    this.#frames = tcpFrames(analysis.ingest.tcp);
  }

  /** `capture` of `analyze --json`: packets, times, link types, warnings, what was not read. */
  describe() {
    return this.#analysis.ingest.describe();
  }

  /** `summary`, `verdict` and `findings` of `analyze --json`, of the capture as a whole. */
  verdict() {
    return this.#analysis.findings.ofCapture();
  }

  /** @returns {AsyncGenerator<Connection>} in the order of their numbers */
  async *connections() {
    const { connections } = this.#analysis;
    for (let index = 0; index < connections.count; index++) yield connections.describe(index);
  }

  /**
   * @param {{ connection?: number, measured?: boolean }} [options] `connection`: of that number alone; `measured`: with
   *   the columns `rtt` and `inFlight` (true), which cost most of the time
   * @returns {AsyncGenerator<PacketBatch>} one for each connection
   * @throws {RangeError} there is no such connection
   */
  async *packets({ connection, measured = true } = {}) {
    const { verdicts } = this.#analysis.ingest;
    for (const index of this.#indexes(connection)) {
      verdicts.refresh(index);
      const { rows, meta, columns } = this.#frames.packets(index, { measured });
      yield { connection: this.#analysis.connections.numberOf(index), rows, columns, names: meta };
    }
  }

  /**
   * Samples of the round trip, in columns as `rtt` in docs/protocol.md.
   * @param {{ connection?: number, traced?: boolean }} [options] `connection`: of that number alone; `traced`: with the
   *   columns `method`, `frame` and `answeredFrame`, and `names` (true), which cost most of the time
   * @returns {AsyncGenerator<PacketBatch>} one for each connection
   * @throws {RangeError} there is no such connection
   */
  async *roundTrips({ connection, traced = true } = {}) {
    for (const index of this.#indexes(connection)) {
      const {
        rows,
        columns,
        meta: names,
      } = traced ? this.#frames.roundTrips(index, true) : { ...this.#frames.samples(index), meta: {} };
      yield { connection: this.#analysis.connections.numberOf(index), rows, columns, names };
    }
  }

  /**
   * What was in flight, the estimated congestion window, and what limited the sender. Costs several times what
   * `packets` costs.
   * @param {{ connection?: number }} [options] `connection`: of that number alone
   * @returns {AsyncGenerator<Windows>} one for each connection
   * @throws {RangeError} there is no such connection
   */
  async *windows({ connection } = {}) {
    const { OpenedConnections } = await import('../analysis/opened-connections.js'); // half of the start: only if needed
    const { connections, ingest } = this.#analysis;
    const opened = new OpenedConnections(ingest);
    for (const index of this.#indexes(connection)) {
      const number = connections.numberOf(index);
      /** @param {import('../shared/columns/column-frame.js').ColumnFrame} frame @returns {PacketBatch} */
      const batch = ({ rows, meta, columns }) => ({ connection: number, rows, columns, names: meta });
      const sender = batch(opened.sender(index));
      const flight = batch(this.#frames.flight(index, true));
      yield { connection: number, packets: batch(this.#frames.packets(index, { measured: false })), flight, sender };
    }
  }

  /** @returns {AsyncGenerator<Message>} HTTP and other messages, in the order of their first frames */
  async *messages() {
    yield* this.#analysis.messages.inOrder();
  }

  /**
   * @param {{ connection?: number }} [options] `connection`: of that number alone
   * @returns {Statement[]} what requests asked for, without constants: those that took most time first
   * @throws {RangeError} there is no such connection
   */
  statements({ connection } = {}) {
    return this.#analysis.messages.statements(this.#indexes(connection));
  }

  /**
   * @param {{ connection?: number }} [options] `connection`: of that number alone
   * @returns {AsyncGenerator<Finding & { connection: number }>} worst first in each connection
   * @throws {RangeError} there is no such connection
   */
  async *findings({ connection } = {}) {
    for (const index of this.#indexes(connection)) {
      const number = this.#analysis.connections.numberOf(index);
      for (const finding of this.#analysis.findings.ofConnection(index).findings) {
        yield { connection: number, ...finding };
      }
    }
  }

  /** @param {number|undefined} number @returns {number[]} of that connection, or of all */
  #indexes(number) {
    const { connections } = this.#analysis;
    if (number === undefined) return Array.from({ length: connections.count }, (_, index) => index);
    const index = connections.indexOf(number);
    if (index < 0) throw new RangeError(`The capture has no connection ${number}.`);
    return [index];
  }
}
