/** A head and a body of filler, handed out in parts as frames and fragments need them. */
export class Message {
  #head;
  #bodyBytes;
  #taken = 0;

  /** @param {string|Uint8Array} head @param {number} bodyBytes */
  constructor(head, bodyBytes) {
    this.#head = head;
    this.#bodyBytes = bodyBytes;
  }

  get left() {
    return this.#head.length + this.#bodyBytes - this.#taken;
  }
  /** Bytes of the body that were taken. */
  get bodyTaken() {
    return Math.max(0, this.#taken - this.#head.length);
  }

  /** @param {number} bytes no more than are left @returns {import('../tcp/content.js').Piece[]} */
  take(bytes) {
    const from = this.#taken;
    const end = from + bytes;
    const headBytes = this.#head.length;
    this.#taken = end;
    if (from >= headBytes) return [bytes];
    const ofHead = this.#head.slice(from, Math.min(end, headBytes));
    return end <= headBytes ? [ofHead] : [ofHead, end - headBytes];
  }
}
