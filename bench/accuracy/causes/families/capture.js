/** Families whose cause is the capture: ordinary traffic, badly captured. */
import { anyService, anyTraffic, anyTransfer, download, isDown } from './common.js';

/** @typedef {import('../../../../lib/simulator/applications/service.js').ServiceTraffic} ServiceTraffic */

/** @type {Record<string, import('./common.js').Family>} */
export const CAPTURE = {
  'clock-forward': (lot) => ({
    traffic: lot.one([anyService, anyTransfer])(lot),
    rttMs: lot.between(10, 80),
    faults: [{ kind: 'clock-step', atShare: lot.between(2, 8) / 10, byMs: lot.one([5000, 60_000, 3_600_000]) }],
    codes: ['clock_step', 'clock_jump'],
  }),
  'clock-back': (lot) => ({
    traffic: lot.one([anyService, anyTransfer])(lot),
    rttMs: lot.between(10, 80),
    faults: [{ kind: 'clock-step', atShare: lot.between(2, 8) / 10, byMs: -lot.between(500, 60_000) }],
    codes: ['clock_step', 'clock_jump'],
  }),
  'capture-drops': (lot) => ({
    traffic: lot.one([download, anyTransfer])(lot),
    rttMs: lot.between(5, 60),
    faults: [{ kind: 'drops', share: lot.one([0.03, 0.1]), run: lot.between(1, 5) }],
    codes: ['capture_drops'],
  }),
  'cut-at-the-start': (lot) => ({
    traffic: anyTransfer(lot),
    rttMs: lot.between(5, 60),
    faults: [{ kind: 'cut', fromShare: lot.between(3, 6) / 10, toShare: 1 }],
    codes: ['no_handshake'],
  }),
  'cut-at-the-end': (lot) => ({
    traffic: anyTraffic(lot),
    rttMs: lot.between(5, 60),
    faults: [{ kind: 'cut', fromShare: 0, toShare: lot.between(3, 7) / 10 }],
  }),
  'one-way': (lot) => ({
    traffic: anyTraffic(lot),
    rttMs: lot.between(5, 60),
    faults: [{ kind: 'one-way', from: lot.one(['client', 'server']) }],
    codes: ['one_way'],
    isOnly: true,
  }),
  merged: (lot) => ({
    traffic: anyTraffic(lot),
    rttMs: lot.between(5, 60),
    faults: [{ kind: 'merged', lagUs: lot.between(5, 300) }],
    codes: ['duplicates_in_capture'],
  }),
  offload: (lot) => {
    const traffic = anyTransfer(lot);
    return {
      traffic,
      rttMs: lot.between(5, 60),
      rateKbps: 1_000_000,
      faults: [{ kind: 'offload', of: isDown(traffic) ? 'server' : 'client' }],
      taps: ['client', 'server'],
      codes: ['offload'],
    };
  },
};
