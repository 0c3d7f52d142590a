/** What the server acknowledged, and whether it still has it. */
import { createHash } from 'node:crypto';

/** @param {Uint8Array} bytes */
export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

export class Ledger {
  /** Digests of the captures that were acknowledged, by id. @type {Map<string, string>} */
  #held = new Map();
  acknowledged = 0;
  /** @type {string[]} */
  lost = [];

  get size() {
    return this.#held.size;
  }

  /** @returns {string[]} */
  ids() {
    return [...this.#held.keys()];
  }

  /**
   * @param {string} path of a request
   * @returns {boolean} whether somebody deletes, or deleted, a capture that it is about
   */
  isGone(path) {
    return (path.match(/c[0-9a-f]{16}/g) ?? []).some((id) => !this.#held.has(id));
  }

  /** @param {string} id @param {string} sum of its bytes */
  add(id, sum) {
    this.#held.set(id, sum);
    this.acknowledged++;
  }

  /** Somebody is about to delete it: from now on it may be gone. @param {string} id */
  forget(id) {
    this.#held.delete(id);
  }

  /** Looks whether all that was acknowledged is listed with the same bytes. @param {string} address */
  async check(address) {
    const { captures } = await (await fetch(new URL('api/captures', address))).json();
    const listed = new Set(captures.map((/** @type {{ id: string }} */ { id }) => id));
    for (const [id, sum] of this.#held) {
      if (!listed.has(id)) this.#lose(id, 'is not listed');
      else if ((await fileDigest(address, id)) !== sum) this.#lose(id, 'has other bytes');
    }
  }

  /** @param {string} id @param {string} how */
  #lose(id, how) {
    this.lost.push(`${id} ${how}`);
    this.#held.delete(id);
  }
}

/** @param {string} address @param {string} id */
async function fileDigest(address, id) {
  const answer = await fetch(new URL(`api/captures/${id}/file`, address));
  return answer.ok ? digest(new Uint8Array(await answer.arrayBuffer())) : `status ${answer.status}`;
}
