/** Whose the time was in which a connection, or any of a capture, waited: a bar of shares, and a legend in words. */
import { el, fill } from '../../base/dom.js';
import { spanWords } from './times.js';

/** @typedef {import('../../state/answer-types.js').Waits} Waits */

/** @param {Waits} time @returns {(Waits['waits'][number] & { share: number })[]} most first; shares sum to 1 */
export const sharesOf = ({ waited, waits }) =>
  waits.filter(({ seconds }) => seconds > 0).map((one) => ({ ...one, share: one.seconds / waited }));

/** @param {number} seconds */
const words = (seconds) => spanWords(seconds * 1e9);

/** @param {() => Promise<{ time: Waits|null }>} [fetchTime] without it, it is set by others */
export function timeBar(fetchTime) {
  const element = el('div', { class: 'time-bar', 'data-figures': 'connection' });
  /** @param {Waits|null} time null: it is not known */
  function set(time) {
    const shares = time ? sharesOf(time) : [];
    element.hidden = shares.length === 0;
    if (time === null || element.hidden) return;
    const title = `Waited ${words(time.waited)}, inferred`;
    const parts = shares.map(({ owner, share }) => {
      const part = el('span', { data: { owner } });
      part.style.flexGrow = String(share);
      return part;
    });
    const legend = shares.map((one) =>
      el('li', {}, el('i', { data: { owner: one.owner } }), `${one.words} `, el('b', { text: words(one.seconds) })),
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
    /** Nothing is shown where it cannot be had. */
    async fetch() {
      if (fetchTime)
        {set(
          await fetchTime().then(
            ({ time }) => time,
            () => null,
          ),
        );}
    },
  };
}
