/** Captures that another page sends by `postMessage`: Perfetto's protocol (docs/without-a-server.md). */
import { el } from '../../base/dom.js';
import { formatBytes } from '../../base/format.js';
import { button } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';
import { capturePath } from '../../state/router.js';

/** @typedef {{ buffer: ArrayBuffer, title: string, keyLog: string }} Handed */

/** @param {any} data of a message @returns {Handed|null} */
function handedIn(data) {
  const { buffer, title, keyLog } = data?.selfclock ?? data?.perfetto ?? {};
  if (!(buffer instanceof ArrayBuffer)) return null;
  return {
    buffer,
    title: typeof title === 'string' ? title : '',
    keyLog: typeof keyLog === 'string' ? `${keyLog}\n` : '',
  };
}

/** @param {string} origin of a message */
const fromWords = (origin) =>
  origin === 'null' ? 'A page without an address of its own (a file, or a sandboxed frame)' : origin;

/**
 * @param {import('../local-captures.js').LocalCaptures} captures
 * @param {(path: string) => void} navigate
 */
export function takeHandedOver(captures, navigate) {
  let isAsking = false;
  addEventListener('message', ({ data, origin, source }) => {
    if (data === 'PING') return source?.postMessage('PONG', { targetOrigin: '*' });
    const handed = handedIn(data);
    if (handed === null || isAsking) return;
    isAsking = true;
    ask(handed, origin, () => (isAsking = false));
  });

  /** @param {Handed} handed @param {string} origin @param {() => void} onClose */
  function ask({ buffer, title, keyLog }, origin, onClose) {
    const open = () => {
      sheet.close();
      const { capture } = captures.open(new Blob([buffer]), title, { keyLog });
      navigate(capturePath(capture.id));
    };
    const leave = button('Cancel', { onClick: () => sheet.close() });
    const keys = keyLog === '' ? '' : ', with keys that decrypt it';
    const body = el(
      'div',
      { class: 'confirm' },
      el('p', { class: 'confirm-name', text: title || 'Untitled capture' }),
      el('p', { class: 'second', text: `${fromWords(origin)} sends ${formatBytes(buffer.byteLength)}${keys}.` }),
      el('div', { class: 'sheet-actions' }, leave, button('Open', { kind: 'primary', onClick: open })),
    );
    const sheet = openSheet({ title: 'Open a capture from another page?', body, onClose });
    leave.focus();
  }
}
