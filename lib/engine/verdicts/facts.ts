// Facts about all packets of the connection that is being classified; delays.ts finds them.

/** Most unneeded transmissions of one segment for which D-SACKs, or duplicate ACKs, are distinguished. */
export const MAX_TRANSMISSIONS_LOOKED_AT: i32 = 8;

export class Facts {
  /**
   * Both offered it; where a SYN is missing: yes, as with all usual systems, unless there were duplicate ACKs and no
   * block in any.
   */
  static sackPermitted: bool = false;
  /** Step of IP identifications, if the sender numbers its packets; else 0. By sender. */
  static clientSteps: i32 = 0;
  static serverSteps: i32 = 0;
  /** From the capture point to the receiver of a direction and back, ns; NaN not known. */
  static clientDelayNs: f64 = NaN;
  static serverDelayNs: f64 = NaN;
  /** The largest window that each end advertised, bytes. */
  static clientWindowBytes: f64 = 0;
  static serverWindowBytes: f64 = 0;
  /** By direction, a bit each: its sender's stack, by its SYN, has no tail loss probes. */
  static probeless: i32 = 0;
  /** Tail loss probes existed when it was captured. */
  static mayProbe: bool = true;
}
