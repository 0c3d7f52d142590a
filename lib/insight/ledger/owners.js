/** Who was to act. */
export const OWNERS = /** @type {const} */ ([
  'client_app',
  'client_tcp',
  'path_to_server',
  'server_tcp',
  'server_app',
  'path_to_client',
  'client_quic',
  'server_quic',
  'name_service',
  'capture',
  'unknown',
]);

/** @typedef {typeof OWNERS[number]} Owner */

/** As users read them. @type {Record<Owner, string>} */
export const OWNER_WORDS = {
  client_app: "The client's application",
  client_tcp: "The client's TCP",
  path_to_server: 'The path to the server',
  server_tcp: "The server's TCP",
  server_app: "The server's application",
  path_to_client: 'The path to the client',
  client_quic: "The client's QUIC",
  server_quic: "The server's QUIC",
  name_service: 'The name service',
  capture: 'The capture',
  unknown: 'Not known',
};

/** @typedef {readonly [client: Owner, server: Owner]} OfEnds */

/** By endpoint, the client's first. @type {OfEnds} */
export const APP = ['client_app', 'server_app'];
/** @type {OfEnds} */
export const TCP_OF = ['client_tcp', 'server_tcp'];
/** @type {OfEnds} */
export const QUIC_OF = ['client_quic', 'server_quic'];
/** By the direction of a packet: what the client sends travels to the server. @type {OfEnds} */
export const PATH = ['path_to_server', 'path_to_client'];

/** What would have shown an owner, by the end at which a capture is missing. */
export const CAPTURE_AT = /** @type {const} */ (['a capture at the client', 'a capture at the server']);
