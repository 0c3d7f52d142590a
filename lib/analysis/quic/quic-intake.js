/** @typedef {import('../../packet/datagram-batch.js').Datagrams} Datagrams */
/** @typedef {import('../../packet/datagram-batch.js').DatagramBatch} DatagramBatch */
/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../../quicflow/streams/http3-sinks.js').Http3Sinks} Http3Sinks */
/** @typedef {NonNullable<Awaited<ReturnType<QuicIntake['kept']>>>} KeptQuic */

/**
 * Takes datagrams that may be QUIC. What reads them is loaded when the first come, as most captures have none: until
 * then they are held, and who pushes a capture's bytes waits for `ready`.
 */
export class QuicIntake {
  /** Null: no datagram has come, or it is being loaded. @type {QuicTracker|null} */
  tracker = null;
  /** Messages on its streams. @type {MessageAnalysis|null} */
  messages = null;
  /** @type {Http3Sinks|null} */
  #sinks = null;
  #options;
  #onServerName;
  #messagesOf;
  /** @type {((tracker: QuicTracker) => void)[]} */
  #held = [];
  /** @type {Promise<void>|null} */
  #loading = null;
  #hasEnded = false;

  /**
   * @param {ConstructorParameters<typeof import('../../quicflow/quic-tracker.js').QuicTracker>[0]} options
   * @param {QuicTracker['onServerName']} onServerName
   * @param {(roles: import('../../protocols/stream-router.js').FlowRoles) => MessageAnalysis} messagesOf
   */
  constructor(options, onServerName, messagesOf) {
    this.#options = options;
    this.#onServerName = onServerName;
    this.#messagesOf = messagesOf;
  }

  /** @param {DatagramBatch} batch valid during the call only */
  take(batch) {
    if (this.tracker === null) this.takePacked(batch.packed());
    else this.tracker.take(batch);
  }

  /** @param {Datagrams} datagrams that stay as they are */
  takePacked(datagrams) {
    if (this.tracker !== null) {
      this.tracker.take(datagrams);
      return;
    }
    this.#held.push((tracker) => tracker.take(datagrams));
    this.#loading ??= this.#load();
  }

  /** About a datagram that may be of a connection. @param {import('../../packet/network/icmp.js').IcmpError} error */
  takeIcmpError(error) {
    if (this.tracker !== null) this.tracker.takeIcmpError(error);
    else if (this.#held.length > 0) this.#held.push((tracker) => tracker.takeIcmpError(error));
  }

  async #load() {
    const { QuicTracker: Tracker, Http3Sinks: Sinks, quicRoles, QuicStreams } = await import('./quic-parts.js');
    const tracker = new Tracker(this.#options);
    this.messages = this.#messagesOf(quicRoles(tracker));
    this.#sinks = new Sinks(tracker, this.messages.readQuic(QuicStreams));
    tracker.openStream = this.#sinks.open;
    tracker.onDatagram = this.#sinks.onDatagram;
    tracker.onServerName = this.#onServerName;
    for (const give of this.#held) give(tracker);
    this.#held = [];
    this.tracker = tracker;
    if (this.#hasEnded) this.#endTracker();
  }

  /**
   * For a report: what was found out, without bytes; null: there is no QUIC.
   * @param {number[]|null} numbers of its connections; null: all of the capture's
   */
  async kept(numbers) {
    const { tracker, messages } = this;
    if (tracker === null || messages === null) return null;
    const { keptOf } = await import('./quic-parts.js');
    return { tracker: keptOf(tracker, numbers), messages: messages.kept };
  }

  /** @param {KeptQuic} kept @throws {RangeError} it is damaged */
  async restore({ tracker: kept, messages }) {
    const { QuicTracker: Tracker, quicRoles, restoreTracker } = await import('./quic-parts.js');
    const tracker = new Tracker(this.#options);
    restoreTracker(tracker, kept);
    this.messages = this.#messagesOf(quicRoles(tracker));
    this.messages.restore(messages);
    this.tracker = tracker;
  }

  /** Settled when all that came has been read. @returns {Promise<void>} */
  async ready() {
    if (this.#loading !== null) await this.#loading;
  }

  /** End of input. */
  end() {
    this.#hasEnded = true;
    this.#endTracker();
  }

  #endTracker() {
    this.tracker?.end();
    this.#sinks?.end();
  }
}
