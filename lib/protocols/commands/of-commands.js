/** The common part of descriptors of command protocols. */
import { StartTlsConnection } from '../tunnels/starttls/connection.js';
import { CommandConnection } from './connection.js';
import { COMMAND_TEXT } from './describe.js';

/** Where what is read on trial goes. */
const DEAF = {
  host: { countRequest: () => {}, countResponse: () => {}, warn: () => {}, tls: { ciphers: null } },
  table: null,
  inside: /** @type {const} */ ({ flow: 0, carrier: 'tcp', stream: null, depth: 0 }),
};

/**
 * @param {string} protocol its name in the registry
 * @param {import('./connection.js').OpenGrammar} openGrammar
 * @param {object} [options]
 * @param {boolean} [options.hasStartTls] whether its ends may switch to TLS
 * @param {(commands: CommandConnection) => import('../stream-parser.js').StreamParser} [options.unpack] a layer around
 *   the messages, such as compression
 * @returns {Pick<import('../protocol.js').Protocol, 'open' | 'messages' | 'turnsToTls' | 'tryFraming'>}
 */
export const ofCommands = (protocol, openGrammar, { hasStartTls = false, unpack = (commands) => commands } = {}) => ({
  open: ({ host, table, inside, isStart, openInner }) => {
    const client = inside.client ?? host.clientOf(inside.flow);
    const commands = new CommandConnection({
      host,
      table,
      inside,
      protocol,
      client,
      isBegun: isStart,
      open: openGrammar,
    });
    const all = unpack(commands);
    return hasStartTls ? new StartTlsConnection(openInner, all) : all;
  },
  tryFraming: (pieces, client) => {
    const isBegun = () => false;
    const commands = new CommandConnection({ ...DEAF, protocol, client, isBegun, open: openGrammar });
    for (const { endpoint, bytes, start, end, at } of pieces) commands.push(endpoint, start, bytes, start, end, at);
    return commands.read;
  },
  messages: COMMAND_TEXT,
  turnsToTls: hasStartTls,
});
