/** A protocol's name as people write it. @param {string} protocol as the server names it */
export const protocolName = (protocol) =>
  ({ websocket: 'WebSocket', webmux: 'MUX' })[protocol] ?? protocol.toUpperCase();
