/**
 * @typedef {object} LossOptions
 * @property {number} [loss] probability of each packet independently
 * @property {{ enter: number, leave: number, loss?: number }} [burstLoss] Gilbert and Elliott: probabilities, for each
 *   packet, to go into and out of a
 *   bad state, and to be lost there (1 unless given)
 * @property {number[]} [dropPackets] which packets of this direction are lost, from 1
 * @property {number[]} [dropData] the same among packets with data, retransmissions counted
 * @property {Map<number, number[]>} [dropBytes] by connection, offsets in this direction's sequence space, ascending: a
 *   segment with such a byte is lost, once for each time that the byte is listed
 */

/** @param {LossOptions} options @returns {boolean} they ask for any */
export function needsLoss({ loss, burstLoss, dropPackets = [], dropData = [], dropBytes = new Map() }) {
  return dropPackets.length + dropData.length + dropBytes.size > 0 || Boolean(loss) || burstLoss !== undefined;
}

/** Which packets a link loses on the way, whatever its queue. */
export class Loss {
  #random;
  #options;
  #dropPackets;
  #dropData;
  /** The rest of each connection's `dropBytes`. @type {Map<number, number[]>} */
  #dropBytes;
  #packets = 0;
  #dataPackets = 0;
  #isBad = false;

  /** @param {LossOptions} options @param {import('./random.js').Random} random */
  constructor(options, random) {
    this.#options = options;
    this.#random = random;
    this.#dropPackets = new Set(options.dropPackets ?? []);
    this.#dropData = new Set(options.dropData ?? []);
    this.#dropBytes = new Map([...(options.dropBytes ?? [])].map(([flow, offsets]) => [flow, [...offsets]]));
  }

  /** @param {import('./link.js').Packet} packet @returns {boolean} to be asked once for each packet */
  takes(packet) {
    const bearsData = packet.length > 0;
    this.#packets++;
    if (bearsData) this.#dataPackets++;
    if (this.#dropPackets.has(this.#packets) || (bearsData && this.#dropData.has(this.#dataPackets))) return true;
    if (bearsData && this.#bearsDropped(packet)) return true;
    return this.#random.chance(this.#options.loss ?? 0) || this.#inBurst();
  }

  /** @param {import('./link.js').Packet} packet with data */
  #bearsDropped({ from, start, length }) {
    const offsets = this.#dropBytes.get(from?.flow ?? -1);
    if (offsets === undefined || start === undefined) return false;
    const at = firstFrom(offsets, start);
    if (at === offsets.length || offsets[at] >= start + length) return false;
    offsets.splice(at, 1);
    return true;
  }

  #inBurst() {
    const { burstLoss } = this.#options;
    if (!burstLoss) return false;
    if (this.#random.chance(this.#isBad ? burstLoss.leave : burstLoss.enter)) this.#isBad = !this.#isBad;
    return this.#isBad && this.#random.chance(burstLoss.loss ?? 1);
  }
}

/** @param {number[]} ascending @param {number} least @returns {number} index of the first that is not below */
function firstFrom(ascending, least) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
