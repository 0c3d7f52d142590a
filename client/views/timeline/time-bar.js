/** Whose the time was in which a connection, or any of a capture, waited: a bar of shares, and a legend in words. */
import { el, fill } from '../../base/dom.js';
import { spanWords } from './times.js';

/** @typedef {import('../../state/answer-types.js').Waits} Waits */
/** @typedef {keyof import('../../base/theme.js').Colours} Colour */

/** @param {Waits} time @returns {(Waits['waits'][number] & { share: number })[]} most first; shares sum to 1 */
export const sharesOf = ({ waited, waits }) =>
  waits.filter(({ seconds }) => seconds > 0).map((one) => ({ ...one, share: one.seconds / waited }));

/** @type {Record<string, Colour>} */
const COLOURS = {
  client_app: 'c2s',
  client_tcp: 'mHtml',
  client_quic: 'mHtml',
  path_to_server: 'mJs',
  server_tcp: 'mImg',
  server_quic: 'mImg',
  server_app: 's2c',
  path_to_client: 'mFont',
  name_service: 'ooo',
  capture: 'line3',
};
/** @param {string} owner @returns {Colour} */
const colourOf = (owner) => COLOURS[owner] ?? 'line2';

/** @template {HTMLElement} E @param {E} element @param {string} owner @returns {E} */
function coloured(element, owner) {
  element.style.background = `var(--${colourOf(owner)})`;
  return element;
}

/** @param {number} seconds */
const words = (seconds) => spanWords(seconds * 1e9);

/** @param {Waits} time */
const titleOf = ({ waited }) => `Waited ${words(waited)}, inferred`;

/** @param {() => Promise<{ time: Waits|null }>} [fetchTime] without it, it is set by others */
export function timeBar(fetchTime) {
  const element = el('div', { class: 'time-bar', 'data-figures': 'connection' });
  /** @type {Waits|null} */
  let shown = null;

  /** @param {Waits|null} time null: it is not known */
  function set(time) {
    shown = time;
    const shares = time ? sharesOf(time) : [];
    element.hidden = shares.length === 0;
    if (time === null || element.hidden) return;
    const title = titleOf(time);
    const parts = shares.map(({ owner, share }) => {
      const part = coloured(el('span', {}), owner);
      part.style.flexGrow = String(share);
      return part;
    });
    const legend = shares.map((one) =>
      el('li', {}, coloured(el('i', {}), one.owner), `${one.words} `, el('b', { text: words(one.seconds) })),
    );
    fill(
      element,
      el('div', { class: 'time-shares', 'aria-hidden': 'true' }, ...parts),
      el('span', { 'data-figure': 'Waited', text: title }),
      el('ul', { 'aria-label': `${title}, by whose turn it was`, tabindex: 0 }, ...legend),
    );
  }

  return {
    element,
    set,
    /**
     * What it says, for a picture.
     * @returns {Pick<import('../../plot/summary-picture.js').Said, 'waited'|'shares'>}
     */
    said: () => ({
      waited: shown === null ? '' : titleOf(shown),
      shares: (shown === null ? [] : sharesOf(shown)).map((one) => ({
        colour: colourOf(one.owner),
        share: one.share,
        words: `${one.words} ${words(one.seconds)}`,
      })),
    }),
    /** Nothing is shown where it cannot be had. */
    async fetch() {
      const answer = await fetchTime?.().catch(() => null);
      if (answer !== undefined) set(answer?.time ?? null);
    },
  };
}
