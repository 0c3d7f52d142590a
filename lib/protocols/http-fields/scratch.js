/** A scratch buffer for bytes that are then copied. */

const FIRST_BYTES = 1024;

export class Scratch {
  bytes = new Uint8Array(FIRST_BYTES);
  length = 0;

  /** Clears it. @param {number} room most bytes that will be added */
  begin(room) {
    this.length = 0;
    if (room > this.bytes.length) this.bytes = new Uint8Array(Math.max(room, 2 * this.bytes.length));
  }

  /** @param {number} value */
  putUint32(value) {
    const { bytes, length } = this;
    bytes[length] = value >>> 24;
    bytes[length + 1] = value >>> 16;
    bytes[length + 2] = value >>> 8;
    bytes[length + 3] = value;
    this.length = length + 4;
  }

  /** @param {string} text characters 0 to 255 */
  putText(text) {
    const { bytes, length } = this;
    for (let i = 0; i < text.length; i++) bytes[length + i] = text.charCodeAt(i);
    this.length = length + text.length;
  }
}
