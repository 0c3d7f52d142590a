import { el } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { sentenceOf } from '../state/api-error.js';

/**
 * @param {string} text
 * @param {{ kind?: 'primary' | 'plain' | 'quiet', onClick?: () => void, [attribute: string]: unknown }} [options]
 *   primary is filled in ink, plain outlined, quiet without outline
 */
export function button(text, { kind = 'plain', onClick, ...attributes } = {}) {
  return el(
    'button',
    { type: 'button', class: `button button-${kind}`, on: onClick ? { click: onClick } : {}, ...attributes },
    text,
  );
}

/**
 * A square button with a drawing; `label` is its name.
 * @param {import('../base/icons.js').IconName} name
 * @param {string} label
 * @param {{ onClick?: (event: MouseEvent) => void, class?: string, [attribute: string]: unknown }} [options]
 */
export function iconButton(name, label, { onClick, class: extra = '', ...attributes } = {}) {
  return el(
    'button',
    {
      type: 'button',
      class: `icon-button ${extra}`.trim(),
      'aria-label': label,
      title: label,
      on: onClick ? { click: onClick } : {},
      ...attributes,
    },
    icon(name),
  );
}

/**
 * A button that puts text on the clipboard and says so in its own words for a moment.
 * @param {string} label
 * @param {() => string | Promise<string>} read rejects with what to say where there is nothing to copy
 * @param {{ kind?: 'primary' | 'plain' | 'quiet' }} [options]
 */
export function copyButton(label, read, options = {}) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const status = el('span', { text: label, 'aria-live': 'polite' });
  /** @param {string} words */
  const say = (words) => {
    status.textContent = words;
    clearTimeout(timer);
    timer = setTimeout(() => {
      status.textContent = label;
    }, 2000);
  };
  const copy = button('', {
    ...options,
    onClick: () => {
      void copyText();
    },
  });
  copy.append(status);
  return copy;

  async function copyText() {
    try {
      const text = await read();
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch (error) {
      say(error instanceof DOMException ? 'Select the text and copy it by hand' : sentenceOf(error));
    }
  }
}
