/** Keys of the view of a QUIC connection, besides those of all time views. */

/**
 * @param {string} group
 * @param {object} given
 * @param {(step: 1|-1, of: 'packet'|'event') => void} given.onStep
 * @param {() => void} given.onSwap
 * @param {() => void} given.onBy
 * @param {() => void} given.onBytes
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function quicKeys(group, { onStep, onSwap, onBy, onBytes }) {
  return [
    { group, keys: ['D'], cap: 'Shift D', words: 'Swap direction', run: onSwap },
    { group, keys: ['n'], cap: 'N', words: 'Stream data or packet numbers', run: onBy },
    { group, keys: ['b'], cap: 'B', words: 'Bytes of the packet, with its fields', run: onBytes },
    {
      group,
      keys: ['ArrowLeft'],
      cap: '←',
      words: 'Previous packet of the direction',
      run: () => onStep(-1, 'packet'),
    },
    { group, keys: ['ArrowRight'], cap: '→', words: 'Next packet of the direction', run: () => onStep(1, 'packet') },
    { group, keys: [','], words: 'Previous loss, probe or packet that repeats data', run: () => onStep(-1, 'event') },
    { group, keys: ['.'], words: 'Next loss, probe or packet that repeats data', run: () => onStep(1, 'event') },
  ];
}
