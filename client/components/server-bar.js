import { el, fill } from '../base/dom.js';
import { messageBar } from './message-bar.js';

const graceMs = 700;

/**
 * Shows that the server is unreachable, counts down to the next attempt, and can retry at once. A short interruption
 * shows nothing.
 * @param {import('../state/events.js').Events} events
 */
export function serverBar(events) {
  const element = el('div', { class: 'server-bar' });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  const lostSince = { at: 0 };

  function show() {
    const { connected, retryAt } = events.serverState();
    if (connected || retryAt === null || Date.now() - lostSince.at < graceMs) return;
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
    const when = seconds === 0 ? 'Trying again now.' : `Trying again in ${seconds} s.`;
    const shown = element.querySelector('.message-text');
    if (shown) return void (shown.textContent = when);
    fill(
      element,
      messageBar({
        kind: 'note',
        title: 'Connection to the server lost',
        text: when,
        actions: [
          el('button', {
            type: 'button',
            class: 'text-button',
            text: 'Try now',
            on: { click: () => events.retryNow() },
          }),
        ],
      }),
    );
  }

  events.onServer(({ connected }) => {
    clearInterval(ticking);
    if (connected) {
      lostSince.at = 0;
      return fill(element);
    }
    lostSince.at ||= Date.now();
    ticking = setInterval(show, 250);
  });
  return element;
}
