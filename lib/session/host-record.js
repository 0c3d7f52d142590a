import { HostLog } from '../shared/hostlog/host-log.js';

/** What a host records beside a capture, read as far as it has come whenever somebody asks for it. */
export class HostRecord {
  #host;
  #log = new HostLog();
  /** @type {Promise<HostLog|null>} */
  #reading = Promise.resolve(null);

  /** @param {import('./host.js').Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * @param {{ isGrowing: boolean }} how
   * @returns {Promise<HostLog|null>} null: there is nothing
   */
  read({ isGrowing }) {
    this.#reading = this.#reading.then(() => this.#readOn(isGrowing));
    return this.#reading;
  }

  /** @param {boolean} isGrowing */
  async #readOn(isGrowing) {
    const reading = this.#host.readHostLogs(this.#log, { isGrowing });
    await reading.catch((error) => this.#host.logUnexpected("reading the host's log", error));
    return this.#log.hasNothing ? null : this.#log;
  }
}
