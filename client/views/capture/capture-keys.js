/** The keys of a capture's table of connections. */

const GROUP = 'Connections';

/**
 * @param {{ onFilter: () => void, onFind: () => void, onStep: (step: 1|-1) => void, onLanes: () => void }} actions
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export const captureKeys = ({ onFilter, onFind, onStep, onLanes }) => [
  { keys: ['/'], words: 'Filter connections', group: GROUP, run: onFilter },
  { keys: ['p'], cap: 'P', words: 'Find packets in all connections', group: GROUP, run: onFind },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    words: 'Previous and next connection',
    group: GROUP,
    run: (event) => onStep(event.key === 'ArrowDown' ? 1 : -1),
  },
  { keys: ['PageUp', 'PageDown'], words: 'A page up or down', group: GROUP },
  { keys: ['Home', 'End'], words: 'First and last connection', group: GROUP },
  { keys: ['Enter'], words: 'Open the connection', group: GROUP },
  { keys: ['l'], cap: 'L', words: 'The same connections as lanes', group: GROUP, run: onLanes },
];
