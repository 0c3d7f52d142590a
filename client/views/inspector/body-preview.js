import { codingsOf, KNOWN_CODINGS } from '../../../lib/shared/http/codings.js';
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber } from '../../base/format.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { figuresOf, pictureType, PREVIEW_BYTES, PREVIEW_CHARACTERS, PREVIEW_FIGURES, textOf } from './body-kind.js';

/** @typedef {Pick<import('../../state/answer-types.js').Message, 'index'|'bodyBytes'|'headers'>} Shown */

/** @param {Shown['headers']} headers @returns {string} a sentence, where a coding is not undone */
function unknownCoding(headers) {
  const unknown = codingsOf(headers).findLast((name) => !KNOWN_CODINGS.has(name));
  return unknown === undefined ? '' : `Unknown content coding "${unknown}": the bytes are as sent. `;
}

/**
 * The body of a message, decoded: an image, text, or hex. An image is put into the page as a `data:` URL with the
 * type detected from its bytes, which the page's CSP allows only for images: it is drawn, and nothing in it can run.
 * @param {{ api: import('../../state/api.js').Api, captureId: string }} given
 */
export function bodyPreview({ api, captureId }) {
  const element = el('div', { class: 'body-preview' });
  let abort = new AbortController();

  /**
   * @param {number} flow @param {Shown} message @param {Uint8Array} bytes @param {boolean} isCut
   */
  async function show(flow, { index, headers }, bytes, isCut) {
    const type = pictureType(bytes);
    const link = el('a', {
      class: 'text-button',
      href: api.bodyUrl(captureId, flow, index),
      download: '',
      text: 'Save the whole body',
    });
    if (type && !isCut) {
      return fill(
        element,
        await picture(bytes, type),
        el('p', { class: 'caption' }, `${type.slice(6).toUpperCase()}, ${formatBytes(bytes.length)}. `, link),
      );
    }
    const text = type ? null : textOf(bytes, isCut);
    const shown = text ?? figuresOf(bytes);
    const isWhole = !isCut && bytes.length <= (text === null ? PREVIEW_FIGURES : PREVIEW_CHARACTERS);
    const words = isWhole
      ? `${formatBytes(bytes.length)}. `
      : `The first ${formatNumber(text === null ? Math.min(bytes.length, PREVIEW_FIGURES) : text.length)} of ${isCut ? 'more than ' : ''}${formatBytes(bytes.length)}. `;
    fill(
      element,
      el('pre', { class: 'body-text', tabindex: 0, 'aria-label': 'Body', text: shown }),
      el('p', { class: 'caption' }, unknownCoding(headers), words, link),
    );
  }

  return {
    element,
    clear() {
      abort.abort();
      fill(element);
    },
    /** @param {number} flow @param {Shown} message */
    async load(flow, message) {
      const { index, bodyBytes } = message;
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      if (bodyBytes === 0) return fill(element, el('p', { class: 'second', text: 'No body.' }));
      fill(element, el('p', { class: 'second', role: 'status', text: 'Reading the body from the capture.' }));
      try {
        const { bytes, isCut } = await api.body(captureId, flow, index, PREVIEW_BYTES, signal);
        if (bytes.length === 0) {
          return fill(element, el('p', { class: 'second', text: 'Its bytes are not in the capture.' }));
        }
        if (!signal.aborted) await show(flow, message, bytes, isCut);
      } catch (error) {
        if (!isAbort(error)) fill(element, el('p', { class: 'second', text: sentenceOf(error) }));
      }
    },
  };
}

/** @param {Uint8Array} bytes @param {string} type @returns {Promise<HTMLElement>} */
function picture(bytes, type) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      const image = el('img', { class: 'body-picture', alt: 'The body as an image', src: String(reader.result) });
      image.onload = () => resolve(image);
      image.onerror = () => resolve(el('p', { class: 'second', text: 'The image is corrupt.' }));
    };
    reader.readAsDataURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type }));
  });
}
