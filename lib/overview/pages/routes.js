/** Whether a capture's requests are those of an API: told apart by what they ask for, not by pages. */
import { protocolNamed } from '../../protocols/registry.js';
import { statementOf } from '../../protocols/statements/statement.js';

/** @typedef {import('../../protocols/model/exchanges.js').Exchange} Exchange */

/** Fewer are read one by one. */
const FEWEST = 20;
/** Requests for each route, on average, from which routes are shorter to read. */
const EACH = 2;

/**
 * Many requests that no document names, and that ask for the same again with other identifiers.
 * @param {readonly { isPage: boolean }[]} pages of the capture
 * @param {readonly Exchange[]} exchanges of it
 */
export function areRoutes(pages, exchanges) {
  if (pages.length === 0 || exchanges.length < FEWEST || pages.some(({ isPage }) => isPage)) return false;
  const routes = new Set();
  let requests = 0;
  for (const { request } of exchanges) {
    const protocol = protocolNamed(request.protocol);
    if (protocol?.isHttp !== true) continue;
    requests++;
    routes.add(statementOf(protocol, request).toLowerCase());
  }
  return requests >= FEWEST && requests >= EACH * routes.size;
}
