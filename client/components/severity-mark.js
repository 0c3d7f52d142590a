import { el, setText } from '../base/dom.js';

/** @typedef {import('../state/types.js').Verdict['severity']} Severity */

/** How bad it is, as a word: nothing of a note, which is no fault. */
export function severityMark() {
  const element = el('span', { class: 'severity-mark', hidden: true });
  return {
    element,
    /** @param {Severity} severity */
    set(severity) {
      element.hidden = severity === 'note';
      element.className = `severity-mark is-${severity}`;
      setText(element, severity === 'note' ? '' : severity);
    },
  };
}
