import { APPLICATIONS } from './families/applications.js';
import { CAPTURE } from './families/capture.js';
import { HOSTS } from './families/hosts.js';
import { BOXES, LINKS } from './families/path.js';
import { Lot } from './lot.js';

/** @typedef {import('./families/common.js').Plan} Plan */
/** @typedef {import('./families/common.js').Tap} Tap */
/** @typedef {import('../../../lib/simulator/scenario/run.js').Scenario} Scenario */
/**
 * @typedef {{ seed: number, family: string, plan: Plan, scenario: Scenario, places: Record<Tap, string>, lot: Lot }}
 *   Drawn
 */

/** @type {Record<string, import('./families/common.js').Family>} */
export const FAMILIES = { ...APPLICATIONS, ...HOSTS, ...LINKS, ...BOXES, ...CAPTURE };
const NAMES = Object.keys(FAMILIES);
const DURATION_SECONDS = 200;
/** Of queues that are not to be noticed. */
const LARGE_QUEUE_BYTES = 400_000;

/**
 * A scenario drawn by lot, of a family drawn by lot; over many seeds all families come equally often.
 * @param {number} seed @returns {Drawn} the same for the same seed
 */
export function drawn(seed) {
  const lot = new Lot(seed);
  const family = NAMES[(seed - 1 + NAMES.length * 1000) % NAMES.length];
  const plan = FAMILIES[family](lot);
  const { path, places } = pathOf(plan, lot);
  const tcp = {
    congestionControl: lot.one([
      /** @type {const} */ ('cubic'),
      /** @type {const} */ ('cubic'),
      /** @type {const} */ ('reno'),
    ]),
  };
  const profile = lot.one(['linux-2026', 'linux-2026', 'linux-2026', 'linux-2010']);
  return {
    seed,
    family,
    plan,
    lot,
    places,
    scenario: {
      seed,
      durationSeconds: plan.seconds ?? DURATION_SECONDS,
      path,
      hosts: {
        client: { profile, tcp: { ...tcp, ...plan.clientTcp } },
        server: { profile, tcp: { ...tcp, ...plan.serverTcp } },
      },
      traffic: [plan.traffic],
      taps: [...new Set(Object.values(places))].map((at) => ({ at })),
    },
  };
}

/**
 * Routers and links between client and server, with the plan's boxes among them:
 *
 *     client ─ box ─ link ─ routers ─[middle]─ box ─[or here]─ link ─ routers ─[server]─ box
 *
 * @param {Plan} plan @param {Lot} lot
 * @returns {{ path: Scenario['path'], places: Record<Tap, string> }}
 */
function pathOf(plan, lot) {
  const rttMs = plan.rttMs ?? lot.one([4, 20, 60, 120]);
  const rateKbps = plan.rateKbps ?? lot.one([10_000, 30_000, 100_000]);
  const share = lot.one([0.1, 0.5, 0.9]);
  const isNear = lot.chance(0.5);
  const near = linkOf(plan, (rttMs / 2) * share, isNear ? rateKbps : null);
  const far = linkOf(plan, (rttMs / 2) * (1 - share), isNear ? null : rateKbps);
  const routers = () => ({ kind: /** @type {const} */ ('router'), routers: lot.between(1, 6) });
  const isBefore = lot.chance(0.5);
  const path = [
    ...(plan.atClient ? [{ name: 'in-client', box: plan.atClient }] : []),
    { name: 'near', ...near },
    { name: 'near-routers', box: routers() },
    ...(plan.box ? [{ name: 'box', box: plan.box }] : []),
    { name: 'far', ...far },
    { name: 'far-routers', box: routers() },
    ...(plan.atServer ? [{ name: 'in-server', box: plan.atServer }] : []),
  ];
  return {
    path,
    places: {
      client: plan.atClient ? 'in-client' : 'client',
      middle: plan.box && !isBefore ? 'box' : 'near-routers',
      server: 'far-routers',
    },
  };
}

/**
 * @param {Plan} plan @param {number} delayMs @param {number|null} rateKbps null: it is not the bottleneck, to which the
 *   plan's effects belong
 */
function linkOf({ up, down }, delayMs, rateKbps) {
  const open = { delayMs };
  if (rateKbps === null) return { clientToServer: open, serverToClient: open };
  const common = { delayMs, rateKbps, queueBytes: LARGE_QUEUE_BYTES };
  const wayOf = (/** @type {Plan['up']} */ more) => {
    const { rateKbps: rate, ...rest } = common;
    return more?.rateTrace ? { ...rest, ...more } : { ...rest, rateKbps: rate, ...more };
  };
  return { clientToServer: wayOf(up), serverToClient: wayOf(down) };
}
