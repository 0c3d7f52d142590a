/** The top bar while a capture is shown: its filter, and its actions. */
import { el } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { FILE_LATER } from '../../components/capture-text.js';
import { filterField } from '../../components/filter/field.js';
import { toast } from '../../components/toast.js';
import { comparePath } from '../../state/router.js';
import { keysButton } from '../dashboard/keys-button.js';

/**
 * @param {object} given
 * @param {import('../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {string} given.text the filter
 * @param {(text: string) => void} given.onText
 * @param {() => void} given.onEnter the filter is left for what it found
 * @param {() => void} given.onFind
 * @param {() => void} given.onKeys asks for key logs
 */
export function captureControls({ api, captureId, text, onText, onEnter, onFind, onKeys }) {
  const field = filterField({ value: text, onChange: onText, onEnter });
  const keys = keysButton(onKeys);
  let isLive = false;
  const phoneKeys = el('button', { type: 'button', class: 'foot-action', on: { click: onKeys } }, 'TLS keys');
  const find = button('Find…', { onClick: onFind });
  find.title = 'Packets of all connections: by frame, flag, address, URL (P)';
  const href = api.fileUrl(captureId);
  const download = el('a', {
    class: 'button button-plain',
    href: href ?? '',
    download: '',
    text: 'Download',
    on: {
      click(event) {
        if (!isLive) return;
        event.preventDefault();
        toast(FILE_LATER);
      },
    },
  });
  const compare = el('a', {
    class: 'button button-plain',
    href: comparePath([{ id: captureId, flow: null }]),
    text: 'Compare',
    title: "Compare its largest connection with another capture's",
  });
  return {
    field,
    phoneKeys,
    elements: [field.element, find, keys, compare, ...(href === null ? [] : [download])],
    /** @param {import('../../state/types.js').Capture} capture */
    update({ encryption, state }) {
      isLive = state === 'live';
      for (const element of [keys, phoneKeys]) element.hidden = encryption.tls === 0;
    },
  };
}
