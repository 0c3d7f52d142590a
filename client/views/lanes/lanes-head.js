/** The head of the lanes: what is shown, the switches, the legend. */
import { el, setText } from '../../base/dom.js';
import { backButton, choice, livingLegend, toggle, viewHead } from '../timeline/switches.js';

/** @typedef {import('./view-state.js').LanesState} LanesState */

/**
 * @param {{ onChange: (part: Partial<LanesState>) => void, onFollow: (follow: boolean) => void, onBack: () => void,
 *   exporting: HTMLElement }} actions
 */
export function lanesHead({ onChange, onFollow, onBack, exporting }) {
  /** @type {LanesState|null} */
  let state = null;
  const title = el('h1', { class: 'view-title' });
  const words = el('p', { class: 'second', role: 'status' });
  const show = choice(
    'Shown',
    [
      ['packets', 'Packets', 'Packets only'],
      ['both', 'Both', 'Packets and messages'],
      ['messages', 'Messages', 'Messages only'],
    ],
    (value) => onChange({ show: value }),
  );
  const rows = choice(
    'Height of a lane',
    [
      ['fit', 'Fit', 'As tall as the page has room for'],
      ['tall', 'Tall', 'With names'],
      ['low', 'Low', 'Twice as many lanes'],
    ],
    (value) => onChange({ rows: value === 'fit' ? null : value }),
  );
  const acks = toggle('ACKs', 'ACKs without data (K)', () => state && onChange({ acks: !state.acks }));
  const arc = (/** @type {'referer'|'redirect'} */ kind) => () => {
    if (!state) return;
    const next = new Set(state.arcs);
    if (!next.delete(kind)) next.add(kind);
    onChange({ arcs: next });
  };
  const referers = toggle('Referers', 'From each request to those that name it as their Referer (G)', arc('referer'));
  const redirects = toggle('Redirects', 'From each redirect to the request that follows it', arc('redirect'));
  const follow = choice(
    'While packets arrive',
    [
      ['follow', 'Follow', 'Keep the last seconds in view (End)'],
      ['hold', 'Hold', 'Stay here'],
    ],
    (value) => onFollow(value === 'follow'),
  );
  const back = backButton(onBack);
  const also = el(
    'div',
    { class: 'switches', role: 'group', 'aria-label': 'Also shown' },
    acks.element,
    referers.element,
    redirects.element,
  );
  const swatches = livingLegend();
  const switches = [back, follow.element, show.element, rows.element, also, exporting];

  return {
    element: viewHead([title, words], switches, swatches.element),
    /**
     * @param {LanesState} next
     * @param {{ title: string, words: string, legend: [string, string][], time:
     *   import('../timeline/window/time-window.js').TimeWindow }} given
     */
    update(next, { title: name, words: summary, legend, time }) {
      state = next;
      setText(title, name);
      setText(words, summary);
      swatches.set(legend);
      show.set(next.show);
      rows.set(next.rows ?? 'fit');
      acks.set(next.acks && next.show !== 'messages');
      referers.set(next.arcs.has('referer'));
      redirects.set(next.arcs.has('redirect'));
      follow.element.hidden = !time.following.isLive;
      follow.set(time.following.isFollowing ? 'follow' : 'hold');
      back.hidden = time.zoom === null || time.following.isFollowing;
    },
  };
}
