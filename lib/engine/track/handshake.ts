// The handshake as Wireshark processes it, after the flags of the same segment: window scale, round trip, and from when
// on windows are scaled.
import { DIR_BIT, FLOW_BIT, TCP } from '../base/enums';
import * as batch from '../base/batch';
import { Current } from './segment';

const OPTION_WINDOW_SCALE: i32 = 2;
const OPTION_BROKEN: i32 = 128;
const UNKNOWN: i32 = -1;
const UNUSED: i32 = -2;

export function followHandshake(): void {
  if (Current.flags & TCP.SYN) open();
  else if (Current.flags & TCP.ACK) acknowledge();
}

function open(): void {
  Current.fwd.bits |= DIR_BIT.OPENING;
  if ((Current.flags & TCP.ACK) == 0) {
    Current.times.synTime = Current.timeNs;
    Current.flow.bits |= FLOW_BIT.SYN_TIME_KNOWN;
  }
  readWindowScale(batch.u8At(batch.options, Current.i));
}

/**
 * One end without a window scale option disables scaling for both (RFC 7323 section 2.2); an option in an earlier SYN
 * of the same end counts. An incomplete header decides nothing.
 */
function readWindowScale(options: i32): void {
  const fwd = Current.fwd;
  const rev = Current.rev;
  if (options & OPTION_WINDOW_SCALE) fwd.windowScale = batch.u8At(batch.windowScale, Current.i);
  if (options & OPTION_BROKEN) return;
  if (fwd.windowScale == UNKNOWN) fwd.windowScale = rev.windowScale = UNUSED;
  else if (Current.flags & TCP.ACK && rev.windowScale == UNUSED) fwd.windowScale = UNUSED;
}

/** iRTT: from the latest SYN to the first ACK without SYN of either side; 0 counts as not known. */
function acknowledge(): void {
  if (Current.fwd.bits & DIR_BIT.OPENING) Current.fwd.bits &= ~DIR_BIT.OPENING;
  if ((Current.flow.bits & (FLOW_BIT.SYN_TIME_KNOWN | FLOW_BIT.RTT_OF_HANDSHAKE_KNOWN)) != FLOW_BIT.SYN_TIME_KNOWN)
    return;
  const roundTrip = Current.timeNs - Current.times.synTime;
  if (roundTrip == 0) return;
  Current.times.handshakeRtt = roundTrip;
  Current.flow.bits |= FLOW_BIT.RTT_OF_HANDSHAKE_KNOWN;
}
