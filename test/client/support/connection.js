/** Connections as the server describes them, of which a test names only what it is about. */

/** @typedef {import('../../../client/state/answer-types.js').Connection} Connection */
/** @typedef {import('../../../client/state/answer-types.js').Direction} Direction */
/** @typedef {Partial<Omit<Direction, 'rtt'>> & { rtt?: Partial<Direction['rtt']> }} DirectionPart */

/** @param {DirectionPart} [more] @returns {Direction} without packets, but for what is named */
export function directionOf({ rtt, ...more } = {}) {
  return {
    packets: 0,
    dataPackets: 0,
    bytes: 0,
    uniqueBytes: 0,
    retransmittedPackets: 0,
    retransmittedBytes: 0,
    outOfOrderPackets: 0,
    duplicateAcks: 0,
    mss: null,
    windowScale: null,
    sackPermitted: null,
    timestamps: null,
    maxInFlightBytes: null,
    initialWindowBytes: null,
    initialWindowSegments: null,
    throughput: null,
    flags: {},
    rtt: { samples: 0, min: null, mean: null, max: null, stdev: null, ...rtt },
    ...more,
  };
}

/**
 * @param {Partial<Omit<Connection, 'clientToServer'|'serverToClient'>> & { clientToServer?: DirectionPart,
 *   serverToClient?: DirectionPart }} [more]
 * @returns {Connection}
 */
export function flowOf({ clientToServer, serverToClient, ...more } = {}) {
  return /** @type {Connection} */ ({
    flow: 0,
    client: { address: '10.0.0.1', port: 1234 },
    server: { address: '10.0.0.2', port: 80 },
    roleGuessed: false,
    start: 0,
    end: 0,
    state: 'established',
    complete: false,
    handshakeRtt: null,
    protocol: null,
    http: { requests: 0, responses: 0, pipelinedRequests: 0, maxPipelineDepth: 0 },
    findings: [],
    version: 1,
    findingsDeferred: false,
    packets: 0,
    messages: 0,
    activity: { binSeconds: 1, clientToServer: [], serverToClient: [], retransmissions: [] },
    ...more,
    clientToServer: directionOf(clientToServer),
    serverToClient: directionOf(serverToClient),
  });
}

/** @type {import('../../../client/views/timeline/grid.js').DrawnAs} */
export const DRAWN_PLAINLY = { absolute: false, inSegments: false, style: 'tcptrace', rateWindowNs: null };
