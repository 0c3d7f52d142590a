/** Which columns of the connections table the user has chosen, kept in the browser. */
import { COLUMNS } from './columns/registry.js';

const KEY = 'selfclock-columns';

/** @returns {string[]|null} ids; null: as many of the usual ones as the window has room for */
export function chosenColumns() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(kept) ? COLUMNS.map(({ id }) => id).filter((id) => kept.includes(id)) : null;
  } catch (error) {
    console.info('The columns are not remembered: storage is blocked, or holds no list.', error);
    return null;
  }
}

/** @param {readonly string[]|null} ids */
export function keepColumns(ids) {
  try {
    if (ids === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(ids));
  } catch (error) {
    console.info('The columns are not remembered: storage is blocked.', error);
  }
}
