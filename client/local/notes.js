import { ApiError } from '../state/api-error.js';

/**
 * Users' notes on captures: they last as long as the page has the capture open, or keeps it.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @param {import('./kept/kept-captures.js').KeptCaptures} kept
 */
export const localNotes = (captures, kept) =>
  /** @satisfies {Partial<import('../state/api.js').Api>} */ ({
    notes: async (id) => ({ notes: [...(await kept.notes(captures.get(id)))] }),
    addNote: (id, given) =>
      kept.changeNotes(captures.get(id), (notes) => {
        const note = { id: (notes.at(-1)?.id ?? 0) + 1, ...given, createdEpoch: Date.now() / 1000 };
        notes.push(note);
        return { note };
      }),
    changeNote: (id, number, text) =>
      kept.changeNotes(captures.get(id), (notes) => {
        const note = notes.find((one) => one.id === number);
        if (!note) throw new ApiError('The capture has no such note.', { status: 404, code: 'not_found' });
        note.text = text;
        return { note };
      }),
    removeNote: (id, number) =>
      kept.changeNotes(captures.get(id), (notes) => {
        const at = notes.findIndex((one) => one.id === number);
        if (at !== -1) notes.splice(at, 1);
      }),
  });
