import { floorDivide, NS_PER_SECOND } from '../shared/epoch.js';

const TWO_32 = 0x1_0000_0000;

/**
 * One pcapng interface's clock: if_tsresol and if_tsoffset (draft-ietf-opsawg-pcapng, section 4.2). Ticks come as two
 * 32-bit halves. Powers of ten down to nanoseconds are exact in doubles as long as the distance to the first packet is
 * below 2^53 ticks; other resolutions are computed with BigInt and rounded down to a nanosecond, as in Wireshark.
 */
export class InterfaceClock {
  /** Nanoseconds in a tick where that is a whole number, else 0. */
  #nsPerTick = 0;
  #ticksPerSecond;
  #offsetNs;
  #startNs = 0n;
  #startHigh = 0;
  #startLow = 0;
  #remainderNs = 0;

  /**
   * @param {number} resolution the option's byte: an exponent of 10, or with the upper bit set of 2
   * @param {bigint} offsetSeconds
   */
  constructor(resolution, offsetSeconds) {
    const exponent = BigInt(resolution & 0x7f);
    this.#ticksPerSecond = resolution & 0x80 ? 2n ** exponent : 10n ** exponent;
    this.#offsetNs = offsetSeconds * NS_PER_SECOND;
    if (!(resolution & 0x80) && resolution <= 9) this.#nsPerTick = 10 ** (9 - resolution);
  }

  /**
   * Nanoseconds since 1970.
   * @param {number} high
   * @param {number} low
   */
  epochNs(high, low) {
    const ticks = (BigInt(high) << 32n) | BigInt(low);
    return (ticks * NS_PER_SECOND) / this.#ticksPerSecond + this.#offsetNs;
  }

  /**
   * Sets the moment that `sinceStart` counts from.
   * @param {bigint} startEpochNs
   */
  start(startEpochNs) {
    this.#startNs = startEpochNs;
    if (this.#nsPerTick === 0) return;
    const ownNs = startEpochNs - this.#offsetNs;
    const ticks = floorDivide(ownNs, BigInt(this.#nsPerTick));
    this.#remainderNs = Number(ownNs - ticks * BigInt(this.#nsPerTick));
    this.#startHigh = Number(ticks >> 32n);
    this.#startLow = Number(BigInt.asUintN(32, ticks));
  }

  /**
   * Nanoseconds since the start.
   * @param {number} high
   * @param {number} low
   */
  sinceStart(high, low) {
    if (this.#nsPerTick === 0) return Number(this.epochNs(high, low) - this.#startNs);
    return ((high - this.#startHigh) * TWO_32 + (low - this.#startLow)) * this.#nsPerTick - this.#remainderNs;
  }
}
