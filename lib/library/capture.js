import { quicConnections } from '../analysis/quic/load.js';
import { flowOfText, QUIC_FLOWS } from '../shared/quic-flow.js';
import { tcpFrames } from '../tcpflow/frames/tcp-frames.js';

/** @typedef {import('../analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {ReturnType<CaptureAnalysis['connections']['describe']> & { transport: 'tcp' }} TcpConnection */
/** @typedef {import('../analysis/quic/quic-connections.js').QuicConnections} QuicConnections */
/** @typedef {ReturnType<QuicConnections['describe']>} QuicConnection */
/** @typedef {TcpConnection | QuicConnection} Connection an entry of `flows` of `--json`, told by its `transport` */
/** @typedef {import('../protocols/describe-message.js').Message} TcpMessage */
/** @typedef {import('../analysis/messages/quic-messages.js').QuicMessage} QuicMessage */
/** @typedef {TcpMessage | QuicMessage} Message a line of `--messages` */
/** @typedef {ReturnType<typeof import('../quicflow/describe/describe-packets.js').withFate>} QuicPacket */
/** @typedef {import('../export/quic/connection.js').Stream & { flow: string }} QuicStream */
/** @typedef {import('../export/quic/connection.js').Sender} QuicSender */
/** @typedef {import('../analysis/message-queries.js').NamedStatement} Statement an entry of `statements` of `--json` */
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

/**
 * What a sender's own kernel recorded beside the capture, a row a sample; NaN where it says nothing.
 * @typedef {{ connection: number, direction: 'clientToServer' | 'serverToClient' } & ReturnType<typeof
 *   import('../insight/kernel/kernel-samples.js').kernelSamples>} KernelSamples
 */

/** A capture that was read: its connections, packets, messages and findings, each as an async iterator. */
export class Capture {
  #analysis;
  #all;
  #frames;

  /**
   * @param {CaptureAnalysis} analysis of a capture that was read to its end
   * @param {import('../analysis/quic/all-connections.js').AllConnections} all of its connections
   */
  constructor(analysis, all) {
    this.#analysis = analysis;
    this.#all = all;
    this.#frames = tcpFrames(analysis.ingest.tcp);
  }

  /** `capture` of `analyze --json`: packets, times, link types, warnings, what was not read. */
  describe() {
    return this.#analysis.ingest.describe();
  }

  /** `summary`, `verdict` and `findings` of `analyze --json`, of the capture as a whole. */
  verdict() {
    return this.#all.namedOfCapture();
  }

  /** @returns {AsyncGenerator<Connection>} in the order of their numbers, TCP's before QUIC's */
  async *connections() {
    const { connections } = this.#analysis;
    for (let index = 0; index < connections.count; index++) {
      yield /** @type {TcpConnection} */ (connections.describe(index));
    }
    const { quic } = this.#all;
    for (let index = 0; index < (quic?.count ?? 0); index++) {
      yield /** @type {NonNullable<typeof quic>} */ (quic).describe(index, this.#analysis.findings.times);
    }
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

  /**
   * What hosts recorded beside the capture of their sockets (docs/host-record.md).
   * @param {{ connection?: number }} [options] `connection`: of that number alone
   * @returns {AsyncGenerator<KernelSamples>} one for each sender that was recorded
   * @throws {RangeError} there is no such connection
   */
  async *kernels({ connection } = {}) {
    const { connections, ingest } = this.#analysis;
    const indexes = this.#indexes(connection);
    if (ingest.hostLog === null) return;
    const { OpenedConnections } = await import('../analysis/opened-connections.js');
    const opened = new OpenedConnections(ingest);
    for (const index of indexes) {
      for (const samples of opened.kernelSamples(index)) yield { connection: connections.numberOf(index), ...samples };
    }
  }

  /**
   * Packets of QUIC, as lines of `--packets`.
   * @param {{ connection?: string }} [options] `connection`: of that name alone, such as `q0`
   * @returns {AsyncGenerator<QuicPacket>} those of one connection after those of another
   * @throws {RangeError} there is no such connection
   */
  async *quicPackets({ connection } = {}) {
    for await (const data of this.#quicData(connection)) yield* data.packets();
  }

  /**
   * Streams of QUIC: bytes and times of what each end sent; none without keys.
   * @param {{ connection?: string }} [options] `connection`: of that name alone
   * @returns {AsyncGenerator<QuicStream>}
   * @throws {RangeError} there is no such connection
   */
  async *quicStreams({ connection } = {}) {
    for await (const data of this.#quicData(connection)) yield* data.streams();
  }

  /**
   * Senders of QUIC, as `--sender` prints them: congestion window, limits, losses, RTT, bytes in flight.
   * @param {{ connection?: string }} [options] `connection`: of that name alone
   * @returns {AsyncGenerator<QuicSender>} one for each direction with data
   * @throws {RangeError} there is no such connection
   */
  async *quicSenders({ connection } = {}) {
    for await (const data of this.#quicData(connection)) yield* data.senders();
  }

  /** @param {string|undefined} name of that connection, or of all */
  async *#quicData(name) {
    const quic = await quicConnections(this.#analysis.ingest);
    const only = name === undefined ? -1 : (quic?.indexOf(name) ?? -1);
    if (name !== undefined && only < 0) throw new RangeError(`The capture has no connection ${name}.`);
    for (let index = 0; index < (quic?.count ?? 0); index++) {
      if (only < 0 || only === index) yield /** @type {QuicConnections} */ (quic).dataOf(index);
    }
  }

  /** @returns {AsyncGenerator<Message>} HTTP and other messages, in the order of their first frames */
  async *messages() {
    yield* this.#analysis.messages.ofAllTransports();
  }

  /**
   * @param {{ connection?: number|string }} [options] `connection`: of that number, or QUIC's name, alone
   * @returns {Statement[]} what requests asked for, without constants: those that took most time first
   * @throws {RangeError} there is no such connection
   */
  statements({ connection } = {}) {
    return this.#analysis.messages.statements(this.#indexesOfAny(connection));
  }

  /**
   * @param {{ connection?: number|string }} [options] `connection`: of that number, or QUIC's name, alone
   * @returns {AsyncGenerator<Finding & { connection: number|string }>} worst first in each connection
   * @throws {RangeError} there is no such connection
   */
  async *findings({ connection } = {}) {
    for (const index of typeof connection === 'string' ? [] : this.#indexes(connection)) {
      const number = this.#analysis.connections.numberOf(index);
      for (const finding of this.#analysis.findings.ofConnection(index).findings) {
        yield { connection: number, ...finding };
      }
    }
    if (typeof connection === 'number') return;
    for await (const { flow, findings } of this.#quicData(connection)) {
      for (const finding of findings()) yield { connection: flow, ...finding };
    }
  }

  /** @param {number|string|undefined} connection @returns {number[]|undefined} undefined: of all */
  #indexesOfAny(connection) {
    if (typeof connection !== 'string') return connection === undefined ? undefined : this.#indexes(connection);
    const index = this.#analysis.ingest.quic?.numbers.indexOf(flowOfText(connection) ?? -1) ?? -1;
    if (index < 0) throw new RangeError(`The capture has no connection ${connection}.`);
    return [QUIC_FLOWS + index];
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
