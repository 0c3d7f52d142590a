import { el } from '../../base/dom.js';
import { matchUploads } from '../../state/uploads.js';
import { captureRow } from './capture-row.js';
import { uploadRow, waitingRow } from './upload-row.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {import('../../state/uploads.js').Upload} Upload */

/** Waiting files that have a row of their own. */
const waitingShown = 2;

/**
 * Puts `elements` into `parent` in this order, moving only what is out of place (so that focus and typing stay).
 * @param {Element} parent
 * @param {Element[]} elements
 */
function arrange(parent, elements) {
  const kept = new Set(elements);
  for (const child of [...parent.children]) {
    if (!kept.has(child)) child.remove();
  }
  elements.forEach((element, index) => {
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
}

/**
 * The list of captures, newest first, with the uploads above it.
 * @param {import('./capture-row.js').RowActions} actions
 */
export function captureList(actions) {
  const element = el('ul', { class: 'captures', 'aria-label': 'Captures' });
  /** @type {Map<string, import('./capture-row.js').CaptureRow>} */
  const rows = new Map();
  /** @type {Map<number, ReturnType<typeof uploadRow>>} */
  const sending = new Map();
  const rest = waitingRow({ onCancel: (uploads) => uploads.forEach(actions.onCancel) });

  /**
   * @param {Upload[]} uploads those that have no capture yet
   * @returns {Element[]} a row each, but one for all that wait long
   */
  function uploadElements(uploads) {
    const waiting = uploads.filter(({ state }) => state === 'waiting');
    const folded = /** @type {Set<Upload>} */ (
      new Set(waiting.length > waitingShown + 1 ? waiting.slice(waitingShown) : [])
    );
    const shown = uploads.filter((upload) => !folded.has(upload)).map(uploadElement);
    if (folded.size === 0) return shown;
    rest.update([...folded]);
    return [...shown, rest.element];
  }

  /** @param {Upload} upload */
  function uploadElement(upload) {
    const row = sending.get(upload.id) ?? uploadRow(upload, actions);
    sending.set(upload.id, row);
    row.update(upload);
    return row.element;
  }

  /** @param {Capture} capture @param {Upload | null} upload */
  function captureElement(capture, upload) {
    const row = rows.get(capture.id) ?? captureRow(capture, actions);
    rows.set(capture.id, row);
    row.update(capture, upload);
    return row.element;
  }

  return {
    element,
    /**
     * @param {Capture[]} captures in the order to be shown
     * @param {Upload[]} uploads those that did not fail
     */
    show(captures, uploads) {
      const matched = matchUploads(uploads, captures);
      const taken = new Set([...matched.values()].map(({ id }) => id));
      const alone = uploads.filter(({ id }) => !taken.has(id));
      arrange(element, [
        ...uploadElements(alone),
        ...captures.map((capture) => captureElement(capture, matched.get(capture.id) ?? null)),
      ]);
      const shown = new Set(captures.map(({ id }) => id));
      for (const id of [...rows.keys()]) {
        if (!shown.has(id)) rows.delete(id);
      }
      const aloneIds = new Set(alone.map(({ id }) => id));
      for (const id of [...sending.keys()]) {
        if (!aloneIds.has(id)) sending.delete(id);
      }
    },
    /** Moves focus to the capture before or after the one that has it. @param {1 | -1} step */
    step(step) {
      const links = /** @type {HTMLElement[]} */ ([...element.querySelectorAll('a.capture-link')]);
      const index = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      const next = index === -1 ? 0 : Math.min(links.length - 1, Math.max(0, index + step));
      links[next]?.focus();
    },
  };
}
