import { ApiError } from '../state/api-error.js';

/**
 * Readers' notes on captures: they last as long as the page has the capture open.
 * @param {import('./local-captures.js').LocalCaptures} captures
 */
export const localNotes = (captures) =>
  /** @satisfies {Partial<import('../state/api.js').Api>} */ ({
    notes: async (id) => ({ notes: [...captures.get(id).notes] }),
    async addNote(id, given) {
      const { notes } = captures.get(id);
      const note = { id: (notes.at(-1)?.id ?? 0) + 1, ...given, createdEpoch: Date.now() / 1000 };
      notes.push(note);
      return { note };
    },
    async changeNote(id, number, text) {
      const note = captures.get(id).notes.find((one) => one.id === number);
      if (!note) throw new ApiError('The capture has no such note.', { status: 404, code: 'not_found' });
      note.text = text;
      return { note };
    },
    async removeNote(id, number) {
      const entry = captures.get(id);
      entry.notes = entry.notes.filter((one) => one.id !== number);
    },
  });
