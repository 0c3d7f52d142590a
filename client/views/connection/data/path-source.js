/**
 * Fetches what the server says about the path, the senders and the time, and the findings of a
 * connection that has not been analysed. That takes the server longer than the packets, and changes less often:
 * packets do not wait for it, and while they keep coming it is fetched less often.
 */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { isAbort } from '../../../state/api-error.js';
import { pathData } from './path-data.js';
import { senderData } from './sender-data.js';

const AGAIN_MS = 2000;

/**
 * @typedef {Pick<import('./packet-source.js').PacketSourceGiven,
 *   'api'|'busy'|'captureId'|'flow'|'onPath'|'onSender'|'onFindings'|'onTime'|'onError'>} PathSourceGiven
 */

export class PathSource {
  #given;
  #signal;
  #isFetching = false;
  /** What was asked for meanwhile. @type {{ isDeferred: boolean, isLast: boolean }|null} */
  #next = null;
  #lastMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** @type {() => void} */
  #done = () => undefined;

  /** @param {PathSourceGiven} given @param {AbortSignal} signal that nothing more is wanted */
  constructor(given, signal) {
    this.#given = given;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#rest());
  }

  /**
   * There are packets of which the path is not known: it is fetched, now or as soon as it is due again.
   * @param {boolean} isDeferred whether the connection has not been examined yet
   * @param {boolean} isLast whether no more packets come, so that there is no reason to wait
   */
  refresh(isDeferred, isLast) {
    if (this.#isFetching) {
      this.#next = { isDeferred, isLast };
      return;
    }
    this.#rest();
    this.#done = this.#given.busy();
    const waitMs = isLast ? 0 : Math.max(0, this.#lastMs + AGAIN_MS - performance.now());
    this.#timer = setTimeout(() => void this.#run(isDeferred), waitMs);
  }

  /** Finer, where what is known of the senders is a sketch. @param {{ startNs: number, endNs: number }} range */
  async refine(range) {
    const done = this.#given.busy();
    // The coarse one stays; the next look asks again.
    await this.#fetchSender(range).catch((error) => this.#complain(error));
    done();
  }

  #rest() {
    clearTimeout(this.#timer);
    this.#done();
  }

  /** @param {boolean} isDeferred */
  async #run(isDeferred) {
    this.#isFetching = true;
    await this.#fetch(isDeferred).catch((error) => this.#complain(error));
    this.#isFetching = false;
    this.#lastMs = performance.now();
    const done = this.#done;
    const next = this.#next;
    this.#next = null;
    if (next && !this.#signal.aborted) this.refresh(next.isDeferred, next.isLast);
    done();
  }

  /** @param {boolean} isDeferred */
  async #fetch(isDeferred) {
    const { api, captureId, flow, onPath, onFindings, onTime } = this.#given;
    const signal = this.#signal;
    const [rtt, flight] = await Promise.all([
      api.pathFrame(captureId, flow, 'rtt', signal),
      api.pathFrame(captureId, flow, 'flight', signal),
    ]);
    const path = await pathData(decodeColumnFrame(rtt), decodeColumnFrame(flight));
    if (signal.aborted) return;
    await onPath(path);
    await this.#fetchSender(null);
    const found = isDeferred && !signal.aborted ? await api.connectionFindings(captureId, flow, signal) : null;
    if (found !== null && !signal.aborted) onFindings(found);
    if (signal.aborted) return;
    const { time } = await api.connectionTime(captureId, flow, signal);
    if (!signal.aborted) onTime(time);
  }

  /** @param {{ startNs: number, endNs: number }|null} range null: all */
  async #fetchSender(range) {
    const { api, captureId, flow, onSender } = this.#given;
    const sender = await senderData(decodeColumnFrame(await api.senderFrame(captureId, flow, range, this.#signal)));
    if (!this.#signal.aborted) onSender(sender);
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!isAbort(error) && !this.#signal.aborted) this.#given.onError(error);
  }
}
