/** How a sample was taken, by the value in a series' column `method`. */
export { ROUND_TRIP_METHOD as METHOD, ROUND_TRIP_METHODS as METHODS } from '../../engine/enums.js';
