import { OPTION, REFUSAL_SHIFT, REFUSED, SIGNED } from '../../engine/enums.js';

export { OPTION, REFUSAL, SMALL_BYTES, TCP } from '../../engine/enums.js';

/** Why its receiver does not take a packet, of `REFUSAL`; 0: it does. @param {number} flags of a packet's row */
export const refusalOf = (flags) => (flags & REFUSED) >> REFUSAL_SHIFT;

/** Whether an end signs its segments (TCP MD5, TCP-AO). @param {number} synOptions of its SYNs */
export const signs = (synOptions) => (synOptions & SIGNED) !== 0;

/** Window scale of a direction whose handshake was not captured, as far as its packets do not prove one. */
export const SCALE_UNKNOWN = -1;

/**
 * Whether an end offered an option. An option cut off by the snap length may have been that one.
 * @param {number} synOptions bits of `OPTION` of its SYNs; 0: there was none
 * @param {number} option bit
 * @returns {boolean | null} null: not known
 */
export function offers(synOptions, option) {
  if (synOptions & option) return true;
  return synOptions === 0 || synOptions & OPTION.BROKEN ? null : false;
}
