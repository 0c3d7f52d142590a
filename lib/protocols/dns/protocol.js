/** DNS over TCP. */
import { openDns } from '../commands/dns.js';
import { ofCommands } from '../commands/of-commands.js';
import { FIT } from '../protocol.js';
import { DnsStream } from './dns-stream.js';
import { dnsAt } from './signature.js';
import { TeeStream } from './tee-stream.js';

const { open, messages } = ofCommands('dns', openDns);

/** @type {import('../protocol.js').Protocol} */
export const DNS = {
  names: ['dns'],
  detect: dnsAt,
  signature: ({ bytes, start, end }) => dnsAt(bytes, start, end) === FIT.FOUND,
  open: (opening) => {
    const commands = open?.(opening) ?? null;
    const { onDns } = opening.host;
    return onDns === null || commands === null ? commands : new TeeStream([commands, new DnsStream(onDns)]);
  },
  messages,
  hasOwnWords: true,
  isTurnBased: true,
  isMultiplexed: true,
};
