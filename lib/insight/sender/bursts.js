import { ColumnRoom } from '../../engine/columns.js';

export { SENDER_STATE as STATE, TRIGGER } from '../../engine/enums.js';

/**
 * Until the host's own answering time is measured: segments triggered by an acknowledgement leave within this share of
 * the round trip …
 */
const CLOCKED_SHARE = 1 / 20;
/**
 * … but a host is never faster than the first nor, when idle, slower than the second: Linux 0.02 to 0.08 ms, others to
 * 1.3.
 */
const FASTEST_NS = 0.4e6;
const SLOWEST_NS = 2e6;
/**
 * Away from the sender times are derived from TCP timestamp clocks, of 1 ms with most stacks (RFC 7323 lets it be 1 s).
 */
const UNSURE_NS = 1.5e6;
/** As the core lays them. */
const LAYOUT = Object.freeze({ columns: 25, bytes: 137 });

/**
 * A direction's packets at its sender as bursts: an acknowledgement with the segments it triggered, or segments that
 * left without one.
 *
 * ```
 *   ACK ─▶ ■ ■        ACK ─▶ (nothing)       ■ ■ ■              ACK ─▶ ■
 *   TRIGGER.ACK       TRIGGER.ACK            TRIGGER.NOTHING    TRIGGER.ACK
 * ```
 *
 * Columns, an entry a burst; segments in flight are RFC 6675's pipe in segments.
 */
export class Bursts {
  /**
   * @param {number} capacity
   * @param {{ count?: number, clockedNs?: number, lastNs?: number, room?: ColumnRoom }} [known] clockedNs: segments
   *   triggered by an acknowledgement leave within this; lastNs: when the connection's last packet passed
   */
  constructor(
    capacity,
    { count = 0, clockedNs = 0, lastNs = 0, room = new ColumnRoom(capacity, LAYOUT.columns, LAYOUT.bytes) } = {},
  ) {
    this.count = count;
    this.clockedNs = clockedNs;
    this.lastNs = lastNs;
    this.startNs = room.float64();
    this.endNs = room.float64();
    this.trigger = room.uint8();
    this.state = room.uint8();
    /** Segments in flight after the acknowledgement, and after the burst. */
    this.pipeBefore = room.float64();
    this.pipeAfter = room.float64();
    /** Segments that the sender considers lost and has not yet retransmitted. */
    this.waiting = room.float64();
    /** Pieces of the sequence space that SACK reports and the cumulative acknowledgement does not. */
    this.sacked = room.uint32();
    /** Segments newly acknowledged, either way. */
    this.delivered = room.float64();
    /** When the first segment left; the start where none did. */
    this.sendNs = room.float64();
    /** Segments sent, those with new data, and where and how long the first of these is. */
    this.sent = room.uint32();
    this.sentNew = room.uint32();
    this.firstOffset = room.float64();
    this.firstNew = room.float64();
    /** Whether the last new segment so far was short, and had PSH; both mark the end of an application's write. */
    this.short = room.uint8();
    this.pushed = room.uint8();
    /** Behind the highest byte sent, and the receive window's right edge: offsets. */
    this.sentEnd = room.float64();
    this.edge = room.float64();
    /** The latest advertised window. */
    this.windowBytes = room.float64();
    /** Sent and not acknowledged by the cumulative acknowledgement. */
    this.outstanding = room.float64();
    /** Whether a FIN has been sent. */
    this.closed = room.uint8();
    this.undone = room.uint32();
    /** Acknowledgements so far that showed reordering on the path. */
    this.overtaken = room.uint32();
    /** Of the order of packets. */
    this.confidence = room.float32();
    /** The packet that began it. */
    this.packet = room.int32();
  }
}

/**
 * Segments triggered by an acknowledgement leave within this, until the host's answering time is known.
 * @param {number} rttNs usual round trip
 * @param {import('../../tcpflow/sender/sender-order.js').SenderOrder['method']} method
 */
export const usualAnswerNs = (rttNs, method) =>
  Math.min(SLOWEST_NS, Math.max(FASTEST_NS, rttNs * CLOCKED_SHARE)) + (method === 'captured' ? 0 : UNSURE_NS);

/**
 * The bursts of one direction; the core passes (lib/engine/sender/bursts.ts).
 * @param {import('../../tcpflow/sender/connection-path.js').PathAnalysis} path
 * @param {number} direction of the data
 * @param {{ mss: number, clockedNs: number, byBytes: boolean }} known payload of a full segment; segments triggered by
 *   an acknowledgement leave within this; whether the window counts bytes, not packets
 * @returns {Bursts}
 */
export function burstsOf(path, direction, { mss, clockedNs, byBytes }) {
  const order = path.orderAtSender(direction);
  const { length } = order.packet;
  const lastNs = length === 0 ? 0 : order.timeNs[length - 1];
  const windowKnown = path.windowsKnown[1 - direction];
  const { count, room } = path.passes.table(
    order,
    (core) => core.bursts(direction, mss, clockedNs, path.sack, windowKnown, path.echoesMarks, byBytes),
    (core) => core.burstCount(),
    LAYOUT,
  );
  return new Bursts(count, { count, clockedNs, lastNs, room });
}
