// The segment under analysis. Globals of the module, so that the analysers share them without passing a dozen
// arguments. Meaning and units are those of lib/tcpflow/reassembly/segment.js and flow-fields.js.
import { Direction, Flow, FlowTimes, Space } from '../base/flow-layout';

export class Current {
  /** Index in the batch. */
  static i: i32 = 0;
  static frame: i32 = 0;
  static timeNs: f64 = 0;
  static flowIndex: i32 = 0;
  /** Which endpoint sent it. */
  static endpoint: i32 = 0;
  static flags: i32 = 0;
  /** Wire numbers. */
  static seq: i32 = 0;
  static ack: i32 = 0;
  /** As in the header. */
  static window: i32 = 0;
  /** Payload bytes. */
  static length: i32 = 0;
  /** Payload bytes as Wireshark counts them; below 0: it does not analyse the segment. */
  static wsLength: i32 = 0;
  static seqOffset: f64 = 0;
  static dataOffset: f64 = 0;
  static endOffset: f64 = 0;
  /** −1 without ACK. */
  static ackOffset: f64 = 0;
  static analysis: i32 = 0;
  static verdict: i32 = 0;
  static repeatedBytes: i32 = 0;
  /** Of `REFUSAL`. */
  static refusal: i32 = 0;
  /** Its checksum is wrong, and what that means is not known yet. */
  static isUnproved: bool = false;
  /** State of the connection, and of the direction it goes in (fwd) and the other (rev). */
  static flow: Flow = changetype<Flow>(0);
  static times: FlowTimes = changetype<FlowTimes>(0);
  static fwd: Direction = changetype<Direction>(0);
  static rev: Direction = changetype<Direction>(0);
  static fwdSpace: Space = changetype<Space>(0);
  static revSpace: Space = changetype<Space>(0);
}

/** The difference of two wire numbers, modulo 2^32: above 0 when a is after b in the stream. */
// @ts-ignore: decorator
@inline
export function after(a: i32, b: i32): i32 {
  return a - b;
}
