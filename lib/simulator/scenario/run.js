import { startBulk } from '../applications/bulk.js';
import { startDialogue } from '../applications/dialogue.js';
import { startHttp } from '../applications/http.js';
import { startPage } from '../applications/page/page.js';
import { startParcels } from '../applications/parcels/parcels.js';
import { startProxy } from '../applications/proxy/traffic.js';
import { startService } from '../applications/service.js';
import { Network } from '../network.js';
import { PcapTap } from '../output/pcap-tap.js';
import { TruthRecorder } from '../output/truth.js';
import { PROFILES } from '../tcp/profiles.js';
import { NS_PER_SECOND } from '../units.js';
import { Fingerprint } from './fingerprint.js';
import { linkOptions } from './link-options.js';
import { summarize } from './summary.js';

const DEFAULT_DURATION_SECONDS = 600;
const DEFAULT_PROFILE = 'linux-2026';

/** @typedef {import('./link-options.js').ScenarioLink} ScenarioLink */
/** @typedef {{ profile?: string, tcp?: Partial<import('../tcp/profiles.js').TcpFeatures> }} ScenarioHost */
/**
 * @typedef {import('../applications/bulk.js').BulkTraffic | import('../applications/http.js').HttpTraffic
 *   | import('../applications/page/page.js').PageTraffic | import('../applications/dialogue.js').DialogueTraffic
 *   | import('../applications/parcels/parcels.js').ParcelTraffic
 *   | import('../applications/proxy/traffic.js').ProxyTraffic
 *   | import('../applications/service.js').ServiceTraffic} Traffic
 */

/**
 * A scenario file: what docs/simulator.md describes and schema.js checks.
 * @typedef {object} Scenario
 * @property {string} [title]
 * @property {number} [seed]
 * @property {number} [durationSeconds]
 * @property {{ name: string, clientToServer?: ScenarioLink, serverToClient?: ScenarioLink, box?:
 *   import('../middlebox/boxes.js').BoxOptions }[]} path
 * @property {{ client?: ScenarioHost, server?: ScenarioHost }} [hosts]
 * @property {Traffic[]} traffic
 * @property {{ at: string, snapLength?: number }[]} [taps]
 */

/** @param {ScenarioHost} [host] */
function featuresOf({ profile = DEFAULT_PROFILE, tcp = {} } = {}) {
  return { ...PROFILES[profile], ...tcp };
}

/** @param {string} at @param {Scenario['path']} path @returns {number} place of a tap: after the named hop */
function placeOf(at, path) {
  if (at === 'client') return 0;
  return at === 'server' ? path.length : path.findIndex(({ name }) => name === at) + 1;
}

/** Sees what passes a place; 0: at the client. @typedef {{ place: number, see: import('../network.js').Tap }} Watch */

/**
 * Runs a scenario to its end: all transfers done and all connections at rest, or the duration over.
 * @param {Scenario} scenario checked (schema.js)
 * @param {{ withTruth?: boolean, observer?: import('../tcp/endpoint.js').Observer, watch?: Watch|Watch[] }} [options]
 *   observer: notified of each end's actions, instead of writing the ground truth; watch: an additional tap; it may
 *   read everything except content
 * @returns {{ summary: ReturnType<typeof summarize>, captures: { at: string, bytes: Uint8Array }[], truthCsv:
 *   string|null, network: Network }}
 */
export function runScenario(scenario, { withTruth = true, observer, watch = [] } = {}) {
  const truth = withTruth && !observer ? new TruthRecorder() : null;
  const fingerprint = new Fingerprint();
  const path = scenario.path.map(({ name, clientToServer, serverToClient, box }) => ({
    name,
    box,
    clientToServer: linkOptions(clientToServer),
    serverToClient: linkOptions(serverToClient),
  }));
  const network = new Network({ seed: scenario.seed ?? 1, path, observer: observer ?? truth });
  network.addFingerprint(fingerprint);
  for (const { place, see } of [watch].flat()) network.addTap(place, see, { readsContent: false });
  const taps = (scenario.taps ?? []).map(({ at, snapLength }) => {
    const tap = new PcapTap({ snapLength });
    network.addTap(placeOf(at, scenario.path), tap.see);
    return { at, tap };
  });
  /** @type {import('./summary.js').Transfer[]} */
  const transfers = [];
  const expected = startTraffic(network, scenario, (transfer) => transfers.push(transfer));
  network.events.run((scenario.durationSeconds ?? DEFAULT_DURATION_SECONDS) * NS_PER_SECOND);
  return {
    summary: summarize({ scenario, network, transfers, expected, fingerprint: fingerprint.value }),
    captures: taps.map(({ at, tap }) => ({ at, bytes: tap.bytes() })),
    truthCsv: truth?.csv() ?? null,
    network,
  };
}

/**
 * @param {Network} network
 * @param {Scenario} scenario
 * @param {(transfer: import('./summary.js').Transfer) => void} onTransfer
 * @returns {number} transfers to come
 */
function startTraffic(network, { traffic, hosts = {} }, onTransfer) {
  const both = { client: featuresOf(hosts.client), server: featuresOf(hosts.server) };
  let expected = 0;
  for (const one of traffic) {
    if (one.kind === 'service') {
      startService(network, one, both, onTransfer);
      expected += (one.connections ?? 1) * one.requests.length;
    } else if (one.kind === 'http' || one.kind === 'proxy') {
      if (one.kind === 'http') startHttp(network, one, both, onTransfer);
      else startProxy(network, one, both, onTransfer);
      expected += one.requests.length;
    } else if (one.kind === 'page') {
      startPage(network, one, both, onTransfer);
      expected += one.objects.length;
    } else {
      if (one.kind === 'parcels') startParcels(network, one, onTransfer);
      else if (one.kind === 'dialogue') startDialogue(network, one, both, onTransfer);
      else startBulk(network, one, both, onTransfer);
      expected++;
    }
  }
  return expected;
}
