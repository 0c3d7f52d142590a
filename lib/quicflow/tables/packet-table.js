import { grown } from '../../shared/columns/grown.js';

const INITIAL_ROWS = 256;
/** Of the last packet of a connection. */
export const NO_NEXT = -1;
/** Of a packet whose number is not known. */
export const NO_PN = -1;

/** Bits of `flags`. */
export const PACKET_FLAG = Object.freeze({
  DECRYPTED: 1,
  ACK_ELICITING: 2,
  IN_FLIGHT: 4,
  /** The spin bit of a short header. */
  SPIN: 8,
  KEY_PHASE: 16,
  /** A copy made by the network: the same number came before. */
  DUPLICATE: 32,
  /** Some of its frames could not be read. */
  FRAMES_CUT: 64,
  /** The first key of a new phase opened it. */
  KEY_UPDATE: 128,
});

/** QUIC packets in the order of the capture, several a datagram. */
export class PacketTable {
  count = 0;
  timeNs = new Float64Array(INITIAL_ROWS);
  /** Packet number, or `NO_PN`. */
  pn = new Float64Array(INITIAL_ROWS);
  frame = new Int32Array(INITIAL_ROWS);
  connection = new Int32Array(INITIAL_ROWS);
  /** The connection's next one, or `NO_NEXT`. */
  next = new Int32Array(INITIAL_ROWS);
  /** First of its frames in the frame table. */
  firstFrame = new Int32Array(INITIAL_ROWS);
  frameCount = new Uint16Array(INITIAL_ROWS);
  /** Rows of the table of IDs; −1: not known. */
  dcid = new Int32Array(INITIAL_ROWS);
  scid = new Int32Array(INITIAL_ROWS);
  /** 0 where the header has none. */
  version = new Uint32Array(INITIAL_ROWS);
  /** Of the QUIC packet, header and tag included. */
  length = new Uint16Array(INITIAL_ROWS);
  /** Of the UDP payload. */
  datagramLength = new Uint16Array(INITIAL_ROWS);
  /** Place in the datagram, from 0. */
  index = new Uint8Array(INITIAL_ROWS);
  /** 0 from the client. */
  direction = new Uint8Array(INITIAL_ROWS);
  /** Of `PACKET`. */
  type = new Uint8Array(INITIAL_ROWS);
  flags = new Uint16Array(INITIAL_ROWS);
  ecn = new Uint8Array(INITIAL_ROWS);
  /** Of the connection's paths. */
  path = new Uint8Array(INITIAL_ROWS);

  /** @returns {number} a row to be filled */
  add() {
    if (this.count === this.pn.length) this.#grow();
    const row = this.count++;
    this.pn[row] = NO_PN;
    this.next[row] = NO_NEXT;
    this.flags[row] = 0;
    this.frameCount[row] = 0;
    return row;
  }

  /** @param {number} frame of the capture @returns {number} ns; 0: none of its packets is here */
  timeOfFrame(frame) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frame[middle] < frame) low = middle + 1;
      else high = middle;
    }
    return this.frame[low] === frame && low < this.count ? this.timeNs[low] : 0;
  }

  #grow() {
    const rows = this.pn.length * 2;
    this.timeNs = grown(this.timeNs, rows);
    this.pn = grown(this.pn, rows);
    this.frame = grown(this.frame, rows);
    this.connection = grown(this.connection, rows);
    this.next = grown(this.next, rows);
    this.firstFrame = grown(this.firstFrame, rows);
    this.frameCount = grown(this.frameCount, rows);
    this.dcid = grown(this.dcid, rows);
    this.scid = grown(this.scid, rows);
    this.version = grown(this.version, rows);
    this.length = grown(this.length, rows);
    this.datagramLength = grown(this.datagramLength, rows);
    this.index = grown(this.index, rows);
    this.direction = grown(this.direction, rows);
    this.type = grown(this.type, rows);
    this.flags = grown(this.flags, rows);
    this.ecn = grown(this.ecn, rows);
    this.path = grown(this.path, rows);
  }

  get bytes() {
    return this.pn.length * 54;
  }
}
