/** The bytes of one packet, with their fields: pointing at a field marks its bytes. */
import { hexLines, LINE_BYTES } from '../../../../lib/shared/text/printable.js';
import { el, fill, setText } from '../../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../../base/format.js';
import { copyButton } from '../../../components/button.js';
import { openSheet } from '../../../components/sheet.js';
import { isAbort, sentenceOf } from '../../../state/api-error.js';
import { wiresharkCommand } from '../packets/wireshark-command.js';

/**
 * @typedef {{ name: string, value: string, from: number, to: number }} FrameField
 * @typedef {object} FrameBytes as `frame.json` has it (docs/protocol.md)
 * @property {number} frame
 * @property {number} wireLength
 * @property {number} capturedLength
 * @property {string} bytes base64
 * @property {{ name: string, from: number, to: number, fields: FrameField[] }[]} layers
 */

/** Bytes of a packet that are shown. */
const SHOWN_BYTES = 4096;
/** Column of the first figure of a line, and characters of each. */
const FIRST_FIGURE = 6;
const FIGURE = 3;

/**
 * @param {object} given
 * @param {import('../../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {string} given.captureName
 * @param {number} given.flow
 * @param {number} given.frame
 */
export async function openPacketSheet({ api, captureId, captureName, flow, frame }) {
  const abort = new AbortController();
  const status = el('p', { class: 'second', role: 'status', text: 'Reading the packet from the capture.' });
  const fields = el('div', { class: 'packet-layers', tabindex: 0, role: 'group', 'aria-label': 'Fields' });
  const bytes = el('pre', { class: 'stream-bytes packet-bytes mono', tabindex: 0, 'aria-label': 'Bytes' });
  const copy = copyButton('Copy the command that opens it in Wireshark', () => wiresharkCommand(captureName, frame));
  openSheet({
    title: `Packet, frame ${formatNumber(frame)}`,
    body: el('div', { class: 'values' }, status, el('div', { class: 'packet-parts' }, fields, bytes), copy),
    class: 'values-sheet packet-sheet',
    onClose: () => abort.abort(),
  });
  try {
    show(await api.frameBytes(captureId, flow, frame, abort.signal));
  } catch (error) {
    if (!isAbort(error)) setText(status, sentenceOf(error));
  }

  /** @param {FrameBytes} packet */
  function show({ wireLength, capturedLength, layers, bytes: base64 }) {
    const all = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const shown = all.subarray(0, SHOWN_BYTES);
    const lines = hexLines(shown);
    const cut = capturedLength < wireLength ? `, ${formatBytes(capturedLength)} of them captured` : '';
    const less = shown.length < capturedLength ? `; the first ${count(shown.length, 'byte')} are shown` : '';
    setText(status, `${count(wireLength, 'byte')}${cut}${less}.`);
    const mark = (/** @type {number} */ from, /** @type {number} */ to) => fill(bytes, ...markedLines(lines, from, to));
    mark(0, 0);
    fill(fields, ...layers.map((layer) => layerElement(layer, mark)));
  }
}

/**
 * @param {FrameBytes['layers'][0]} layer
 * @param {(from: number, to: number) => void} mark
 */
function layerElement({ name, from, to, fields }, mark) {
  const pointed = (/** @type {number} */ first, /** @type {number} */ end) => ({
    pointerenter: () => mark(first, end),
    focus: () => mark(first, end),
  });
  return el(
    'section',
    { class: 'packet-layer' },
    el(
      'h3',
      {},
      el(
        'button',
        { type: 'button', class: 'packet-field', on: pointed(from, to) },
        `${name}, ${count(to - from, 'byte')}`,
      ),
    ),
    ...fields.map((field) =>
      el(
        'button',
        { type: 'button', class: 'packet-field', on: pointed(field.from, field.to) },
        el('span', { class: 'second', text: field.name }),
        el('span', { text: field.value }),
      ),
    ),
  );
}

/**
 * @param {string[]} lines of `hexLines` @param {number} from @param {number} to bytes that are marked
 * @returns {(string|HTMLElement)[]}
 */
function markedLines(lines, from, to) {
  return lines.flatMap((line, i) => {
    const first = Math.max(0, from - i * LINE_BYTES);
    const end = Math.min(LINE_BYTES, to - i * LINE_BYTES);
    if (first >= end) return [`${line}\n`];
    const start = FIRST_FIGURE + FIGURE * first;
    const stop = FIRST_FIGURE + FIGURE * end - 1;
    return [line.slice(0, start), el('mark', { text: line.slice(start, stop) }), `${line.slice(stop)}\n`];
  });
}
