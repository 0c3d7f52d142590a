/** @typedef {import('../../transport/round-trips.js').SampleList} List */

/** As lib/engine/sender/round-trips.ts lays them out. */
export const SAMPLE_LAYOUT = Object.freeze({ columns: 5, bytes: 25 });

/** @implements {List} */
export class SampleList {
  /** @param {number} count @param {import('../../engine/columns.js').ColumnRoom} room */
  constructor(count, room) {
    this.count = count;
    this.timeNs = room.float64();
    this.rttNs = room.float64();
    this.answer = room.int32();
    this.asked = room.int32();
    this.method = room.uint8();
  }
}
