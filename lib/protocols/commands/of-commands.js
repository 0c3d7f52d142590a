/** The common part of descriptors of command protocols. */
import { StartTlsConnection } from '../tunnels/starttls/connection.js';
import { CommandConnection } from './connection.js';
import { COMMAND_TEXT } from './describe.js';

/**
 * @param {string} protocol its name in the registry
 * @param {import('./connection.js').OpenGrammar} openGrammar
 * @param {object} [options]
 * @param {boolean} [options.hasStartTls] whether its ends may switch to TLS
 * @param {(commands: CommandConnection) => import('../stream-parser.js').StreamParser} [options.unpack] a layer around
 *   the messages, such as compression
 * @returns {Pick<import('../protocol.js').Protocol, 'open' | 'messages' | 'turnsToTls'>}
 */
export const ofCommands = (protocol, openGrammar, { hasStartTls = false, unpack = (commands) => commands } = {}) => ({
  open: ({ host, table, inside, openInner }) => {
    const client = inside.client ?? host.clientOf(inside.flow);
    const commands = new CommandConnection({ host, table, inside, protocol, client, open: openGrammar });
    const all = unpack(commands);
    return hasStartTls ? new StartTlsConnection(openInner, all) : all;
  },
  messages: COMMAND_TEXT,
  turnsToTls: hasStartTls,
});
