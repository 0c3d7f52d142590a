/** Why a connection has no requests to show, what it has instead, and where that is shown. Pure. */
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
    return `No requests: neither end sent data, in ${count(clientToServer.packets + serverToClient.packets, 'packet')}. They stand under Packets.`;
  }
  if (tls && !tls.decrypted) {
    return `No requests can be read: this connection is TLS${tls.sni ? ` (${tls.sni})` : ''} of which the keys are not known. A key log (SSLKEYLOGFILE) dropped on this page shows what is inside.`;
  }
  const sent = `${formatBytes(client)} from the client, ${formatBytes(server)} from the server`;
  if (http.responses > 0) {
    return `No requests: ${count(http.responses, 'response')} without ${http.responses === 1 ? 'its request' : 'their requests'}, which ${http.responses === 1 ? 'was' : 'were'} not captured. ${sent}: Packets shows when.`;
  }
  return `${protocol === null ? 'No requests: what these ends speak shows no HTTP.' : `No HTTP requests: these ends speak ${protocolName(protocol)}.`} ${sent}: Packets shows when, and what limited it.`;
}
