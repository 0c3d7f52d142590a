/** @typedef {import('../packet/datagram-batch.js').Datagrams} Datagrams */
/** @typedef {import('../packet/datagram-batch.js').DatagramBatch} DatagramBatch */
/** @typedef {import('../quicflow/quic-tracker.js').QuicTracker} QuicTracker */

/**
 * Takes datagrams that may be QUIC. What reads them is loaded when the first come, as most captures have none: until
 * then they are held, and who pushes a capture's bytes waits for `ready`.
 */
export class QuicIntake {
  /** Null: no datagram has come, or it is being loaded. @type {QuicTracker|null} */
  tracker = null;
  #options;
  #onServerName;
  /** @type {Datagrams[]} */
  #held = [];
  /** @type {Promise<void>|null} */
  #loading = null;
  #hasEnded = false;

  /**
   * @param {ConstructorParameters<typeof import('../quicflow/quic-tracker.js').QuicTracker>[0]} options
   * @param {QuicTracker['onServerName']} onServerName
   */
  constructor(options, onServerName) {
    this.#options = options;
    this.#onServerName = onServerName;
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
    this.#held.push(datagrams);
    this.#loading ??= this.#load();
  }

  async #load() {
    const { QuicTracker: Tracker } = await import('../quicflow/quic-tracker.js');
    const tracker = new Tracker(this.#options);
    tracker.onServerName = this.#onServerName;
    for (const datagrams of this.#held) tracker.take(datagrams);
    this.#held = [];
    this.tracker = tracker;
    if (this.#hasEnded) tracker.end();
  }

  /** Settled when all that came has been read. @returns {Promise<void>} */
  async ready() {
    if (this.#loading !== null) await this.#loading;
  }

  /** End of input. */
  end() {
    this.#hasEnded = true;
    this.tracker?.end();
  }
}
