/**
 * What one end of a QUIC connection sent, and what became of it. Times are the sender's plus the shortest delay from it
 * to the capture point.
 * @typedef {object} QuicSent
 * @property {number} direction 0: the client's
 * @property {number} maxPacketBytes of a QUIC packet that is no probe of the path's MTU
 * @property {number} maxDatagramBytes
 * @property {boolean} hasData of streams
 * @property {RttSamples} samples unadjusted (RFC 9002 section 5.1)
 * @property {number} packetsSent that wanted an acknowledgement
 * @property {readonly { startNs: number, endNs: number }[]} persistent when congestion was (RFC 9002 section 7.6)
 * @property {() => { timeNs: number[], bytes: number[] }} credit what MAX_DATA allowed, when it had arrived
 * @property {() => { timeNs: number[], rttNs: number[] }} spinSamples
 * @property {(known: LimitKnown) => LimitSpan[]} limits
 * @property {(rttNs: number) => number | null} initialWindow bytes
 * @property {() => QuicLoss[]} losses
 * @property {() => QuicProbe[]} probes
 *
 * @typedef {object} RttSamples
 * @property {number} count
 * @property {Float64Array} timeNs
 * @property {Float64Array} rttNs
 * @property {Float64Array} waitedNs what the other end says it had waited
 *
 * @typedef {object} LimitKnown
 * @property {(timeNs: number) => number} cwndAt bytes; asked in the order of time
 * @property {number} packetBytes of a full packet
 * @property {number} rttNs usual round trip
 *
 * @typedef {{ startNs: number, endNs: number, limit: typeof QUIC_LIMITS[number], stream: number | null }} LimitSpan
 *
 * @typedef {object} QuicLoss a packet that its sender declared lost
 * @property {string} space
 * @property {number} pn
 * @property {number | null} frame null: never came to the capture point
 * @property {number} timeNs when it was declared
 * @property {string | null} cause
 * @property {boolean | null} spurious it was acknowledged after all
 * @property {boolean} isEliciting it wanted an acknowledgement
 *
 * @typedef {object} QuicProbe a packet that a time-out set off
 * @property {string} space
 * @property {number} pn
 * @property {number} frame
 * @property {number} timeNs
 * @property {number} waitedNs since what should have been acknowledged; 0: it followed another probe
 * @property {string} kind `new_data`, `old_data` or `ping`
 */

/** What held a sender back. */
export const QUIC_LIMITS = /** @type {const} */ ([
  'congestion_window',
  'flow_control_connection',
  'flow_control_stream',
  'stream_limit',
  'application',
  'pacing',
  'anti_amplification',
  'handshake',
  'idle',
]);
