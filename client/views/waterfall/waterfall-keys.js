/** The keys of the waterfall. */
import { timeKeys } from '../timeline/time-keys.js';

const GROUP = 'Requests';

/**
 * @param {object} given
 * @param {import('../timeline/time-window.js').TimeWindow} given.time
 * @param {import('./waterfall-screen.js').WaterfallScreen} given.screen
 * @param {() => void} given.onClose
 * @param {() => void} given.onLook
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function waterfallKeys({ time, screen, onClose, onLook }) {
  return [
    ...timeKeys({ group: GROUP, whole: 'All requests', time, pointerNs: () => screen.pointerNs }),
    {
      group: GROUP,
      keys: ['ArrowUp', 'ArrowDown'],
      words: 'Previous and next request',
      run: (event) => screen.step(event.key === 'ArrowDown' ? 1 : -1),
    },
    { group: GROUP, keys: ['Enter'], words: 'Inspect the request' },
    { group: GROUP, keys: ['Escape'], cap: 'Esc', words: 'Close the inspector, clear the selection', run: onClose },
    { group: GROUP, keys: ['l'], cap: 'L', words: 'Bars or table', run: onLook },
  ];
}
