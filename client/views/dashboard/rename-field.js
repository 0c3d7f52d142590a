/** The field in which a capture is renamed: Enter or leaving it keeps the new name, Esc the old one. */
import { el, setText } from '../../base/dom.js';
import { sentenceOf } from '../../state/api-error.js';

/** Characters; the server truncates at fewer Unicode characters. */
const LONGEST = 255;

/**
 * @param {string} name as it is now
 * @param {{ onSave: (name: string) => Promise<void>, onClose: (how: { refocus: boolean }) => void }} actions `onSave`
 *   with another name than it had;
 *   why it was not taken is shown. `onClose`, once: with a key, which leaves the focus to be placed, or by leaving the
 *   field
 * @returns {{ elements: HTMLElement[], begin: () => void }} `begin` when they are in the page: all but the ending is
 *   selected
 */
export function renameField(name, { onSave, onClose }) {
  const input = el('input', {
    type: 'text',
    class: 'field rename-field',
    'aria-label': 'New name',
    spellcheck: 'false',
    maxlength: LONGEST,
  });
  const problem = el('p', { class: 'rename-problem', role: 'alert' });
  let isOpen = true;
  input.value = name;

  /** @param {boolean} refocus */
  function close(refocus) {
    isOpen = false;
    onClose({ refocus });
  }

  /** @param {boolean} refocus */
  async function save(refocus) {
    if (!isOpen) return;
    const text = input.value.trim();
    if (text === '' || text === name) return close(refocus);
    try {
      await onSave(text);
      if (isOpen) close(refocus);
    } catch (error) {
      setText(problem, sentenceOf(error));
    }
  }

  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void save(true);
    if (event.key === 'Escape') close(true);
  });
  input.addEventListener('blur', () => void save(false));
  return {
    elements: [input, problem],
    begin() {
      const dot = name.lastIndexOf('.');
      input.focus();
      input.setSelectionRange(0, dot > 0 ? dot : name.length);
    },
  };
}
