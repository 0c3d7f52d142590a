/** Times are nanoseconds in tables, and seconds in output. */
export { NS_PER_SECOND } from '../../shared/text/quantities.js';
