import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { dataDatagram, handshake, KIND, readDatagram } from './wire.js';

export const PARCEL_BYTES = 10_240;
export const PACKET_BYTES = 512;
const TIMEOUT_MS = 1000;

/** Sends parcels in packets, within a window, and retransmits what is not acknowledged in time. */
export class ParcelSender {
  #fragments;
  #packets;
  #timer;
  #startNs = -1;
  #isOpen = false;
  #next = 0;
  #ackedBytes = 0;
  /** Packets in flight, in order of sending. @type {Map<number, { sentNs: number, sentAgain: boolean }>} */
  #outstanding = new Map();

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {import('../../udp/datagram.js').DatagramEnd} end
   * @param {import('./parcels.js').ParcelTraffic} traffic @param {import('./parcels.js').ParcelObserver} observer
   * @param {(startNs: number, bytes: number) => void} onDone all is acknowledged
   */
  constructor(
    events,
    end,
    { parcels, parcelBytes = PARCEL_BYTES, packetBytes = PACKET_BYTES, window, timeoutMs = TIMEOUT_MS },
    observer,
    onDone,
  ) {
    this.events = events;
    this.end = end;
    this.parcelBytes = parcelBytes;
    this.packetBytes = packetBytes;
    this.window = window;
    this.timeoutNs = timeoutMs * NS_PER_MS;
    this.observer = observer;
    this.onDone = onDone;
    this.#fragments = Math.ceil(parcelBytes / packetBytes);
    this.#packets = parcels * this.#fragments;
    this.#timer = new Timer(events, () => this.#onTimeout());
  }

  open() {
    if (this.#startNs < 0) this.#startNs = this.events.nowNs;
    this.end.send(handshake(KIND.OPEN), 0);
    this.#timer.set(this.events.nowNs + this.timeoutNs);
  }

  /** @param {Uint8Array} payload */
  onDatagram(payload) {
    const datagram = readDatagram(payload);
    const { nowNs } = this.events;
    if (datagram?.kind === KIND.OPENED && !this.#isOpen) {
      this.#isOpen = true;
      this.observer.onOpened?.(nowNs, nowNs - this.#startNs);
    }
    if (datagram?.kind === KIND.ACKED) for (const packet of datagram.packets) this.#onAcked(packet);
    if (this.#isOpen) this.#transmit();
  }

  /** @param {number} packet */
  #onAcked(packet) {
    const sent = this.#outstanding.get(packet);
    if (!sent) return;
    this.#outstanding.delete(packet);
    const bytes = this.#bytesOf(packet);
    this.#ackedBytes += bytes;
    this.observer.onAcked?.({
      packet,
      bytes,
      sentNs: sent.sentNs,
      ackedNs: this.events.nowNs,
      sentAgain: sent.sentAgain,
    });
    if (this.#next === this.#packets && this.#outstanding.size === 0) this.onDone(this.#startNs, this.#ackedBytes);
  }

  #transmit() {
    while (this.#next < this.#packets && this.#outstanding.size < this.#windowPackets()) {
      this.#send(this.#next++, false);
    }
    this.#setTimer();
  }

  /** @returns {number} the current value of the schedule */
  #windowPackets() {
    const cycleMs = this.window.reduce((sum, { forMs = 0 }) => sum + forMs, 0);
    let leftNs = cycleMs === 0 ? 0 : (this.events.nowNs - this.#startNs) % (cycleMs * NS_PER_MS);
    for (const { packets, forMs = 0 } of this.window) {
      if (leftNs < forMs * NS_PER_MS || cycleMs === 0) return packets;
      leftNs -= forMs * NS_PER_MS;
    }
    return this.window[0].packets;
  }

  /** @param {number} packet */
  #bytesOf(packet) {
    return Math.min(this.packetBytes, this.parcelBytes - (packet % this.#fragments) * this.packetBytes);
  }

  /** @param {number} packet @param {boolean} sentAgain */
  #send(packet, sentAgain) {
    this.#outstanding.delete(packet);
    this.#outstanding.set(packet, { sentNs: this.events.nowNs, sentAgain });
    this.end.send(
      dataDatagram({
        packet,
        parcel: Math.floor(packet / this.#fragments),
        fragment: packet % this.#fragments,
        fragments: this.#fragments,
        bytes: this.#bytesOf(packet),
      }),
      packet,
    );
  }

  #setTimer() {
    const [oldest] = this.#outstanding.values();
    if (oldest) this.#timer.set(oldest.sentNs + this.timeoutNs);
    else this.#timer.cancel();
  }

  #onTimeout() {
    if (!this.#isOpen) return this.open();
    for (const [packet, { sentNs }] of [...this.#outstanding]) {
      if (sentNs + this.timeoutNs <= this.events.nowNs) this.#send(packet, true);
    }
    this.#setTimer();
  }
}
