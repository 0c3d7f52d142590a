import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { ParcelReceiver } from './receiver.js';
import { ParcelSender } from './sender.js';

const PORT = 7000;

/**
 * Parcels sent reliably in UDP datagrams, as XUDP did: fragments of one size, a window of packets, and acknowledgements
 * that may wait for a timer.
 * @typedef {object} ParcelTraffic
 * @property {'parcels'} kind
 * @property {'client'|'server'} from who sends the data
 * @property {number} parcels
 * @property {number} [parcelBytes] (10240)
 * @property {number} [packetBytes] of data in a packet (512)
 * @property {{ packets: number, forMs?: number }[]} window most packets in flight: each entry for so long, cyclically;
 *   applied at each acknowledgement
 * @property {{ mode: 'grid'|'after-first', everyMs: number }} [ackTimer] acknowledgements leave only at multiples of
 *   `everyMs`, or so long after the first unacknowledged arrival; without it at once
 * @property {number} [timeoutMs] a packet that is not acknowledged by then is retransmitted (1000)
 * @property {number} [startMs]
 */

/**
 * The sender's state when a packet is acknowledged.
 * @typedef {{ packet: number, bytes: number, sentNs: number, ackedNs: number, sentAgain: boolean }} AckedPacket
 */

/**
 * @typedef {{ onAcked?: (acked: AckedPacket) => void, onOpened?: (openedNs: number, rttNs: number) => void }}
 *   ParcelObserver
 */

/**
 * The sender opens the session with one datagram, which is answered at once; then parcels follow.
 * @param {import('../../network.js').Network} network @param {ParcelTraffic} traffic
 * @param {(transfer: import('../../scenario/summary.js').Transfer) => void} onTransfer when all is acknowledged
 * @param {ParcelObserver} [observer]
 */
export function startParcels(network, traffic, onTransfer, observer = {}) {
  const { events } = network;
  const ends = network.datagrams(PORT);
  const isFromClient = traffic.from === 'client';
  const source = isFromClient ? ends.client : ends.server;
  const sink = isFromClient ? ends.server : ends.client;
  const sender = new ParcelSender(events, source, traffic, observer, (startNs, bytes) =>
    onTransfer({ flow: source.flow, name: 'parcels', startNs, endNs: events.nowNs, bytes }),
  );
  const receiver = new ParcelReceiver(events, sink, traffic.ackTimer ?? null);
  source.onDatagram = ({ payload }) => sender.onDatagram(payload);
  sink.onDatagram = ({ payload }) => receiver.onDatagram(payload);
  new Timer(events, () => sender.open()).set((traffic.startMs ?? 0) * NS_PER_MS);
}
