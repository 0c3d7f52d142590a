/** Texts of ends that are kept, and characters of each. */
export const MAX_QUIC_TEXTS = 65_536;
export const MAX_QUIC_TEXT_CHARACTERS = 256;

/** Reasons that ends gave: rows of CONNECTION_CLOSE frames. */
export class TextTable {
  #texts = [''];
  #decoder = new TextDecoder('utf-8', { fatal: false });

  /** @param {Uint8Array} bytes in UTF-8 @returns {number} its row; 0: empty, or one too many */
  add(bytes) {
    if (bytes.length === 0 || this.#texts.length === MAX_QUIC_TEXTS) return 0;
    this.#texts.push(this.#decoder.decode(bytes.subarray(0, MAX_QUIC_TEXT_CHARACTERS)));
    return this.#texts.length - 1;
  }

  /** For a report. */
  get kept() {
    return this.#texts;
  }

  /** @param {string[]} texts @throws {RangeError} they are none */
  restore(texts) {
    const areTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
    if (!areTexts) throw new RangeError('the texts of the report are damaged');
    this.#texts = texts;
  }

  /** @param {number} row */
  text(row) {
    return this.#texts[row] ?? '';
  }
}
