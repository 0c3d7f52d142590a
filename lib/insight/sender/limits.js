/** What limited a sender, by the value in the column `limit`. */
export { LIMIT, LIMITS } from '../../transport/path.js';
