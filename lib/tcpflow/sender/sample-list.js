/** As lib/engine/sender/round-trips.ts lays them out. */
export const SAMPLE_LAYOUT = Object.freeze({ columns: 5, bytes: 25 });

/** RTT samples as columns: when the answer came, how long after what it answers, the packets of both, the method. */
export class SampleList {
  /** @param {number} count @param {import('../../engine/columns.js').ColumnRoom} room */
  constructor(count, room) {
    this.count = count;
    this.timeNs = room.float64();
    this.rttNs = room.float64();
    /** Indexes of the connection's packets: the answer, and what it answers. */
    this.answer = room.int32();
    this.asked = room.int32();
    /** Values of `METHOD`. */
    this.method = room.uint8();
  }
}
