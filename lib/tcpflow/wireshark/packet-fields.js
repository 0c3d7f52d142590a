/** Beside the completeness bits: the packet shows the initial RTT. */
export const HAS_INITIAL_RTT = 64;

/** What Wireshark shows for each packet beside the flags, by row of the packet table: 25 bytes a row. */
export class PacketFields {
  /** @param {number} rows @param {number} flows */
  constructor(rows, flows) {
    /** Row of the segment that this acknowledges, −1 none. */
    this.ackedRow = new Int32Array(rows).fill(-1);
    /** Row from which the time to this retransmission counts, −1 none. */
    this.timedOutRow = new Int32Array(rows).fill(-1);
    /** Number of the duplicate ACK, 0 none, and the row of what it repeats, −1 before the capture. */
    this.duplicateAcks = new Uint32Array(rows);
    this.duplicatedRow = new Int32Array(rows).fill(-1);
    /** 0 none. */
    this.bytesInFlight = new Uint32Array(rows);
    this.pushBytes = new Uint32Array(rows);
    /** Before the packet; with HAS_INITIAL_RTT. */
    this.completeness = new Uint8Array(rows);
    /** By flow index, 0 not known. */
    this.initialRttNs = new Float64Array(flows);
  }

  /** Clears a packet's fields except the completeness. @param {number} row */
  clear(row) {
    this.ackedRow[row] = this.timedOutRow[row] = this.duplicatedRow[row] = -1;
    this.duplicateAcks[row] = this.bytesInFlight[row] = this.pushBytes[row] = 0;
  }
}
