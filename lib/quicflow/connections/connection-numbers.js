import { flowText, QUIC_FLOWS } from '../../shared/quic-flow.js';

/** The numbers of a capture's connections (lib/shared/quic-flow.js), each by its index. */
export class ConnectionNumbers {
  #connections;
  /** In a report on some of a capture's connections, their places among all. @type {number[]|null} */
  places = null;

  /** @param {readonly object[]} connections which may grow */
  constructor(connections) {
    this.#connections = connections;
  }

  /** @param {number} index */
  of(index) {
    return QUIC_FLOWS + (this.places?.[index] ?? index);
  }

  /** As users see it. @param {number} index */
  nameOf(index) {
    return flowText(this.of(index));
  }

  /** @param {number} number of a connection @returns {number} its index; −1: there is none */
  indexOf(number) {
    const place = number - QUIC_FLOWS;
    if (this.places !== null) return this.places.indexOf(place);
    return Number.isInteger(place) && place >= 0 && place < this.#connections.length ? place : -1;
  }
}
