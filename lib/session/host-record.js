import { HostLog } from '../shared/hostlog/host-log.js';

/** What a host records beside a capture, read as far as it has come whenever somebody asks for it. */
export class HostRecord {
  #host;
  #log = new HostLog();
  /** @type {Promise<unknown>} */
  #reading = Promise.resolve();

  /** @param {import('./host.js').Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * @param {{ isGrowing: boolean }} how
   * @returns {Promise<HostLog>}
   */
  async read(how) {
    this.#reading = this.#reading
      .then(() => this.#host.readHostLogs(this.#log, how))
      .catch((error) => this.#host.logUnexpected("reading the host's log", error));
    await this.#reading;
    return this.#log;
  }
}
