import { el, setText } from '../base/dom.js';

/** @typedef {import('../state/types.js').Verdict['severity']} Severity */

/** The severity as a word; nothing for a note, which is not a fault. */
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
