/** An interface of the soak's own network namespace, with a few connection attempts a second; it can vanish. */
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';

export const NAME = 'soak0';
const OWN = '198.51.100.1';
const NOBODY = '198.51.100.2';
const PORT = 9;
const PAUSE_MS = 250;
/** Before the SYN is sent once more. */
const PATIENCE_MS = 200;

/** @param {string} line of `ip` @returns {boolean} whether it may */
const ip = (line) => spawnSync('ip', line.split(' '), { stdio: 'ignore' }).status === 0;

export class VanishingInterface {
  /** Attempts, by the port that made them. @type {{ port: number, ms: number }[]} */
  knocks = [];
  /** When it vanished. @type {number[]} */
  ends = [];
  /** @type {NodeJS.Timeout|undefined} */
  #timer;

  /** @returns {boolean} whether there is one now */
  make() {
    const isMade = ip(`link add ${NAME} type veth peer name soak1`);
    for (const name of [NAME, 'soak1']) ip(`link set ${name} up`);
    ip(`addr add ${OWN}/24 dev ${NAME}`);
    // Nobody answers there, not even what asks for its address.
    return isMade && ip(`neigh add ${NOBODY} lladdr 02:00:00:00:00:02 dev ${NAME}`);
  }

  begin() {
    this.#timer = setInterval(() => this.#knock(), PAUSE_MS);
  }

  /** It stays, and nothing passes. */
  rest() {
    clearInterval(this.#timer);
  }

  vanish() {
    this.rest();
    this.ends.push(Date.now());
    ip(`link del ${NAME}`);
  }

  #knock() {
    const socket = connect(PORT, NOBODY).on('error', () => undefined);
    const begun = Date.now();
    setTimeout(() => {
      const { localPort } = socket;
      if (localPort !== undefined) this.knocks.push({ port: localPort, ms: begun });
      socket.destroy();
    }, PATIENCE_MS);
  }
}
