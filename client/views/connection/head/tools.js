/**
 * The tools: ruler, find, notes and values.
 */
import { beforePaint } from '../../../base/frame.js';
import { frameLookup } from '../data/messages.js';
import { createFindField } from '../packets/find-field.js';
import { anchorOf } from '../packets/hit-test.js';
import { pointAt, rulerBetween, rulerWords } from '../panes/ruler.js';
import { createNotes } from '../side/notes.js';

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {import('../shown-view.js').ShownView} given.view
 * @param {import('../diagram.js').Diagram} given.diagram
 * @param {import('../packets/focus.js').Focus} given.focus
 * @param {(timeNs: number) => void} given.bringIntoView
 * @param {() => void} given.onValues
 * @param {() => void} given.redraw
 * @param {Pick<import('../index.js').ConnectionPlace, 'api'|'captureId'|'flow'|'bar'>} given.place
 * @param {string} given.captureName
 */
export function createTools({
  model,
  view,
  diagram,
  focus,
  bringIntoView,
  onValues,
  redraw,
  place: { api, captureId, flow, bar },
  captureName,
}) {
  const finding = createFindField({ model, row: () => focus.row, onFound: (row) => focus.go(row) });
  bar.setControls(finding.elements, { onSearch: finding.open });
  const notes = createNotes({
    api,
    captureId,
    flow,
    model,
    onChange: redraw,
    onGo(note) {
      const row = note.frame === null ? -1 : frameLookup(model.columns)(note.frame);
      if (row >= 0) focus.pin(row);
      else bringIntoView(note.time);
    },
  });
  let isMeasuring = view.state.ruler !== null;
  /** Point from which going from packet to packet measures. @type {{ timeNs: number, bytes: number }|null} */
  let anchor = null;

  /** @param {number} row @returns {{ timeNs: number, bytes: number }|null} */
  function pointOf(row) {
    const { scene, drawn } = diagram;
    if (row < 0 || !scene || !drawn.sequence) return null;
    return {
      timeNs: model.columns.time[row],
      bytes: Math.round(drawn.sequence.scale.value(anchorOf(scene, drawn.sequence.scale, row)[1])),
    };
  }

  /** @param {import('../view-state.js').Ruler|null} ruler */
  function lay(ruler) {
    view.change({ ruler }, 'replace');
    if (ruler) focus.announcer.textContent = rulerWords(model, ruler);
  }

  const tools = {
    notes,
    isMeasuring: () => isMeasuring,
    toggleRuler() {
      isMeasuring = !isMeasuring;
      anchor = isMeasuring ? pointOf(focus.row) : null;
      if (!isMeasuring && view.state.ruler) view.change({ ruler: null }, 'replace');
      focus.announcer.textContent = isMeasuring
        ? 'Ruler: drag over the time–sequence, or move from packet to packet.'
        : 'Ruler off.';
      beforePaint(redraw);
    },
    /** @returns {boolean} whether there was one */
    closeRuler() {
      if (!isMeasuring) return false;
      tools.toggleRuler();
      return true;
    },
    /** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
    measure(from, to) {
      const { scene, drawn } = diagram;
      if (!scene || !drawn.sequence) return;
      const { scale } = drawn.sequence;
      lay(rulerBetween(pointAt(scene, scale, from), pointAt(scene, scale, to)));
    },
    /** The user has come to a packet by key. @param {number} row */
    arriveAt(row) {
      if (!isMeasuring) return;
      const to = pointOf(row);
      if (anchor && to) lay(rulerBetween(anchor, to));
      else anchor = to;
    },
    find: finding.open,
    addNote() {
      const { row, cursorNs } = focus;
      const { startNs, endNs } = view.state.span ?? view.range;
      if (row >= 0) notes.add({ timeNs: model.columns.time[row], frame: model.columns.frame[row] });
      else notes.add({ timeNs: cursorNs ?? (startNs + endNs) / 2, frame: null });
    },
    values: onValues,
    /** Those of the packet in focus; the modules come when they are wanted. */
    async bytes() {
      if (focus.row < 0) return;
      const frame = model.columns.frame[focus.row];
      const { openPacketSheet } = await import('../dialogs.js');
      await openPacketSheet({ api, captureId, captureName, flow, frame });
    },
    destroy: () => notes.destroy(),
  };
  notes.onAdd = () => void tools.addNote();
  return tools;
}

/** @typedef {ReturnType<typeof createTools>} Tools */
