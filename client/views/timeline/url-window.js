/** A time range in the URL: a step of its own is written at once, the rest when the gesture pauses. */
import { debounce } from '../../base/frame.js';
import { TimeWindow } from './time-window.js';

/** @typedef {import('../../state/types.js').Query} Query */

/** Writing history is too much for every frame of a gesture. */
const PAUSE_MS = 120;

/**
 * @param {object} given
 * @param {() => Query} given.query all that the URL says
 * @param {(query: Query, options?: { replace?: boolean }) => void} given.onQueryChange
 * @param {() => void} given.onChange another stretch is shown
 * @returns {{ time: TimeWindow, writeUrl: { call: () => void, cancel: () => void } }} `writeUrl` for what else the URL
 *   says
 */
export function urlWindow({ query, onQueryChange, onChange }) {
  const writeUrl = debounce(PAUSE_MS, () => onQueryChange(query(), { replace: true }));
  const time = new TimeWindow((gesture) => {
    if (gesture === 'start') {
      writeUrl.cancel();
      onQueryChange(query());
    } else if (gesture !== 'frame') {
      writeUrl.call();
    }
    onChange();
  });
  return { time, writeUrl };
}
