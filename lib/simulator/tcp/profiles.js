/**
 * Features of a host's TCP; each can be set separately in a scenario.
 * @typedef {object} TcpFeatures
 * @property {number} mss announced
 * @property {number} initialWindowSegments RFC 5681, RFC 3390, RFC 6928
 * @property {number} maxWindowSegments the congestion window counts no further, as Linux' snd_cwnd_clamp; 2³²: without
 *   a bound
 * @property {'reno'|'cubic'} congestionControl
 * @property {'ack'|'segments'} windowGrowth what counts towards a larger window: acknowledgements, or the segments that
 *   they acknowledge (RFC 3465)
 * @property {boolean} hystart CUBIC leaves slow start when the round trips grow, or acknowledgements come in a long
 *   train, as Linux does
 * @property {'none'|'reno'|'newreno'} fastRecovery without SACK: none, until the first new acknowledgement, until all
 *   that was sent (RFC 6582)
 * @property {boolean} limitedTransmit a duplicate acknowledgement lets new data go (RFC 3042)
 * @property {boolean} sack RFC 2018, RFC 2883, RFC 6675
 * @property {boolean} rack RFC 8985; needs SACK
 * @property {boolean} tlp tail loss probe, RFC 8985; needs SACK
 * @property {boolean} frto new data after a time-out tell whether it was needed (RFC 5682)
 * @property {boolean} eifel timestamps tell whether a recovery was needed (RFC 3522); then the window is as before
 * @property {boolean} dsackUndo D-SACKs of all retransmissions tell the same (RFC 3708)
 * @property {'off'|'accept'|'request'} ecn RFC 3168: no, only if the other end requests it, or requested
 * @property {'ssthresh'|'rate-halving'|'prr'} recoveryWindow the congestion window during recovery; PRR is RFC 6937
 * @property {number} initialRtoMs RFC 6298
 * @property {number} minRtoMs
 * @property {number} maxRtoMs
 * @property {'srtt'|'variation'} rtoFloor whether the minimum applies to the RTO or, as in Linux, to the term added to
 *   the smoothed RTT
 * @property {number} rtoTickMs time-outs fall on multiples of this; 0: anywhere
 * @property {number} delayedAckSegments full segments that are acknowledged at the latest; 1: each
 * @property {number} delayedAckMs
 * @property {boolean} delayedAckGrid the timer runs at multiples of delayedAckMs, as in BSD, not from the segment's
 *   arrival
 * @property {number} quickAcks segments at the start that are acknowledged at once
 * @property {boolean} quickAckGrowth what makes the receive window grow is acknowledged at once, as in Linux
 * @property {'segments'|'doubled'} windowUpdates a window update is sent after reading when the window has grown by two
 *   segments or half of the buffer (RFC 1122), or as in Linux: when it has doubled, or more than a segment is
 *   unacknowledged, as it is where the window's edge cannot move yet
 * @property {boolean} nagle RFC 896
 * @property {'off'|'restart'|'decay'} idleRestart after an idle time-out back to the initial window (RFC 5681), or
 *   half for each time-out (RFC 2861)
 * @property {boolean} windowValidation the congestion window grows only where it is used (RFC 2861, RFC 7661)
 * @property {boolean} pacing segments are spread over the round trip, at Linux's rates
 * @property {boolean} windowScaling RFC 7323
 * @property {number} receiveWindowBytes at first
 * @property {number} maxReceiveWindowBytes where it grows to, by two segments for each full one that comes
 * @property {boolean} receiveAutotuning it grows only as needed for the data that the application reads in a round
 *   trip, as in Linux
 * @property {boolean} timestamps RFC 7323
 * @property {boolean} deferAccept a server waits for data before it takes a connection (TCP_DEFER_ACCEPT)
 * @property {number} md5Key segments are signed with this key (RFC 2385), and others refused; 0: none
 */

/** @type {TcpFeatures} */
const LINUX_2026 = {
  mss: 1460,
  initialWindowSegments: 10,
  maxWindowSegments: 2 ** 32,
  congestionControl: 'cubic',
  windowGrowth: 'segments',
  hystart: true,
  fastRecovery: 'newreno',
  limitedTransmit: true,
  sack: true,
  rack: true,
  tlp: true,
  frto: true,
  eifel: true,
  dsackUndo: true,
  ecn: 'accept',
  recoveryWindow: 'prr',
  initialRtoMs: 1000,
  minRtoMs: 200,
  maxRtoMs: 120_000,
  rtoFloor: 'variation',
  rtoTickMs: 0,
  delayedAckSegments: 2,
  delayedAckMs: 40,
  delayedAckGrid: false,
  quickAcks: 16,
  quickAckGrowth: true,
  windowUpdates: 'doubled',
  nagle: false,
  idleRestart: 'decay',
  windowValidation: true,
  pacing: false,
  windowScaling: true,
  receiveWindowBytes: 64_240,
  maxReceiveWindowBytes: 3 * 2 ** 20,
  receiveAutotuning: true,
  timestamps: true,
  deferAccept: false,
  md5Key: 0,
};

/** Kinds of hosts by name. @type {Record<string, TcpFeatures>} */
export const PROFILES = {
  'bsd-1998': {
    ...LINUX_2026,
    initialWindowSegments: 1,
    congestionControl: 'reno',
    windowGrowth: 'ack',
    hystart: false,
    fastRecovery: 'reno',
    limitedTransmit: false,
    sack: false,
    rack: false,
    tlp: false,
    frto: false,
    eifel: false,
    dsackUndo: false,
    ecn: 'off',
    recoveryWindow: 'ssthresh',
    initialRtoMs: 3000,
    minRtoMs: 1000,
    maxRtoMs: 64_000,
    rtoFloor: 'srtt',
    rtoTickMs: 500,
    delayedAckMs: 200,
    delayedAckGrid: true,
    quickAcks: 0,
    quickAckGrowth: false,
    windowUpdates: 'segments',
    nagle: true,
    idleRestart: 'restart',
    windowValidation: false,
    windowScaling: false,
    receiveWindowBytes: 32_767,
    maxReceiveWindowBytes: 32_767,
    receiveAutotuning: false,
    timestamps: false,
  },
  'linux-2010': {
    ...LINUX_2026,
    initialWindowSegments: 3,
    windowGrowth: 'ack',
    rack: false,
    tlp: false,
    recoveryWindow: 'rate-halving',
    initialRtoMs: 3000,
    receiveWindowBytes: 5840,
  },
  'linux-2026': LINUX_2026,
};
