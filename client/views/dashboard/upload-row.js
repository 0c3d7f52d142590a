import { el, setText } from '../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { button } from '../../components/button.js';
import { progressLine } from '../../components/progress-line.js';
import { sum } from '../../vendor/d3.js';

/** @typedef {import('../../state/uploads.js').Upload} Upload */

/**
 * Files beyond the next few that wait to be sent, as one row.
 * @param {{ onCancel: (uploads: Upload[]) => void }} actions
 */
export function waitingRow({ onCancel }) {
  /** @type {Upload[]} */
  let waiting = [];
  const words = el('p', { class: 'capture-link' });
  const size = el('p', { class: 'second' });
  const element = el(
    'li',
    { class: 'upload-row' },
    el('div', { class: 'upload-words' }, words, size),
    button('Cancel all', { onClick: () => onCancel(waiting) }),
  );
  return {
    element,
    /** @param {Upload[]} uploads */
    update(uploads) {
      waiting = uploads;
      setText(words, `${count(waiting.length, 'more file')} waiting`);
      setText(size, formatBytes(sum(waiting, ({ sizeBytes }) => sizeBytes)));
    },
  };
}

/**
 * A file that waits to be sent, or is being sent and is not in the library yet.
 * @param {Upload} first
 * @param {{ onCancel: (upload: Upload) => void }} actions
 */
export function uploadRow(first, { onCancel }) {
  let upload = first;
  const words = el('p', { class: 'second' });
  const progress = progressLine('Sent');
  const element = el(
    'li',
    { class: 'upload-row' },
    el('div', { class: 'upload-words' }, el('p', { class: 'capture-link', text: upload.name }), words),
    button('Cancel', { 'aria-label': `Cancel ${upload.name}`, onClick: () => onCancel(upload) }),
    progress.element,
  );

  /** @param {Upload} next */
  function update(next) {
    upload = next;
    const { state, sentBytes, sizeBytes } = upload;
    const share = sentBytes / (sizeBytes || 1);
    setText(
      words,
      upload.words ??
        (state === 'waiting'
          ? `${formatBytes(sizeBytes)}, waiting for earlier files`
          : `Sending · ${formatNumber(share * 100)} % of ${formatBytes(sizeBytes)}`),
    );
    progress.set(0, share);
  }
  update(first);
  return { element, update };
}
