/** The PROXY protocol: a header before a connection of any other protocol. */
import { FIT } from '../../protocol.js';
import { ProxiedConnection } from './proxied-connection.js';
import { proxyHeaderAt } from './proxy-header.js';

/** @type {import('../../protocol.js').Protocol} */
export const PROXIED = {
  names: ['proxy'],
  detect: (bytes, start, end, isMidConnection) =>
    isMidConnection || end === start ? FIT.NONE : proxyHeaderAt(bytes, start, end),
  open: ({ host, inside }) => {
    // one header only: a hostile capture could put thousands before each other
    const inner = inside.isProxied ? null : host.openStream({ ...inside, isProxied: true, upgrade: null });
    return inner && new ProxiedConnection(inner, (proxied) => host.setProxied(inside.flow, proxied));
  },
};
