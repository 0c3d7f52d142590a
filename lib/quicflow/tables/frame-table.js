import { grown } from '../../shared/columns/grown.js';

const INITIAL_ROWS = 256;

/**
 * Frames of decrypted packets, one behind the other: those of a packet are `PacketTable.firstFrame` and `frameCount`.
 * What the columns hold depends on the type (`wire/frame-types.js`):
 *
 * | type | a | b | c |
 * |---|---|---|---|
 * | PADDING | – | – | bytes in a row |
 * | ACK | first row of `ranges` | ranges | delay as sent; the ECN counts are the two rows behind the ranges |
 * | RESET_STREAM | stream | code | final size |
 * | STOP_SENDING | stream | code | – |
 * | CRYPTO | – | offset | length |
 * | STREAM | stream | offset | length; FIN is a bit of the type |
 * | MAX_DATA, DATA_BLOCKED, MAX_STREAMS, STREAMS_BLOCKED | limit | – | – |
 * | MAX_STREAM_DATA, STREAM_DATA_BLOCKED | stream | limit | – |
 * | NEW_CONNECTION_ID | sequence number | retire prior to | row of the table of IDs |
 * | RETIRE_CONNECTION_ID | sequence number | – | – |
 * | PATH_CHALLENGE, PATH_RESPONSE | upper 32 bits | lower 32 bits | – |
 * | CONNECTION_CLOSE | code | – | row of the table of texts |
 * | NEW_TOKEN, DATAGRAM | – | – | length |
 * | ACK_FREQUENCY | sequence number | threshold | delay, µs |
 */
export class FrameTable {
  count = 0;
  /** As on the wire; `UNKNOWN_TYPE`: it is in column a. */
  type = new Uint16Array(INITIAL_ROWS);
  a = new Float64Array(INITIAL_ROWS);
  b = new Float64Array(INITIAL_ROWS);
  c = new Float64Array(INITIAL_ROWS);
  /** Of ACK frames: from the highest on. */
  ranges = { count: 0, low: new Float64Array(INITIAL_ROWS), high: new Float64Array(INITIAL_ROWS) };

  /** @param {number} type @returns {number} its row */
  add(type) {
    if (this.count === this.type.length) this.#grow();
    const row = this.count++;
    this.type[row] = type;
    this.a[row] = this.b[row] = this.c[row] = 0;
    return row;
  }

  #grow() {
    const rows = this.type.length * 2;
    this.type = grown(this.type, rows);
    this.a = grown(this.a, rows);
    this.b = grown(this.b, rows);
    this.c = grown(this.c, rows);
  }

  /** @param {number} low @param {number} high */
  addRange(low, high) {
    const { ranges } = this;
    if (ranges.count === ranges.low.length) {
      ranges.low = grown(ranges.low, ranges.count * 2);
      ranges.high = grown(ranges.high, ranges.count * 2);
    }
    ranges.low[ranges.count] = low;
    ranges.high[ranges.count++] = high;
  }

  /** Drops rows that turned out to be none. @param {number} count @param {number} rangeCount */
  cutTo(count, rangeCount) {
    this.count = count;
    this.ranges.count = rangeCount;
  }

  get bytes() {
    return this.type.length * 26 + this.ranges.low.length * 16;
  }
}

/** Type of a frame whose number has more than 16 bits. */
export const UNKNOWN_TYPE = 0xffff;
