/** "Follow stream": what both ends sent, as text, or as hex where it does not begin as text, part by part. */
import { hexLines, printable } from '../../../../lib/shared/text/printable.js';
import { el, fill, setText } from '../../../base/dom.js';
import { count, formatNumber } from '../../../base/format.js';
import { openSheet } from '../../../components/sheet.js';
import { isAbort, sentenceOf } from '../../../state/api-error.js';
import { spanWords } from '../../timeline/times.js';
import { beginsAsText, readPart, turnsOf } from './turns.js';

/** @typedef {import('./turns.js').StreamPiece} StreamPiece */
/** @typedef {import('./turns.js').Turn} Turn */

/** Bytes that are fetched at a time, and parts that are shown. */
const PART_BYTES = 32 * 1024;
const MAX_STREAM_PARTS = 32;

/** @type {Readonly<Record<string, string>>} */
const LAYER_WORDS = { tcp: 'TCP, as sent', tls: 'Decrypted from TLS', websocket: 'WebSocket messages' };
const DIRECTION_WORDS = { clientToServer: 'Client → server', serverToClient: 'Server → client' };

/**
 * @param {object} given
 * @param {import('../../../state/api.js').Api} given.api
 * @param {string} given.captureId
 * @param {number} given.flow
 * @param {number} given.start of the connection, seconds
 * @param {boolean} given.isTls
 */
export function openStreamSheet({ api, captureId, flow, start, isTls }) {
  const layer = el('select', { class: 'popover-select', 'aria-label': 'Layer', on: { change: () => void restart() } });
  const form = el(
    'select',
    { class: 'popover-select', 'aria-label': 'Shown as', on: { change: chooseForm } },
    el('option', { value: 'text', text: 'Text' }),
    el('option', { value: 'hex', text: 'Hex' }),
  );
  const save = el('a', { class: 'button', download: '', text: 'Save all' });
  const status = el('p', { class: 'second', role: 'status' });
  const turns = el('div', { class: 'stream-turns', tabindex: 0, role: 'group', 'aria-label': 'Bytes of both ends' });
  const more = el('button', { type: 'button', class: 'button', on: { click: () => void load() } }, 'More');
  let abort = new AbortController();
  let next = /** @type {number|null} */ (0);
  let parts = 0;
  let shownBytes = 0;
  /** @type {StreamPiece|null} */
  let latest = null;
  let decoders = newDecoders();
  let isFormChosen = false;
  let whyHex = '';

  function chooseForm() {
    isFormChosen = true;
    whyHex = '';
    void restart();
  }

  async function restart() {
    abort.abort();
    abort = new AbortController();
    next = 0;
    parts = 0;
    shownBytes = 0;
    latest = null;
    decoders = newDecoders();
    fill(turns);
    await load();
  }

  async function load() {
    if (next === null) return;
    const { signal } = abort;
    more.disabled = true;
    setText(status, 'Reading the stream from the capture.');
    try {
      const part = readPart(
        await api.stream(captureId, flow, { layer: layer.value, skip: next, limit: PART_BYTES }, signal),
      );
      if (signal.aborted) return;
      if (latest === null && !isFormChosen) setForm(part);
      showLayers(part.layers, part.layer);
      for (const turn of turnsOf(part.pieces, latest)) turns.append(turnElement(turn));
      latest = part.pieces.at(-1) ?? latest;
      ({ next } = part);
      parts++;
      setText(status, words());
      more.disabled = next === null || parts >= MAX_STREAM_PARTS;
    } catch (error) {
      if (!isAbort(error)) setText(status, sentenceOf(error));
    }
  }

  /** @param {import('./turns.js').StreamPart} part */
  function setForm({ layers, layer: shown, pieces }) {
    const isText = beginsAsText(pieces);
    form.value = isText ? 'text' : 'hex';
    if (isText) whyHex = '';
    else if (!isTls || shown !== 'tcp') whyHex = ' As hex, since it does not begin as text.';
    else if (layers.includes('tls')) whyHex = ' As hex, since TLS is encrypted as it is sent.';
    else whyHex = ' As hex, since it is TLS that no key log decrypts.';
  }

  function words() {
    if (latest === null) return 'The capture has no bytes of this stream.';
    return `${countWords()}${whyHex}`;
  }

  function countWords() {
    if (next === null) return `All ${count(shownBytes, 'byte')}.`;
    return parts < MAX_STREAM_PARTS
      ? `The first ${count(shownBytes, 'byte')}; there are more.`
      : `The first ${count(shownBytes, 'byte')}; "Save all" has the rest.`;
  }

  /** @param {string[]} layers @param {string} shown */
  function showLayers(layers, shown) {
    if (layer.options.length === 0) {
      fill(layer, ...layers.map((value) => el('option', { value, text: LAYER_WORDS[value] ?? value })));
    }
    layer.value = shown;
    layer.hidden = layers.length < 2;
    const file = form.value === 'hex' ? 'stream-hex.txt' : 'stream.txt';
    save.setAttribute('href', `${api.exportUrl(captureId, flow, file)}?layer=${shown}`);
  }

  /** @param {Turn} turn */
  function turnElement({ direction, time, pause, frame, what, pieces }) {
    const facts = [
      DIRECTION_WORDS[direction],
      `${formatNumber(Math.max(0, time - start), 6)} s`,
      pause === null || pause <= 0 ? '' : `${spanWords(pause * 1e9)} later`,
      `frame ${formatNumber(frame)}`,
      what ?? '',
    ];
    return el(
      'section',
      { class: `stream-turn is-${direction === 'clientToServer' ? 'client' : 'server'}` },
      el('h3', { text: facts.filter((fact) => fact !== '').join(' · ') }),
      ...pieces.map((piece) => pieceElement(direction, piece)),
    );
  }

  /** @param {StreamPiece['direction']} direction @param {Turn['pieces'][0]} piece */
  function pieceElement(direction, { offset, bytes, missing }) {
    if (bytes.length === 0) {
      return el('p', { class: 'second', text: `${count(missing, 'byte')} missing.` });
    }
    shownBytes += bytes.length;
    const isHex = form.value === 'hex';
    const text = isHex
      ? hexLines(bytes, offset).join('\n')
      : printable(decoders[direction].decode(bytes, { stream: true }));
    return el('pre', { class: `stream-bytes mono ${isHex ? 'is-hex' : ''}`, text });
  }

  openSheet({
    title: 'Follow stream',
    body: el('div', { class: 'values' }, el('div', { class: 'values-line' }, layer, form, more, save), status, turns),
    class: 'values-sheet',
    onClose: () => abort.abort(),
  });
  void restart();
}

const newDecoders = () => ({ clientToServer: new TextDecoder(), serverToClient: new TextDecoder() });
