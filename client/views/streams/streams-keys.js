/** The keys of the multiplexing diagram, beside those of every time axis. */

export const GROUP = 'Streams';

/**
 * @param {object} given
 * @param {import('./streams-screen.js').StreamsScreen} given.screen
 * @param {() => void} given.onSwap
 * @param {() => void} given.onCredit
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function streamsKeys({ screen, onSwap, onCredit }) {
  return [
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
  ];
}
