import { FLOW } from '../../engine/flow-fields.js';
import { joinedOf } from '../../shared/columns/joined.js';
import { framesOf, TO_BYTE } from '../../transport/frames.js';
import { METHODS } from '../../transport/round-trips.js';
import { connectionOptions, connectionPackets } from '../connection/connection-packets.js';
import { PathAnalysis } from '../sender/connection-path.js';
import { SenderPasses } from '../sender/passes.js';
import { roundTrips } from '../sender/round-trips.js';
import { meaningsAt } from '../sender/vantage/meaning.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */

/**
 * @typedef {{ packets: import('../connection/connection-packets.js').ConnectionPackets, path: PathAnalysis, meta:
 *   Record<string, any> }} Opened
 */

/**
 * The connection opened last of a capture: both frames are requested in succession, and opening is the main cost.
 * @type {WeakMap<TcpTracker, { flow: number, opened: WeakRef<Opened> }>}
 */
const latest = new WeakMap();

/** @param {TcpTracker} tcp @param {number} flow @returns {Opened} */
function open(tcp, flow) {
  const packets = connectionPackets(tcp, flow);
  const path = new PathAnalysis(packets, connectionOptions(tcp, flow));
  const vantages = path.vantages.map((vantage) => ({ ...vantage, meanings: meaningsAt(vantage.place) }));
  return { packets, path, meta: { flow: tcp.flows.number(flow), vantages } };
}

/** @param {TcpTracker} tcp @param {number} flow @returns {Opened} */
function opened(tcp, flow) {
  const last = latest.get(tcp);
  const known = last?.flow === flow ? last.opened.deref() : undefined;
  if (known && known.packets.count === tcp.flows.int(flow, FLOW.PACKETS)) return known;
  const made = open(tcp, flow);
  latest.set(tcp, { flow, opened: new WeakRef(made) });
  return made;
}

/** @param {{ count: number }[]} parts by direction */
const directionsOf = ([first, second]) => new Uint8Array(first.count + second.count).fill(1, first.count);

/**
 * A connection's RTT samples as the columns of docs/protocol.md, kind `rtt`: first those that answer the client, then
 * those that answer the server.
 * @param {TcpTracker} tcp
 * @param {number} flow index
 * @param {boolean} [isOneOfMany] nothing is cached: what a WeakRef refers to stays until the event loop turns, which
 *   may be after all connections
 * @returns {ColumnFrame}
 */
export function rttFrame(tcp, flow, isOneOfMany = false) {
  const { packets, path, meta } = isOneOfMany ? open(tcp, flow) : opened(tcp, flow);
  const parts = path.roundTrips;
  const { rows, columns } = sampleColumns(parts);
  return {
    kind: 'rtt',
    rows,
    meta: { ...meta, methods: [...METHODS] },
    columns: {
      ...columns,
      method: joinedOf(Uint8Array, parts, ({ method, count }) => method.subarray(0, count)),
      frame: joinedOf(Uint32Array, parts, ({ answer, count }) => framesOf(packets, answer, count)),
      answeredFrame: joinedOf(Uint32Array, parts, ({ asked, count }) => framesOf(packets, asked, count)),
    },
  };
}

/**
 * The same without what says where a sample comes from: finding where the capture was taken takes longer than all else.
 * @param {TcpTracker} tcp
 * @param {number} flow index
 */
export function rttSamples(tcp, flow) {
  const passes = new SenderPasses(connectionPackets(tcp, flow));
  return sampleColumns([roundTrips(passes, 0), roundTrips(passes, 1)]);
}

/** @param {import('../sender/sample-list.js').SampleList[]} parts by direction */
function sampleColumns(parts) {
  const rows = parts[0].count + parts[1].count;
  const columns = {
    time: joinedOf(Float64Array, parts, ({ timeNs, count }) => timeNs.subarray(0, count)),
    rtt: joinedOf(Float64Array, parts, ({ rttNs, count }) => rttNs.subarray(0, count)),
    direction: directionsOf(parts),
  };
  return { rows, columns };
}

/**
 * What either sender of a connection had in flight as the columns of docs/protocol.md, kind `flight`: first the client,
 * then the server.
 * @param {TcpTracker} tcp @param {number} flow index
 * @param {boolean} [isOneOfMany] as `rttFrame`
 * @returns {ColumnFrame}
 */
export function flightFrame(tcp, flow, isOneOfMany = false) {
  const { packets, path, meta } = isOneOfMany ? open(tcp, flow) : opened(tcp, flow);
  const parts = [path.flight(0), path.flight(1)];
  const rows = parts[0].count + parts[1].count;
  return {
    kind: 'flight',
    rows,
    meta: { ...meta, orders: [0, 1].map((direction) => path.orderAtSender(direction).method) },
    columns: {
      time: joinedOf(Float64Array, parts, ({ timeNs, count }) => timeNs.subarray(0, count)),
      bytes: joinedOf(Float64Array, parts, ({ bytes, count }) => bytes.subarray(0, count)),
      direction: directionsOf(parts),
      confidence: joinedOf(Uint8Array, parts, ({ confidence, count }) =>
        confidence.subarray(0, count).map((value) => Math.round(value * TO_BYTE)),
      ),
      frame: joinedOf(Uint32Array, parts, ({ packet, count }) => framesOf(packets, packet, count)),
    },
  };
}
