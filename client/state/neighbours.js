/** The connections before and after the one that is shown, in the last order of its capture's table. */

/** @typedef {import('../views/capture/connection-source.js').Order} Order */

/** @type {Order} */
const AS_THEY_CAME = { sort: 'flow', order: 'asc', text: '' };
/** The table shown last. @type {{ captureId: string, order: Order } | null} */
let seen = null;
/** Index of a connection in it. @type {{ flow: number, index: number } | null} */
let place = null;

/** @param {string} captureId @param {Order} order */
export function rememberOrder(captureId, order) {
  seen = { captureId, order };
  place = null;
}

/** @param {number} flow @param {number} index of its row */
export function rememberPlace(flow, index) {
  place = { flow, index };
}

/**
 * In the order of the table where the connection was opened from it, else by number.
 * @param {import('./api.js').Api} api
 * @param {string} captureId
 * @param {number} flow
 * @param {1|-1} step
 * @returns {Promise<number|null>} its number; null: there is none
 */
export async function neighbour(api, captureId, flow, step) {
  const isFromTable = seen?.captureId === captureId && place?.flow === flow;
  const order = isFromTable && seen ? seen.order : AS_THEY_CAME;
  const index = isFromTable && place ? place.index : await indexOf(api, captureId, flow);
  if (index + step < 0) return null;
  const { rows } = await api.connections(captureId, { ...order, offset: index + step, limit: 1 });
  if (rows.length === 0) return null;
  if (!isFromTable) seen = { captureId, order };
  rememberPlace(rows[0].flow, index + step);
  return rows[0].flow;
}

/** @param {import('./api.js').Api} api @param {string} captureId @param {number} flow @returns {Promise<number>} */
async function indexOf(api, captureId, flow) {
  const before = { ...AS_THEY_CAME, text: `flow < ${flow}`, offset: 0, limit: 1 };
  return (await api.connections(captureId, before)).matched;
}
