/** The keys of the dashboard. */

const GROUP = 'Captures';

/**
 * @param {{ onSearch: () => void, onChoose: () => void, onLive: () => void, onStep: (step: 1|-1) => void }} actions
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export const dashboardKeys = ({ onSearch, onChoose, onLive, onStep }) => [
  { keys: ['/'], words: 'Search by name or finding', group: GROUP, run: onSearch },
  { keys: ['o'], words: 'Choose files to open', group: GROUP, run: onChoose },
  { keys: ['l'], words: 'Choose an interface', group: GROUP, run: onLive },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    words: 'Previous and next capture',
    group: GROUP,
    run: (event) => onStep(event.key === 'ArrowDown' ? 1 : -1),
  },
  { keys: ['Enter'], words: 'Open the capture', group: GROUP },
  { keys: ['x'], words: 'Choose the capture, to compare it', group: GROUP },
  { keys: ['F2'], words: 'Rename the capture', group: GROUP },
  { keys: ['Delete'], words: 'Delete the capture', group: GROUP },
];
