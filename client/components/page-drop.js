import { el } from '../base/dom.js';

/**
 * Makes the whole page a drop target for files, with a frame while files hover.
 * @param {(files: File[]) => void} onFiles
 */
export function startPageDrop(onFiles) {
  const frame = el(
    'div',
    { class: 'page-drop', hidden: true },
    el('p', { class: 'page-title', text: 'Drop to open' }),
    el('p', { class: 'second', text: 'pcap, pcapng or snoop, plain or gzip; on a capture also its TLS key log' }),
  );
  document.body.append(frame);
  let depth = 0;

  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  /** @param {number} next */
  const setDepth = (next) => {
    depth = Math.max(0, next);
    frame.hidden = depth === 0;
  };

  addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(depth + 1);
  });
  addEventListener('dragover', (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('dragleave', (event) => {
    if (hasFiles(event)) setDepth(depth - 1);
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    setDepth(0);
    // The view has taken them.
    if (event.defaultPrevented) return;
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

/**
 * Opens the browser's own file dialog.
 * @param {(files: File[]) => void} onFiles
 */
export function chooseFiles(onFiles) {
  const input = el('input', { type: 'file', multiple: true, on: { change: () => onFiles([...(input.files ?? [])]) } });
  input.click();
}
