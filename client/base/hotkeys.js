import { isTextEntry } from './dom.js';

/**
 * Single-key shortcuts that work anywhere except in text fields, and their list for the key sheet.
 * `keys` are `KeyboardEvent.key` values; the first is shown on the key cap unless `cap` says otherwise.
 * A hotkey without `run` is only listed (the view handles it itself, in a table or canvas that has focus).
 * @typedef {{ keys: string[], words: string, group: string, cap?: string, run?: (event: KeyboardEvent) => void }}
 *   Hotkey
 */

/** @type {Set<Hotkey>} */
const hotkeys = new Set();

/**
 * @param {Hotkey[]} added
 * @returns {() => void} takes them away again
 */
export function addHotkeys(added) {
  for (const hotkey of added) hotkeys.add(hotkey);
  return () => {
    for (const hotkey of added) hotkeys.delete(hotkey);
  };
}

/** @returns {Map<string, Hotkey[]>} by group, in the order they were added */
export function listHotkeys() {
  /** @type {Map<string, Hotkey[]>} */
  const groups = new Map();
  for (const hotkey of hotkeys) groups.set(hotkey.group, [...(groups.get(hotkey.group) ?? []), hotkey]);
  return groups;
}

/** Of what was reached with the keyboard: one that was clicked only kept the focus. @param {EventTarget|null} target */
const isPressedByEnter = (target) =>
  target instanceof Element && target.matches(':is(button, a, summary):focus-visible');

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTextEntry(event.target) || document.querySelector('dialog[open], :popover-open')) return;
  if (event.key === 'Enter' && isPressedByEnter(event.target)) return;
  // The last one added wins: a view's key over the page's.
  const hotkey = [...hotkeys].reverse().find((candidate) => candidate.run && candidate.keys.includes(event.key));
  if (!hotkey?.run) return;
  event.preventDefault();
  hotkey.run(event);
}

/** Starts listening; called once by the page. */
export function startHotkeys() {
  document.addEventListener('keydown', onKey);
}
