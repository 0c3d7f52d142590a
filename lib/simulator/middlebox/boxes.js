import { AnycastShift, Balancer, ForgetfulNat, InspectingReset, StaleConnection, Stray } from './connection-state.js';
import { Damage } from './damage.js';
import { EcnBleach, Filter, OneSided } from './filter.js';
import { JoiningRouter, Router } from './router.js';
import { SequenceShift } from './sequence-shift.js';
import { MssClamp, OptionStrip } from './syn-options.js';
import { SynProxy } from './syn-proxy.js';
import { TimestampShift } from './timestamp-shift.js';
import { UnscaledWindow } from './window-firewall.js';

/** Kinds of boxes by their names in scenario files. */
export const BOXES = Object.freeze({
  router: Router,
  'joining-router': JoiningRouter,
  'unscaled-window': UnscaledWindow,
  'syn-proxy': SynProxy,
  'sequence-shift': SequenceShift,
  'mss-clamp': MssClamp,
  'option-strip': OptionStrip,
  damage: Damage,
  'timestamp-shift': TimestampShift,
  filter: Filter,
  'one-sided-firewall': OneSided,
  'ecn-bleach': EcnBleach,
  'forgetful-nat': ForgetfulNat,
  'inspecting-reset': InspectingReset,
  'anycast-shift': AnycastShift,
  balancer: Balancer,
  stray: Stray,
  'stale-connection': StaleConnection,
});

/** @typedef {{ kind: keyof typeof BOXES, [option: string]: any }} BoxOptions */

/** @param {BoxOptions} options @returns {import('./box-hop.js').Middlebox} */
export function makeBox({ kind, ...options }) {
  const Box = /** @type {new (options: any) => import('./box-hop.js').Middlebox} */ (BOXES[kind]);
  return new Box(options);
}
