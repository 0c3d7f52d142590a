/**
 * @typedef {object} LossOptions
 * @property {number} [loss] probability of each packet by itself
 * @property {{ enter: number, leave: number, loss?: number }} [burstLoss] Gilbert and Elliott: probabilities, for each
 *   packet, to go into and out of a
 *   bad state, and to be lost there (1 unless given)
 * @property {number[]} [dropPackets] which packets of this direction are lost, from 1
 * @property {number[]} [dropData] the same among those that bear data, retransmissions counted
 */

/** @param {LossOptions} options @returns {boolean} they ask for any */
export function needsLoss({ loss, burstLoss, dropPackets = [], dropData = [] }) {
  return dropPackets.length + dropData.length > 0 || Boolean(loss) || burstLoss !== undefined;
}

/** Which packets a link loses on the way, whatever its queue. */
export class Loss {
  #random;
  #options;
  #dropPackets;
  #dropData;
  #packets = 0;
  #dataPackets = 0;
  #isBad = false;

  /** @param {LossOptions} options @param {import('./random.js').Random} random */
  constructor(options, random) {
    this.#options = options;
    this.#random = random;
    this.#dropPackets = new Set(options.dropPackets ?? []);
    this.#dropData = new Set(options.dropData ?? []);
  }

  /** @param {boolean} bearsData @returns {boolean} to be asked once for each packet */
  takes(bearsData) {
    this.#packets++;
    if (bearsData) this.#dataPackets++;
    if (this.#dropPackets.has(this.#packets) || (bearsData && this.#dropData.has(this.#dataPackets))) return true;
    return this.#random.chance(this.#options.loss ?? 0) || this.#inBurst();
  }

  #inBurst() {
    const { burstLoss } = this.#options;
    if (!burstLoss) return false;
    if (this.#random.chance(this.#isBad ? burstLoss.leave : burstLoss.enter)) this.#isBad = !this.#isBad;
    return this.#isBad && this.#random.chance(burstLoss.loss ?? 1);
  }
}
