import { RequestError } from '../errors.js';

/**
 * A reader's note on a capture. Text only.
 * @typedef {object} Note
 * @property {number} id within the capture
 * @property {number|null} flow the connection that it is about; null: the whole capture
 * @property {number} time ns since the capture's first packet
 * @property {number|null} frame the packet that it is pinned to; null: only to the time
 * @property {string} text
 * @property {number} createdEpoch seconds
 */

/** The notes of all captures, kept in the library, also those of a file that is read in place. */
export class Notes {
  #captures;
  #store;
  #limits;
  /** @type {Map<string, Promise<Note[]>>} */
  #known = new Map();

  /**
   * @param {{ captures: import('../captures.js').Captures, store: import('./capture-store.js').CaptureStore, limits:
   *   import('../limits.js').Limits }} parts
   */
  constructor({ captures, store, limits }) {
    this.#captures = captures;
    this.#store = store;
    this.#limits = limits;
    captures.on('removed', (id) => this.#known.delete(id));
  }

  /** @param {string} id of a capture @returns {Promise<Note[]>} by their number */
  of(id) {
    const { owned } = this.#captures.get(id);
    const known = this.#known.get(id) ?? this.#store.loadNotes(id, owned).then((notes) => notes.filter(isNote));
    this.#known.set(id, known);
    return known;
  }

  /** @param {string} id @param {unknown} given body of a request @returns {Promise<Note>} */
  async add(id, given) {
    const notes = await this.of(id);
    if (notes.length >= this.#limits.notes) {
      throw new RequestError(
        409,
        'too_many_notes',
        `A capture keeps ${this.#limits.notes} notes; delete one to add another.`,
      );
    }
    const note = {
      id: 1 + notes.reduce((most, { id: one }) => Math.max(most, one), 0),
      ...placeFrom(given),
      text: this.#textFrom(given),
      createdEpoch: Date.now() / 1000,
    };
    notes.push(note);
    await this.#save(id, notes, () => notes.splice(notes.indexOf(note), 1));
    return note;
  }

  /** @param {string} id @param {number} number @param {unknown} given @returns {Promise<Note>} */
  async change(id, number, given) {
    const notes = await this.of(id);
    const note = find(notes, number);
    const { text } = note;
    note.text = this.#textFrom(given);
    await this.#save(id, notes, () => void (note.text = text));
    return note;
  }

  /** @param {string} id @param {number} number */
  async remove(id, number) {
    const notes = await this.of(id);
    const note = find(notes, number);
    const at = notes.indexOf(note);
    notes.splice(at, 1);
    await this.#save(id, notes, () => notes.splice(at, 0, note));
  }

  /** @param {string} id @param {Note[]} notes @param {() => void} undo reverts a change that could not be written */
  async #save(id, notes, undo) {
    await this.#store.saveNotes(id, notes, this.#captures.get(id).owned).catch((cause) => {
      undo();
      throw cause;
    });
  }

  /** @param {unknown} given */
  #textFrom(given) {
    const text = /** @type {any} */ (given)?.text;
    const { noteLength } = this.#limits;
    if (typeof text !== 'string' || text.trim() === '' || text.length > noteLength) {
      throw new RequestError(400, 'bad_request', `"text" must be a string of 1 to ${noteLength} characters.`);
    }
    return text.trim();
  }
}

/** A number that the next note's, greater by one, can be told from. */
const isNumber = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Math.abs(Number(value)) < 2 ** 52;

/** @param {any} value of a file that may be damaged @returns {boolean} */
const isNote = (value) =>
  isNumber(value?.id) && typeof value.text === 'string' && Number.isFinite(value.time) && isPlaced(value);

/** @param {any} value */
const isPlaced = ({ flow = null, frame = null }) =>
  (flow === null || Number.isSafeInteger(flow)) && (frame === null || Number.isSafeInteger(frame));

/** @param {Note[]} notes @param {number} number */
function find(notes, number) {
  const note = notes.find(({ id }) => id === number);
  if (!note) throw new RequestError(404, 'not_found', 'The capture has no such note; somebody may have deleted it.');
  return note;
}

/** @param {unknown} given @returns {Pick<Note, 'flow'|'time'|'frame'>} */
function placeFrom(given) {
  const { flow = null, time, frame = null } = /** @type {any} */ (given) ?? {};
  const isWhole = (/** @type {unknown} */ value, least = 0) =>
    value === null || (Number.isSafeInteger(value) && Number(value) >= least);
  if (!isWhole(flow) || !isWhole(frame, 1)) {
    throw new RequestError(400, 'bad_request', '"flow" and "frame" must be whole numbers, or null.');
  }
  if (typeof time !== 'number' || !Number.isFinite(time) || time < 0) {
    throw new RequestError(400, 'bad_request', '"time" must be nanoseconds since the capture\'s first packet.');
  }
  return { flow, time, frame };
}
