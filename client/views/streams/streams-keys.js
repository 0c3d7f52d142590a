/** The keys of the multiplexing diagram. */
import { timeKeys } from '../timeline/time-keys.js';

const GROUP = 'Streams';

/**
 * @param {object} given
 * @param {import('../timeline/time-window.js').TimeWindow} given.time
 * @param {import('./streams-screen.js').StreamsScreen} given.screen
 * @param {() => void} given.onSwap
 * @param {() => void} given.onCredit
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function streamsKeys({ time, screen, onSwap, onCredit }) {
  return [
    ...timeKeys({ group: GROUP, whole: 'Zoom to fit', time, pointerNs: () => screen.pointerNs }),
    {
      group: GROUP,
      keys: ['ArrowUp', 'ArrowDown'],
      words: 'Previous and next stream',
      run: (event) => screen.step(event.key === 'ArrowDown' ? 1 : -1),
    },
    {
      group: GROUP,
      keys: ['.', ','],
      words: 'Next and previous stall',
      run: (event) => screen.stepStall(event.key === '.' ? 1 : -1),
    },
    { group: GROUP, keys: ['D'], cap: 'Shift D', words: 'Swap direction', run: onSwap },
    { group: GROUP, keys: ['k'], cap: 'K', words: 'Credit', run: onCredit },
    {
      group: GROUP,
      keys: ['Escape'],
      cap: 'Esc',
      words: 'Clear the selection',
      run: () => {
        screen.close();
        time.select(null);
      },
    },
  ];
}
