/** Connections of both transports as rows of one kind: QUIC's figures stand where TCP's of the same meaning do. */

/** @typedef {import('../library/capture.js').Capture} Capture */
/** @typedef {import('../library/capture.js').TcpConnection} TcpConnection */
/** @typedef {import('../library/capture.js').QuicConnection} QuicConnection */
/** @typedef {TcpConnection['clientToServer']} TcpDirection */
/** @typedef {{ [K in keyof TcpDirection]: K extends 'rtt' ? TcpDirection[K] : TcpDirection[K] | null }} DirectionRow */
/** @typedef {'flow' | 'transport' | 'state' | 'clientToServer' | 'serverToClient'} Differing */
/**
 * @typedef {Omit<TcpConnection, Differing> & { flow: number | string, transport: string, state: string,
 *   clientToServer: DirectionRow, serverToClient: DirectionRow }} ConnectionRow
 */

/** @param {Capture} capture @returns {AsyncGenerator<ConnectionRow>} */
export async function* connectionRows(capture) {
  for await (const connection of capture.connections()) {
    yield connection.transport === 'quic' ? rowOfQuic(connection) : /** @type {ConnectionRow} */ (connection);
  }
}

/**
 * A number for each connection of a capture: those of QUIC are below 0, −1 is `q0`.
 * @param {number | string} flow as users see it
 */
export const connectionNumber = (flow) => (typeof flow === 'number' ? flow : -1 - Number(flow.slice(1)));

const NO_RTT = Object.freeze({ samples: 0, min: null, mean: null, max: null, stdev: null });

/** @param {QuicConnection} connection @returns {ConnectionRow} */
function rowOfQuic(connection) {
  const { alpn, sni, cipher, findings, http } = connection;
  const [worst] = findings;
  /** @type {Partial<ConnectionRow>} */
  const row = {
    ...{ flow: connection.flow, transport: connection.transport },
    ...{ client: connection.client, server: connection.server, roleGuessed: connection.roleGuessed },
    ...{ start: connection.start, end: connection.end, state: connection.state, complete: connection.complete },
    handshakeRtt: connection.handshakeRtt,
    clientToServer: directionOf(connection.clientToServer),
    serverToClient: directionOf(connection.serverToClient),
    protocol: alpn?.startsWith('h3') ? 'http/3' : alpn,
    http: /** @type {ConnectionRow['http']} */ (http ?? { requests: 0, responses: 0 }),
    tls: /** @type {ConnectionRow['tls']} */ ({ version: 'TLS 1.3', cipher, sni, alpn }),
    summary: connection.summary,
    verdict: /** @type {ConnectionRow['verdict']} */ (
      worst && { code: worst.code, severity: worst.severity, costSeconds: worst.costSeconds }
    ),
    findings,
  };
  return /** @type {ConnectionRow} */ (row);
}

/** @param {QuicConnection['clientToServer']} sent @returns {DirectionRow} */
function directionOf(sent) {
  /** @type {Partial<DirectionRow>} */
  const row = {
    packets: sent.packets,
    dataPackets: sent.ackElicitingPackets,
    bytes: sent.bytes,
    uniqueBytes: sent.uniqueStreamBytes,
    retransmittedPackets: sent.resentPackets,
    retransmittedBytes: sent.retransmittedStreamBytes,
    maxInFlightBytes: sent.maxInFlightBytes,
    rtt: sent.rtt ?? NO_RTT,
    initialWindowBytes: sent.initialWindowBytes,
    throughput: sent.throughput,
  };
  return /** @type {DirectionRow} */ (row);
}
