/** The keys of the lanes, beside those of every time axis. */

export const GROUP = 'Lanes';

/**
 * @param {object} given
 * @param {import('../timeline/window/time-window.js').TimeWindow} given.time
 * @param {import('./screen.js').LanesScreen} given.screen
 * @param {() => void} given.onFilter
 * @param {(lane: number, message: import('./lane-columns.js').LaneMessage|null) => void} given.onOpen
 * @param {() => void} given.onAcks
 * @param {() => void} given.onReferers
 * @param {() => void} given.onTable
 * @returns {import('../../base/hotkeys.js').Hotkey[]}
 */
export function lanesKeys({ time, screen, onFilter, onOpen, onAcks, onReferers, onTable }) {
  /** @param {KeyboardEvent} event */
  function panOrStep(event) {
    const step = event.key === 'ArrowRight' ? 1 : -1;
    if (event.shiftKey) time.panBy(step * 0.1 * time.spanNs, event.repeat ? 'move' : 'start');
    else screen.stepMessage(step);
  }

  return [
    { group: GROUP, keys: ['/'], words: 'Filter connections', run: onFilter },
    {
      group: GROUP,
      keys: ['ArrowUp', 'ArrowDown'],
      words: 'Previous and next lane',
      run: (event) => screen.setActive(screen.active + (event.key === 'ArrowDown' ? 1 : -1)),
    },
    {
      group: GROUP,
      keys: ['PageUp', 'PageDown'],
      words: 'A page up or down',
      run: (event) => screen.page(event.key === 'PageDown' ? 1 : -1),
    },
    { group: GROUP, keys: ['Home'], words: 'First lane', run: () => screen.setActive(0) },
    {
      group: GROUP,
      keys: ['End'],
      words: 'Last lane; while packets arrive: follow them',
      run: () => (time.following.isLive ? time.follow() : screen.last()),
    },
    { group: GROUP, keys: ['ArrowLeft', 'ArrowRight'], words: 'Previous and next message of the lane', run: panOrStep },
    {
      group: GROUP,
      keys: ['Enter'],
      words: 'Open the connection, or the message',
      run: () => onOpen(Math.max(0, screen.active), screen.focused),
    },
    { group: GROUP, keys: ['k'], cap: 'K', words: 'ACKs', run: onAcks },
    { group: GROUP, keys: ['g'], cap: 'G', words: 'Referers', run: onReferers },
    { group: GROUP, keys: ['l'], cap: 'L', words: 'The same connections as a table', run: onTable },
  ];
}
