/** DNS over TCP. */
import { FIT } from '../protocol.js';
import { DnsStream } from './dns-stream.js';
import { dnsAt } from './signature.js';

/** @type {import('../protocol.js').Protocol} */
export const DNS = {
  names: ['dns'],
  detect: dnsAt,
  signature: ({ bytes, start, end }) => dnsAt(bytes, start, end) === FIT.FOUND,
  open: ({ host }) => (host.onDns === null ? null : new DnsStream(host.onDns)),
  isTurnBased: true,
};
