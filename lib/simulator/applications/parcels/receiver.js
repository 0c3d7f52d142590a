import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { ackDatagram, handshake, KIND, MAX_ACKED, readDatagram } from './wire.js';

/** Acknowledges packets: each at once, or all that have come when a timer runs out. */
export class ParcelReceiver {
  /** To be acknowledged. @type {number[]} */
  #waiting = [];
  #acks = 0;
  #timer;

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {import('../../udp/datagram.js').DatagramEnd} end
   * @param {{ mode: 'grid'|'after-first', everyMs: number }|null} ackTimer
   */
  constructor(events, end, ackTimer) {
    this.events = events;
    this.end = end;
    this.ackTimer = ackTimer;
    this.#timer = new Timer(events, () => this.#acknowledge());
  }

  /** @param {Uint8Array} payload */
  onDatagram(payload) {
    const datagram = readDatagram(payload);
    if (datagram?.kind === KIND.OPEN) this.end.send(handshake(KIND.OPENED), 0);
    if (datagram?.kind !== KIND.DATA) return;
    this.#waiting.push(datagram.packets[0]);
    if (this.ackTimer === null) this.#acknowledge();
    else if (!this.#timer.isSet) this.#wait(this.ackTimer);
  }

  /** @param {{ mode: 'grid'|'after-first', everyMs: number }} ackTimer */
  #wait({ mode, everyMs }) {
    const { nowNs } = this.events;
    const everyNs = Math.round(everyMs * NS_PER_MS);
    this.#timer.set(mode === 'grid' ? (Math.floor(nowNs / everyNs) + 1) * everyNs : nowNs + everyNs);
  }

  #acknowledge() {
    for (let at = 0; at < this.#waiting.length; at += MAX_ACKED) {
      this.end.send(ackDatagram(this.#waiting.slice(at, at + MAX_ACKED)), ++this.#acks);
    }
    this.#waiting = [];
  }
}
