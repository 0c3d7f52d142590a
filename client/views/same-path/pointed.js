/** The packet under the pointer, or that the keyboard is at: the same one at all points, and in all that shows it. */
export class PointedPacket {
  /** Its number in `ladder` frames; −1: none. */
  number = -1;
  #onChange;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {number} number */
  set(number) {
    if (number === this.number) return;
    this.number = number;
    this.#onChange();
  }

  /** @param {import('./ladder-frame.js').LadderFrame|null} frame @returns {number} −1: it is not among those listed */
  rowIn(frame) {
    return this.number < 0 || !frame?.listed ? -1 : frame.listed.packet.indexOf(this.number);
  }
}
