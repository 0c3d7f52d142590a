/** What the descriptors of protocols of commands have in common. */
import { StartTlsConnection } from '../starttls/connection.js';
import { CommandConnection } from './connection.js';
import { COMMAND_TEXT } from './describe.js';

/**
 * @param {string} protocol its name in the registry
 * @param {import('./connection.js').OpenGrammar} openGrammar
 * @param {{ hasStartTls?: boolean }} [options] whether its ends may turn to TLS
 * @returns {Pick<import('../protocol.js').Protocol, 'open' | 'messages'>}
 */
export const ofCommands = (protocol, openGrammar, { hasStartTls = false } = {}) => ({
  open: ({ host, table, inside, openInner }) => {
    const client = inside.client ?? host.clientOf(inside.flow);
    const commands = new CommandConnection({ host, table, inside, protocol, client, open: openGrammar });
    return hasStartTls ? new StartTlsConnection(openInner, commands) : commands;
  },
  messages: COMMAND_TEXT,
});
