// Before which a hole was not repaired but reordered.

/** A hole filled sooner than this counts as reordering where no round trip is known (Wireshark's 3 ms). */
export const REORDERED_WITHIN_NS: f64 = 3e6;
/** Share of the least round trip before which a repair cannot have come, some jitter allowed. */
export const SOONEST_REPAIR: f64 = 0.9;
/** Linux's minimum RTO; no other stack's is shorter. */
export const MIN_TIMEOUT_NS: f64 = 200e6;
