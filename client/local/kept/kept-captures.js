/** Captures that the user has kept in the browser's own storage, with their names, notes and settings. */
import { newCapture } from '../../../lib/shared/captures/capture-record.js';
import { isFileGone } from '../../../lib/shared/captures/file-gone.js';
import { ApiError } from '../../state/api-error.js';
import {
  alone,
  fileIn,
  isBusy,
  jsonIn,
  libraryFolder,
  otherWindows,
  whyNoLibrary,
  whyNotWritten,
  writeIn,
  writeJsonIn,
} from './folders.js';

/** @typedef {import('../local-captures.js').LocalCaptures} LocalCaptures */
/** @typedef {import('../local-captures.js').Entry} Entry */
/** @typedef {import('../../../lib/shared/captures/capture-record.js').Capture} Capture */
/** @typedef {import('../../state/types.js').Note} Note */

const FILE = 'capture';
const RECORD = 'record.json';
const NOTES = 'notes.json';

/** @param {string} message @returns {Capture['error']} that has the page offer to read it again */
const interrupted = (message) => ({ code: 'interrupted', message });

/** What is kept of a capture; its keys are not. @param {Entry} entry */
function recordOf({ capture, keyLog }) {
  const { encryption } = capture;
  const readable = keyLog === '' ? encryption : { ...encryption, decrypted: 0 };
  return { ...capture, revision: 0, judging: false, examining: null, encryption: readable };
}

/** @param {Capture} capture */
const isRead = ({ state }) => state === 'ready' || state === 'failed';

export class KeptCaptures {
  #captures;
  /** @type {FileSystemDirectoryHandle|null} */
  #library = null;
  /** Why nothing can be kept. @type {string|null} */
  problem = null;
  /** @type {BroadcastChannel|null} */
  #windows = null;
  /** Records as they were last written or read, by the capture's id. @type {Map<string, string>} */
  #records = new Map();

  /** @param {LocalCaptures} captures */
  constructor(captures) {
    this.#captures = captures;
  }

  /** Restores what earlier visits kept. */
  async open() {
    try {
      this.#library = await libraryFolder();
    } catch (error) {
      this.problem = whyNoLibrary(error);
      return;
    }
    /** @type {Promise<void>[]} */
    const takenUp = [];
    for await (const name of this.#library.keys()) {
      const logged = (/** @type {unknown} */ error) => console.error(`${name} cannot be taken up now.`, error);
      takenUp.push(this.#restore(name).catch(logged));
    }
    await Promise.all(takenUp);
    this.#windows = otherWindows();
    this.#windows.onmessage = ({ data }) => void this.#follow(data.name);
    this.#captures.listenTo((id) => void this.#save(id));
  }

  /** @returns {Entry[]} */
  list() {
    return this.#captures.entries().filter(({ keptAs }) => keptAs !== null);
  }

  /**
   * @param {string} id
   * @param {(writtenBytes: number) => void} onProgress
   * @throws {ApiError} why it was not kept; it stays open
   */
  async keep(id, onProgress) {
    const entry = this.#captures.get(id);
    const { file } = entry;
    const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const library = /** @type {FileSystemDirectoryHandle} */ (this.#library);
    try {
      await alone(name, async () => {
        const folder = await library.getDirectoryHandle(name, { create: true });
        await writeIn(folder, FILE, file.stream().pipeThrough(counting(onProgress)));
        await writeJsonIn(folder, NOTES, entry.notes);
        await writeJsonIn(folder, RECORD, recordOf(entry)); // the last: without it, the folder is a remnant
        entry.file = /** @type {File} */ (await fileIn(folder, FILE));
      });
    } catch (error) {
      await library.removeEntry(name, { recursive: true }).catch(() => undefined);
      const message = `${entry.capture.name} was not kept: ${await whyNotWritten(error)}`;
      throw new ApiError(message, { status: 507, code: 'not_kept' });
    }
    entry.keptAs = name;
    this.#captures.change(id, { source: 'kept' });
    void navigator.storage.persist();
  }

  /** Deletes what is kept of a capture. @param {Entry} entry */
  async remove({ keptAs, capture }) {
    if (keptAs === null) return;
    await alone(keptAs, async () => this.#library?.removeEntry(keptAs, { recursive: true }));
    this.#records.delete(capture.id);
    this.#windows?.postMessage({ name: keptAs });
  }

  /** @param {Entry} entry @returns {Promise<Note[]>} as other windows left them */
  async notes(entry) {
    if (entry.keptAs !== null) entry.notes = await this.#notesIn(await this.#folder(entry.keptAs));
    return entry.notes;
  }

  /**
   * @template T
   * @param {Entry} entry
   * @param {(notes: Note[]) => T} change
   * @returns {Promise<T>}
   */
  async changeNotes(entry, change) {
    const { keptAs } = entry;
    if (keptAs === null) return change(entry.notes);
    return alone(keptAs, async () => {
      const notes = await this.notes(entry);
      const result = change(notes);
      try {
        await writeJsonIn(await this.#folder(keptAs), NOTES, notes);
      } catch (error) {
        const message = `The note was not kept: ${await whyNotWritten(error)}`;
        throw new ApiError(message, { status: 507, code: 'not_kept' });
      }
      return result;
    });
  }

  /** @param {string} name */
  #folder(name) {
    return /** @type {FileSystemDirectoryHandle} */ (this.#library).getDirectoryHandle(name);
  }

  /** @param {FileSystemDirectoryHandle} folder @returns {Promise<Note[]>} */
  async #notesIn(folder) {
    const notes = await jsonIn(folder, NOTES);
    return Array.isArray(notes) ? notes : [];
  }

  /** @param {string} name of a folder */
  async #restore(name) {
    const folder = await this.#folder(name);
    const [file, written] = await Promise.all([fileIn(folder, FILE), fileIn(folder, RECORD)]);
    if (file === null || written === null) {
      if (!(await isBusy(name))) await this.#library?.removeEntry(name, { recursive: true });
      return;
    }
    const record = await jsonIn(folder, RECORD);
    const capture = newCapture({ id: name, name, source: 'kept', state: 'failed', sizeBytes: file.size });
    if (record === undefined) capture.error = interrupted('Only its file is left. Read it again?');
    else Object.assign(capture, record, { id: name, source: 'kept' });
    if (capture.state === 'reading') {
      Object.assign(capture, { state: 'failed', error: interrupted('The page was closed while this was being read.') });
    }
    const entry = this.#captures.restore(capture, file, name);
    this.#records.set(name, JSON.stringify(recordOf(entry)));
  }

  /** Writes what is new of a capture. @param {string} id */
  async #save(id) {
    const entry = this.#captures.entries().find(({ capture }) => capture.id === id);
    if (!entry?.keptAs || !isRead(entry.capture)) return;
    const { keptAs } = entry;
    const record = recordOf(entry);
    const text = JSON.stringify(record);
    if (text === this.#records.get(id)) return;
    this.#records.set(id, text);
    try {
      await alone(keptAs, async () => writeJsonIn(await this.#folder(keptAs), RECORD, record));
      this.#windows?.postMessage({ name: keptAs });
    } catch (error) {
      if (isFileGone(error)) return; // another window has deleted it
      console.error(`What is new of ${entry.capture.name} was not kept.`, error);
    }
  }

  /** Another window has changed something. @param {string} name of a folder */
  async #follow(name) {
    const entry = this.list().find(({ keptAs }) => keptAs === name);
    const record = await this.#folder(name).then(
      (folder) => jsonIn(folder, RECORD),
      () => null,
    );
    if (record === null) return entry && this.#captures.remove(entry.capture.id);
    if (!entry) {
      await this.#restore(name);
      return this.#captures.change(name, {});
    }
    const { capture, worker } = entry;
    Object.assign(capture, worker === null ? record : { name: record.name, tags: record.tags ?? [] }, {
      id: capture.id,
      source: 'kept',
    });
    this.#records.set(capture.id, JSON.stringify(recordOf(entry)));
    this.#captures.change(capture.id, {});
  }
}

/** @param {(bytes: number) => void} onProgress */
function counting(onProgress) {
  let bytes = 0;
  /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
  const stream = new TransformStream({
    transform(chunk, controller) {
      onProgress((bytes += chunk.length));
      controller.enqueue(chunk);
    },
  });
  return stream;
}
