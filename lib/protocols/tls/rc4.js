/**
 * RC4, which cipher libraries no longer have, but old captures do. The key stream runs through all records of a
 * direction.
 */
export class Rc4 {
  #state = Uint8Array.from({ length: 256 }, (_, i) => i);
  #i = 0;
  #j = 0;

  /** @param {Uint8Array} key 1 to 256 bytes */
  constructor(key) {
    const state = this.#state;
    for (let i = 0, j = 0; i < 256; i++) {
      j = (j + state[i] + key[i % key.length]) & 255;
      [state[i], state[j]] = [state[j], state[i]];
    }
  }

  /** The state of the key stream, to restore it. @returns {{ state: Uint8Array, i: number, j: number }} */
  save() {
    return { state: this.#state.slice(), i: this.#i, j: this.#j };
  }

  /** @param {{ state: Uint8Array, i: number, j: number }} saved */
  restore({ state, i, j }) {
    this.#state.set(state);
    this.#i = i;
    this.#j = j;
  }

  /** @param {Uint8Array} bytes @returns {Uint8Array} */
  decrypt(bytes) {
    const state = this.#state;
    const plain = new Uint8Array(bytes.length);
    let i = this.#i;
    let j = this.#j;
    for (let at = 0; at < bytes.length; at++) {
      i = (i + 1) & 255;
      const a = state[i];
      j = (j + a) & 255;
      const b = (state[i] = state[j]);
      state[j] = a;
      plain[at] = bytes[at] ^ state[(a + b) & 255];
    }
    this.#i = i;
    this.#j = j;
    return plain;
  }
}
