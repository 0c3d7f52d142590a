/** What is known of a channel of AMQP. */

/** Numbers of publishes, apart from those of other methods. */
const CONFIRMED = 2 ** 48;
const PER_CHANNEL = 2 ** 32;

export class Channel {
  #number;
  /** Tag of the next publish, counted from 1 once confirms are on; 0: they are off; −1: not known. */
  #nextTag = 0;
  /** The oldest publish that may be unconfirmed. */
  #oldest = 1;
  /** The latest method without an answer, and its row. */
  latest = { code: 0, row: -1 };

  /** @param {number} number */
  constructor(number) {
    this.#number = number;
  }

  /** Confirms are turned on. */
  confirm() {
    if (this.#nextTag === 0) this.#nextTag = 1;
  }

  /** Whether publishes are confirmed. */
  get isConfirmed() {
    return this.#nextTag > 0;
  }

  /** Bytes of the client are missing: how many publishes there were is not known. */
  forget() {
    if (this.#nextTag > 0) this.#nextTag = -1;
    this.latest = { code: 0, row: -1 };
  }

  /** The number of the next publish in its confirm. */
  publish() {
    return this.#publish(this.#nextTag++);
  }

  /** The number of a method of a kind: the next one is sent when it was answered. @param {number} code */
  numberOf(code) {
    return this.#number * PER_CHANNEL + code;
  }

  /**
   * Numbers of the publishes that a confirm is for, at most so many.
   * @param {number} tag @param {boolean} isMultiple whether for all up to the tag @param {number} most
   */
  confirmed(tag, isMultiple, most) {
    if (!this.isConfirmed || tag >= this.#nextTag) return [];
    const first = isMultiple ? Math.max(this.#oldest, tag - most + 1) : tag;
    if (isMultiple || tag === this.#oldest) this.#oldest = tag + 1;
    return Array.from({ length: Math.max(0, tag - first + 1) }, (_, i) => this.#publish(first + i));
  }

  /** Number of the only publish that may be unconfirmed; null: none, or several. */
  get unconfirmed() {
    return this.isConfirmed && this.#oldest + 1 === this.#nextTag ? this.#publish(this.#oldest) : null;
  }

  /** @param {number} tag */
  #publish(tag) {
    return CONFIRMED + this.#number * PER_CHANNEL + (tag % PER_CHANNEL);
  }
}
