/** Tags: words that users add to captures, and that the list can be searched by (`#slow`). */
import { el, fill } from '../../base/dom.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

const SIGN = '#';

/** @param {string} tag @returns {string} what is searched for */
export const tagSearch = (tag) => `${SIGN}${tag}`;

/** @param {string} text searched for @returns {{ tags: string[], rest: string }} all in lower case */
export function searchParts(text) {
  const words = text.trim().toLowerCase().split(/\s+/);
  return {
    tags: words.filter((word) => word.startsWith(SIGN)).map((word) => word.slice(SIGN.length)),
    rest: words.filter((word) => !word.startsWith(SIGN)).join(' '),
  };
}

/**
 * @param {Pick<Capture, 'tags'>} capture
 * @param {string[]} required in lower case; '' is one that is still being typed
 */
export const hasTags = ({ tags }, required) =>
  required.every((tag) => tag === '' || tags.some((own) => own.toLowerCase() === tag));

/** The tags of a row; a press on one searches for it. @param {(tag: string) => void} onTag */
export function rowTags(onTag) {
  const element = el('ul', { class: 'capture-tags', 'aria-label': 'Tags', hidden: true });
  let shown = '';
  return {
    element,
    /** @param {string[]} tags */
    update(tags) {
      if (tags.join() === shown) return;
      shown = tags.join();
      element.hidden = tags.length === 0;
      fill(
        element,
        ...tags.map((tag) =>
          el(
            'li',
            {},
            el('button', {
              type: 'button',
              class: 'tag',
              title: 'Captures with this tag',
              text: tag,
              on: { click: () => onTag(tag) },
            }),
          ),
        ),
      );
    },
  };
}
