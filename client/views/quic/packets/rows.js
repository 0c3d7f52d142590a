/** Packets in words, fetched page by page as they are shown. */
import { isAbort } from '../../../state/api-error.js';

/** @typedef {import('./words.js').PacketInWords} PacketInWords */

const PAGE = 100;
/** Pages that are kept. */
const PAGES_KEPT = 200;

export class PacketRows {
  /** By page; null: it is on its way. @type {Map<number, PacketInWords[]|null>} */
  #pages = new Map();
  #given;
  #abort = new AbortController();

  /**
   * @param {{ api: Pick<import('../../../state/api.js').Api, 'quicRows'>, captureId: string, flow: number, onChange:
   *   () => void, onError: (error: unknown) => void }} given
   */
  constructor(given) {
    this.#given = given;
  }

  /** @param {number} row @returns {PacketInWords|null} null: not there yet, `onChange` says when */
  at(row) {
    const page = Math.floor(row / PAGE);
    const known = this.#pages.get(page);
    if (known === undefined) void this.#fetch(page);
    return known?.[row - page * PAGE] ?? null;
  }

  /** @param {number} page */
  async #fetch(page) {
    const { api, captureId, flow, onChange, onError } = this.#given;
    const { signal } = this.#abort;
    if (this.#pages.size >= PAGES_KEPT) this.#pages.clear();
    this.#pages.set(page, null);
    try {
      const { rows } = await api.quicRows(captureId, flow, { offset: page * PAGE, limit: PAGE }, signal);
      if (signal.aborted) return;
      this.#pages.set(page, rows);
      onChange();
    } catch (error) {
      if (isAbort(error)) return;
      this.#pages.delete(page);
      onError(error);
    }
  }

  /** The connection has grown, or keys came. */
  clear() {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#pages.clear();
  }

  destroy() {
    this.#abort.abort();
  }
}
