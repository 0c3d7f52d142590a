/** Why a connection shows no requests, what it has instead, and where that is shown. Pure. */
import { count, formatBytes } from '../../base/format.js';
import { protocolName } from '../timeline/protocol-name.js';

/**
 * @param {Pick<import('../../state/answer-types.js').Connection,
 *   'clientToServer'|'serverToClient'|'protocol'|'tls'|'http'>} connection
 * @returns {string} one sentence or two
 */
export function withoutRequestsIn({ clientToServer, serverToClient, protocol, tls, http }) {
  const client = clientToServer.uniqueBytes;
  const server = serverToClient.uniqueBytes;
  if (client + server === 0) {
    return `No requests: neither end sent data, in ${count(clientToServer.packets + serverToClient.packets, 'packet')}. Packets lists them.`;
  }
  if (tls && !tls.decrypted) {
    return `No requests can be read: this TLS connection${tls.sni ? ` (${tls.sni})` : ''} cannot be decrypted without its keys. Drop a key log (SSLKEYLOGFILE) on this page to see inside.`;
  }
  const sent = `${formatBytes(client)} from the client, ${formatBytes(server)} from the server`;
  if (http.responses > 0) {
    return `No requests: ${count(http.responses, 'response')} without ${http.responses === 1 ? 'its request' : 'their requests'}, which ${http.responses === 1 ? 'was' : 'were'} not captured. ${sent}: Packets shows when.`;
  }
  return `${protocol === null ? 'No requests: no HTTP was seen in this connection.' : `No HTTP requests: this connection speaks ${protocolName(protocol)}.`} ${sent}: Packets shows when, and what limited it.`;
}
