/** What a sender did, event by event: it sent a packet, got one, or its loss timer fired. */
export const EVENT = Object.freeze({ SENT: 0, ACKNOWLEDGED: 1, DATA: 2, TIMER: 3 });

/** Events in the sender's order, as columns that grow. */
export class WalkLog {
  count = 0;
  kind;
  timeNs;
  /** Row of the packet; at a timer that of the latest packet. */
  packet;
  /** What was sent, −1 where nothing was. */
  send;
  /** The latest send, −1 before the first. */
  lastSend;
  /** Bytes in flight behind it, those declared lost and not sent again, those newly acknowledged. */
  inFlight;
  waiting;
  delivered;
  /** Bytes of streams that the receiver allows; Infinity: not known. */
  credit;
  /** Of `STATE` in lib/transport/bursts.js. */
  state;
  /** Gaps in what the latest acknowledgement names. */
  gaps;
  /** Packets declared lost so far that were acknowledged after all. */
  undone;

  /** @param {number} capacity */
  constructor(capacity) {
    this.kind = new Uint8Array(capacity);
    this.timeNs = new Float64Array(capacity);
    this.packet = new Int32Array(capacity);
    this.send = new Int32Array(capacity);
    this.lastSend = new Int32Array(capacity);
    this.inFlight = new Float64Array(capacity);
    this.waiting = new Float64Array(capacity);
    this.delivered = new Float64Array(capacity);
    this.credit = new Float64Array(capacity);
    this.state = new Uint8Array(capacity);
    this.gaps = new Uint32Array(capacity);
    this.undone = new Uint32Array(capacity);
  }
}
