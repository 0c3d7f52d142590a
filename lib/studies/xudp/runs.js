import { startParcels } from '../../simulator/applications/parcels/parcels.js';
import { PACKET_BYTES, PARCEL_BYTES } from '../../simulator/applications/parcels/sender.js';
import { Network } from '../../simulator/network.js';
import { PcapTap } from '../../simulator/output/pcap-tap.js';
import { runScenario } from '../../simulator/scenario/run.js';

/**
 * @typedef {'grid'|'after-first'|'none'} Timer when acknowledgements leave: at multiples of the period, a period after
 *   the first arrival, at once
 */
/** @typedef {import('./measures.js').Sample} Sample */

export const PERIOD_MS = 100;
/** When the original run was stopped. */
export const STOPPED_SECONDS = 54.215;
const PARCELS = 100;
/** The original ran on Ethernet; the rest of the path is not known. */
const LINK = { delayMs: 0.5, rateKbps: 10_000 };

/**
 * Parcels in UDP datagrams, captured at the sender.
 * @param {{ timer: Timer, window: { packets: number, forMs?: number }[], stopSeconds: number, seed: number }} options
 * @returns {{ samples: Sample[], handshakeNs: number, capture: Uint8Array }} the sender's records; times since the
 *   session's start
 */
export function parcelRun({ timer, window, stopSeconds, seed }) {
  const link = { delayNs: LINK.delayMs * 1e6, rateBps: LINK.rateKbps * 1e3 };
  const network = new Network({ seed, path: [{ name: 'path', clientToServer: link, serverToClient: link }] });
  const tap = new PcapTap();
  /** @type {Sample[]} */
  const samples = [];
  let handshakeNs = NaN;
  network.addTap(0, tap.see);
  startParcels(
    network,
    {
      kind: 'parcels',
      from: 'client',
      parcels: PARCELS,
      parcelBytes: PARCEL_BYTES,
      packetBytes: PACKET_BYTES,
      window,
      ...(timer === 'none' ? {} : { ackTimer: { mode: timer, everyMs: PERIOD_MS } }),
    },
    () => undefined,
    {
      onAcked: ({ sentNs, ackedNs, bytes }) => void samples.push({ sentNs, ackedNs, bytes }),
      onOpened: (_openedNs, rttNs) => {
        handshakeNs = rttNs;
      },
    },
  );
  network.events.run(stopSeconds * 1e9);
  return { samples, handshakeNs, capture: tap.bytes() };
}

/**
 * The same bytes in segments of the same size over TCP, whose receiver has the same timer: a capture that any tool for
 * TCP reads.
 * @param {{ timer: Timer, packets: number, seed: number }} options packets: the window
 * @returns {Uint8Array} the capture at the sender
 */
export function tcpTwin({ timer, packets, seed }) {
  const acknowledging =
    timer === 'none'
      ? { delayedAckSegments: 1 }
      : { delayedAckSegments: PARCELS, delayedAckMs: PERIOD_MS, delayedAckGrid: timer === 'grid' };
  const { captures } = runScenario(
    {
      seed,
      path: [{ name: 'path', clientToServer: LINK, serverToClient: LINK }],
      traffic: [{ kind: 'bulk', from: 'client', bytes: PARCELS * PARCEL_BYTES }],
      taps: [{ at: 'client' }],
      hosts: {
        client: {
          profile: 'bsd-1998',
          tcp: { mss: PACKET_BYTES, initialWindowSegments: packets, maxWindowSegments: packets, nagle: false },
        },
        server: { profile: 'bsd-1998', tcp: { mss: PACKET_BYTES, ...acknowledging } },
      },
    },
    { withTruth: false },
  );
  return captures[0].bytes;
}
