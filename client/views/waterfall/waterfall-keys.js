/** The keys of the waterfall, beside those of every time axis. */

export const GROUP = 'Requests';

/**
 * @param {object} given
 * @param {import('./waterfall-screen.js').WaterfallScreen} given.screen
 * @param {() => void} given.onLook
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function waterfallKeys({ screen, onLook }) {
  return [
    {
      group: GROUP,
      keys: ['ArrowUp', 'ArrowDown'],
      words: 'Previous and next request',
      run: (event) => screen.step(event.key === 'ArrowDown' ? 1 : -1),
    },
    { group: GROUP, keys: ['Enter'], words: 'Inspect the request' },
    { group: GROUP, keys: ['l'], cap: 'L', words: 'Bars or table', run: onLook },
  ];
}
