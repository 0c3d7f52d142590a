/** TLS and SSL 3.0: its handshake and, where keys are known, its content. */
import { WARNING } from '../model/notes.js';
import { TlsConnection } from './connection.js';
import { tlsAt } from './signature.js';

/** @type {import('../protocol.js').Protocol} */
export const TLS = {
  names: ['tls'],
  aliases: ['tls', 'ssl'],
  detect: tlsAt,
  open: ({ host, inside: { flow, carrier, stream, depth, client, before: continues } }) => {
    const connection = new TlsConnection({
      ...host.tls,
      openContent: (upgrade) => {
        const inner = host.openStream({ flow, carrier: 'tls', stream: null, depth: depth + 1, upgrade, continues });
        return host.body?.content?.(inner) ?? inner;
      },
      openPlain: (endpoint) =>
        endpoint === (client ?? host.clientOf(flow))
          ? null
          : host.openStream({ flow, carrier, stream, depth: depth + 1, upgrade: null }),
      onServerName: (client, name, at) => {
        if (depth === 0) host.onServerName(flow, client, name, at.timeNs);
      },
      onUndecryptable: () => host.warn(flow, WARNING.TLS_UNDECRYPTABLE),
    });
    if (depth === 0) host.setProtocol(flow, 'tls');
    host.setTls(flow, connection.info);
    return connection;
  },
};
