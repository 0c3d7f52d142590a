import { el } from '../../../base/dom.js';
import { formatNumber } from '../../../base/format.js';
import { causeSwatch } from '../../../components/findings-list.js';
import { causeStyle } from '../panes/limit-styles.js';

/**
 * What limited a sender, and for how long.
 * @param {readonly { cause: string, seconds: number }[]} sums @returns {HTMLElement[]} lines of a `held-back-list`
 */
export const limitLines = (sums) =>
  sums.map(({ cause, seconds }) =>
    el(
      'li',
      {},
      causeSwatch(cause),
      el('span', { class: 'held-back-words', text: causeStyle(cause).words }),
      el('span', { text: `${formatNumber(seconds, seconds < 10 ? 3 : 1)} s` }),
    ),
  );
