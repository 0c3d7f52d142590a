/**
 * Users' notes on the connection: drawn as flags, listed in the side column, kept by the server beside the capture.
 */
import { el, fill } from '../../../base/dom.js';
import { beforePaint } from '../../../base/frame.js';
import { openSheet } from '../../../components/sheet.js';
import { toast } from '../../../components/toast.js';
import { isAbort, sentenceOf } from '../../../state/api-error.js';
import { crisp } from '../../timeline/grid.js';
import { relativeSeconds } from '../../timeline/times.js';

/** @typedef {import('../../../state/types.js').Note} Note */

const FLAG_WIDE = 7;
const FLAG_HIGH = 6;

/**
 * @param {object} given
 * @param {import('../../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {number} given.flow
 * @param {import('../data/model.js').Model} given.model
 * @param {(note: Note) => void} given.onGo
 * @param {() => void} given.onChange something else is to be drawn
 */
export function createNotes({ api, captureId, flow, model, onGo, onChange }) {
  const abort = new AbortController();
  const list = el('ul', { class: 'note-list' });
  const add = el(
    'button',
    { type: 'button', class: 'side-action', on: { click: () => adding() } },
    'Add ',
    el('kbd', { class: 'key-cap', text: 'N' }),
  );
  const element = el(
    'section',
    { class: 'side-section' },
    el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Notes' }), add),
    list,
  );
  /** @type {Note[]} of this connection, and of the whole capture */
  let notes = [];
  let adding = () => undefined;

  /** @param {Note[]} all */
  function show(all) {
    const before = notes.length;
    notes = all.filter((note) => note.flow === null || note.flow === flow).sort((a, b) => a.time - b.time);
    fill(list, ...notes.map(noteItem));
    if (before + notes.length > 0) beforePaint(onChange);
  }

  /** @param {Note} note */
  function noteItem(note) {
    const when = `${relativeSeconds(model, note.time)} s${note.frame === null ? '' : `, frame ${note.frame}`}`;
    return el(
      'li',
      {},
      el('button', { type: 'button', class: 'note-place', on: { click: () => onGo(note) }, text: when }),
      el('p', { class: 'note-text', text: note.text }),
      el('button', {
        type: 'button',
        class: 'note-act',
        on: { click: () => write(note.text, (text) => api.changeNote(captureId, note.id, text)) },
        text: 'Change',
        'aria-label': `Change the note at ${when}`,
      }),
      el('button', {
        type: 'button',
        class: 'note-act',
        on: { click: () => void change(api.removeNote(captureId, note.id)) },
        text: 'Delete',
        'aria-label': `Delete the note at ${when}`,
      }),
    );
  }

  /** Does something to the notes, and shows them as they are then. @param {Promise<unknown>} done */
  async function change(done) {
    try {
      await done;
      show((await api.notes(captureId, abort.signal)).notes);
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
  }

  /** @param {string} before @param {(text: string) => Promise<unknown>} keep */
  function write(before, keep) {
    const take = () => {
      sheet.close();
      if (area.value.trim() !== '') void change(keep(area.value));
    };
    const area = el('textarea', {
      class: 'note-area',
      rows: 5,
      maxlength: 2000,
      'aria-label': 'Note',
      on: { keydown: (event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && take() },
    });
    area.value = before;
    const save = el('button', { type: 'button', class: 'button button-primary', on: { click: take } }, 'Save note');
    const sheet = openSheet({
      title: 'Note',
      body: el('div', { class: 'note-form' }, area, save),
      class: 'note-sheet',
    });
    area.focus();
  }

  void change(Promise.resolve());

  return {
    element,
    get all() {
      return notes;
    },
    /** @param {{ timeNs: number, frame: number|null }} place where a note is to be added */
    add({ timeNs, frame }) {
      write('', (text) => api.addNote(captureId, { flow, time: Math.max(0, Math.round(timeNs)), frame, text }));
    },
    /** What the section's own button does. @param {() => undefined} run */
    set onAdd(run) {
      adding = run;
    },
    destroy: () => abort.abort(),
  };
}

/**
 * A flag at the axis and a hairline through the panes for each note.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../panes/layout.js').Layout} layout
 * @param {readonly Note[]} notes
 */
export function drawNotes(renderer, { x, colours }, layout, notes) {
  const axis = layout.panes.find(({ id }) => id === 'axis');
  if (!axis) return;
  for (const { time } of notes) {
    const at = crisp(x.x(time));
    if (at < x.leftPx || at > x.leftPx + x.widthPx) continue;
    const bottom = axis.top + axis.height;
    renderer.rect(
      { x: at - 0.5, y: bottom - FLAG_HIGH, width: 1, height: layout.height - bottom + FLAG_HIGH },
      { colour: colours.ink1, alpha: 0.35 },
    );
    renderer.rect({ x: at, y: bottom - FLAG_HIGH, width: FLAG_WIDE, height: FLAG_HIGH }, { colour: colours.ink1 });
  }
}
