import { shareLeft, sharesLeft } from './algorithm.js';
import { burstsOf } from './bursts.js';
import { initialWindowOf } from './initial-window.js';
import { limitsBehind } from './limits.js';
import { isSpaced, pacingOf, quantile } from './pacing.js';
import { phasesBehind } from './phases.js';
import { restartsOf } from './restarts.js';
import { tellSendBuffer } from './send-buffer.js';
import { starvedIn } from './starved.js';
import { windowBehind } from './window.js';

/** RTT assumed where none was measured. */
const DEFAULT_RTT_NS = 100e6;

/**
 * A direction's window and what held its sender back, behind each of its bursts: what findings rest on. Phases and what else takes a further walk over the
 * bursts are found when they are asked for, as most connections' findings do without.
 */
export class SenderLimits {
  /** @type {number[] | null} */
  #shares = null;
  /** @type {ReturnType<typeof phasesBehind> | null} */
  #phased = null;

  /**
   * @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {number} direction
   * @param {import('../tcpflow/path.js').PathAnalysis} path @param {number} mss payload of a full segment
   */
  constructor(packets, direction, path, mss) {
    const samples = path.senderSamples(direction), rttNs = quantile(samples.rttNs.subarray(0, samples.count), 0.5) || DEFAULT_RTT_NS;
    const { method } = path.orderAtSender(direction), bursts = burstsOf(path, direction, { mss, rttNs });
    this.mss = mss;
    /** How it was told when packets passed the sender. */
    this.order = method;
    /** Round trips of the whole path, and their median. */
    this.samples = samples;
    this.rttNs = rttNs;
    this.bursts = bursts;
    this.starved = starvedIn(bursts);
    /** Congestion window, segments. */
    this.cwnd = windowBehind(bursts, this.starved, { rttNs });
    this.paced = pacingOf(bursts, method, () => isSpaced(packets, direction));
    const { pacing, gapNs } = this.paced;
    /** Values of `LIMIT`. */
    this.limits = limitsBehind(bursts, this.cwnd, { starved: this.starved, mss, rttNs, pacing, gapNs });
    if (pacing === 'none') tellSendBuffer(bursts, this.limits, rttNs, method === 'captured');
  }

  /** What back-offs left of the window, as `sharesLeft` gives. */
  get shares() { return (this.#shares ??= sharesLeft(this.bursts, this.cwnd, this.limits)); }

  /** As `phasesBehind` gives. */
  get phased() { return (this.#phased ??= phasesBehind(this.bursts, this.cwnd, this.limits, { left: shareLeft(this.shares), rttNs: this.rttNs })); }

  /** Values of `PHASE`. */
  get phases() { return this.phased.phases; }

  get restarts() { return restartsOf(this.bursts, this.cwnd, this.limits); }

  /** Segments; null where it does not show. */
  get initialWindow() { return initialWindowOf(this.bursts, this.limits, { mss: this.mss, rttNs: this.rttNs, pacing: this.paced.pacing }); }
}
