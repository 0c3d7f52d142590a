import { Timer } from '../../engine/event-queue.js';

/** Makes each request at its time. */
export class Arrivals {
  #next = 0;

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {import('./requests.js').Requests} requests
   * @param {(id: number) => void} onRequest
   */
  constructor(events, requests, onRequest) {
    const timer = new Timer(events, () => {
      const id = this.#next++;
      if (this.#next < requests.count) timer.set(requests.startNs[this.#next]);
      onRequest(id);
    });
    if (requests.count > 0) timer.set(requests.startNs[0]);
  }
}
