/** Two captures that both have pages are compared by these: where to. */
import { comparePagesPath } from '../../state/router.js';
import { mainPages } from '../compare/pages/main-pages.js';

/** Pages among which the main one is looked for. */
const PAGES_ASKED = 100;

/** @typedef {Pick<import('../../state/types.js').Capture, 'id'|'version'|'requests'>} Capture */

/** @param {Pick<import('../../state/api.js').Api, 'pages'>} api */
export function chosenPages(api) {
  /** By capture and version. @type {Map<string, ReturnType<typeof api.pages>>} */
  const known = new Map();

  /** @param {Capture} capture */
  function pagesOf({ id, version }) {
    const key = `${id} ${version}`;
    const asked = known.get(key) ?? api.pages(id, PAGES_ASKED);
    known.set(key, asked);
    return asked;
  }

  /**
   * @param {Capture[]} captures two
   * @returns {Promise<string|null>} null: one of them has no page
   */
  return async (captures) => {
    if (captures.some(({ requests }) => requests === 0)) return null;
    try {
      const [first, second] = await Promise.all(captures.map(pagesOf));
      const places = mainPages(first.pages, second.pages);
      return places && comparePagesPath(captures.map(({ id }, i) => `${id}/${places[i]}`));
    } catch {
      // They are compared as captures then.
      return null;
    }
  };
}
