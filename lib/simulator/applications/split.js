/** @typedef {import('../network.js').Network} Network */
/** @typedef {import('../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../tcp/profiles.js').TcpFeatures} TcpFeatures */

/**
 * A connection through a performance enhancing proxy (RFC 3135) that splits it without either end's knowledge: it
 * answers the client in the server's name, then connects to the server in the client's, and hands on what comes.
 * @param {Network} network
 * @param {{ client: TcpFeatures, server: TcpFeatures }} hosts
 * @param {number} port @param {number} place of the proxy
 * @returns {import('../network.js').Ends} the client, and the server that it will reach
 */
export function splitConnection(network, hosts, port, place) {
  const near = network.connection({ ...hosts, port, to: place });
  const { local } = near.client;
  const far = network.connection({ ...hosts, port, from: place, clientAddress: local.address });
  far.client.local = local;
  far.server.remote = local;
  near.server.handlers = { ...relay(near.client, far.client), onEstablished: () => far.client.connect() };
  far.client.handlers = relay(far.server, near.server);
  return { client: near.client, server: far.server };
}

/**
 * What an end of the proxy does with what comes.
 * @param {Endpoint} source who wrote it @param {Endpoint} target the proxy's end on the other side
 * @returns {import('../tcp/roles.js').Handlers}
 */
function relay(source, target) {
  let taken = 0;
  return {
    onData: (bytes) => {
      const piece = new Uint8Array(bytes - taken);
      source.content.copy(1 + taken, piece.length, piece, 0);
      taken = bytes;
      target.write(piece);
    },
    onEnd: () => target.close(),
  };
}
