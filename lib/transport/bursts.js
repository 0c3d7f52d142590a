import { ColumnRoom } from '../engine/columns.js';

export { SENDER_STATE as STATE, TRIGGER } from '../engine/enums.js';

/** As the engine lays them out (lib/engine/sender/bursts.ts). */
export const BURSTS_LAYOUT = Object.freeze({ columns: 25, bytes: 137 });

/**
 * What is known of a sender before its bursts are found.
 * @typedef {object} Habits
 * @property {number} mss payload of a full packet
 * @property {number} clockedNs what an acknowledgement triggers leaves within this
 * @property {boolean} byBytes whether the window counts bytes, not packets
 */

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
    {
      count = 0,
      clockedNs = 0,
      lastNs = 0,
      room = new ColumnRoom(capacity, BURSTS_LAYOUT.columns, BURSTS_LAYOUT.bytes),
    } = {},
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
