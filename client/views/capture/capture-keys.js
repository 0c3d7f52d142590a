/** The keys of a capture's table of connections. */

const GROUP = 'Connections';

/**
 * @param {Record<'onFilter'|'onFields'|'onFind'|'onLanes', () => void> & { onStep: (step: 1|-1) => void }} actions
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export const captureKeys = ({ onFilter, onFields, onFind, onStep, onLanes }) => [
  { keys: ['/'], words: 'Filter connections', group: GROUP, run: onFilter },
  { keys: ['F1'], words: 'Fields of the filter', group: GROUP, run: onFields },
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
