import { el } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';

let isAsking = false;

/**
 * Asks before something from elsewhere is opened. Only one question is open at a time: another one is not asked.
 * @param {{ title: string, name: string, text: string, yes: string }} question
 * @returns {Promise<boolean>} whether the reader said yes
 */
export async function askReader({ title, name, text, yes }) {
  if (isAsking) return false;
  isAsking = true;
  let isAgreed = false;
  await new Promise((resolve) => {
    const agree = () => {
      isAgreed = true;
      sheet.close();
    };
    const leave = button('Cancel', { onClick: () => sheet.close() });
    const body = el(
      'div',
      { class: 'confirm' },
      el('p', { class: 'confirm-name', text: name }),
      el('p', { class: 'second', text }),
      el('div', { class: 'sheet-actions' }, leave, button(yes, { kind: 'primary', onClick: agree })),
    );
    const sheet = openSheet({ title, body, onClose: () => resolve(null) });
    leave.focus();
  });
  isAsking = false;
  return isAgreed;
}
