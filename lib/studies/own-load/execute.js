import { PROFILES } from '../../simulator/tcp/profiles.js';
import { NS_PER_MS } from '../../simulator/units.js';
import { copiesFor, workloadOf } from '../nz-us/nz-us.js';
import { FEATURES, linkOf, runSetting } from '../nz-us/run.js';
import { scaledRequests } from '../workload/scaled.js';
import { ownWorkload, timesOf } from './plan.js';

/** @typedef {import('./plan.js').Given} Given */
/** @typedef {import('./plan.js').Parameters} Parameters */
/** @typedef {import('./settings.js').OwnSettings} OwnSettings */
/** @typedef {import('../../simulator/tcp/profiles.js').TcpFeatures} TcpFeatures */

/** After a run's end, for answers that are due. */
export const DRAIN_SECONDS = 30;
/** A queue that holds less cannot take a flight. */
const MIN_BUFFER_BYTES = 16 * 1500;
/**
 * A QUIC packet instead of a TCP segment: IP, UDP, a short header with a connection ID of 8 bytes and the AEAD tag
 * take 55 bytes, where TCP with timestamps takes 52 (RFC 9000, section 17.3; RFC 9001, section 5.3).
 */
const QUIC = { mss: 1457, timestamps: true };

/** @param {OwnSettings} settings @returns {import('../../simulator/network.js').Hop} */
export function ownLink({ rateKbps, rateBackKbps, delayMs, delayBackMs, bufferBytes, loss }) {
  const backMs = delayBackMs ?? delayMs;
  const queue = (/** @type {number} */ kbps) => {
    if (bufferBytes !== 'round-trip') return bufferBytes === null ? {} : { queueBytes: bufferBytes };
    return { queueBytes: Math.max(MIN_BUFFER_BYTES, Math.round((kbps * (delayMs + backMs)) / 8)) };
  };
  const way = (/** @type {number} */ kbps, /** @type {number} */ ms) => ({
    rateBps: Math.round(kbps * 1000),
    delayNs: Math.round(ms * NS_PER_MS),
    ...queue(kbps),
  });
  return {
    name: 'link',
    clientToServer: way(rateBackKbps ?? rateKbps, backMs),
    serverToClient: { ...way(rateKbps, delayMs), ...(loss > 0 ? { loss } : {}) },
  };
}

/** @param {TcpFeatures} features @param {number|null} windowBytes @returns {TcpFeatures} */
const bounded = (features, windowBytes) =>
  windowBytes === null
    ? features
    : {
        ...features,
        receiveWindowBytes: Math.min(features.receiveWindowBytes, windowBytes),
        maxReceiveWindowBytes: windowBytes,
      };

/**
 * @param {import('../study.js').Run<Parameters>} run
 * @param {{ seed: number, given: Given }} options
 * @returns {import('../nz-us/run.js').Measures}
 */
export function executed({ parameters: { side, carrier, connections, copies } }, { seed, given }) {
  const times = timesOf(side, given);
  if (side === 'published') {
    const workload = workloadOf(seed);
    const scaled = scaledRequests(workload, { copies, seconds: times.seconds, features: FEATURES });
    const sampleCopies = copiesFor(workload, 1);
    return runSetting({ link: linkOf('fibre'), connections, ...times, sampleCopies, seed }, scaled).measures;
  }
  const { profile, windowBytes, sample } = given.settings;
  const hosts = bounded(PROFILES[profile], windowBytes);
  const ends = carrier === 'http/3' ? bounded({ ...PROFILES['linux-2026'], ...QUIC }, windowBytes) : hosts;
  const scaled = scaledRequests(ownWorkload(given), {
    copies,
    seconds: times.seconds,
    features: { asker: hosts, server: hosts },
  });
  return runSetting(
    {
      link: ownLink(given.settings),
      connections,
      ...times,
      sampleCopies: 1,
      mostSampled: sample ?? Infinity,
      drainSeconds: DRAIN_SECONDS,
      seed,
    },
    scaled,
    { between: { ...ends, nagle: false }, ...(carrier === null ? {} : { carrier }) },
  ).measures;
}
