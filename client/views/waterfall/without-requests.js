/** Why a connection shows no requests, what it has instead, and where that is shown. Pure. */
import { count, formatBytes } from '../../base/format.js';
import { protocolName } from '../timeline/protocol-name.js';

const ADD_KEYS = 'Add a key log (SSLKEYLOGFILE), or drop it on this page.';

/** Whether keys would show more. @param {Pick<import('../../state/answer-types.js').Connection, 'tls'>} connection */
export const lacksKeys = ({ tls }) => Boolean(tls && !tls.decrypted && tls.undecryptable === null);

/** @param {import('../../state/types.js').Capture['encryption']|undefined} encryption @returns {number} connections */
export const lockedIn = (encryption) => (encryption ? encryption.tls - encryption.decrypted : 0);

/**
 * Why a capture shows no requests, or none that a filter finds; '': not because keys are missing.
 * @param {import('../../state/types.js').Capture['encryption']|undefined} encryption of the capture's connections
 */
export function keysWanted(encryption) {
  const locked = lockedIn(encryption);
  return locked === 0
    ? ''
    : `No keys for ${count(locked, 'TLS connection')}, so no requests of ${locked === 1 ? 'it' : 'them'} can be read. ${ADD_KEYS}`;
}

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
    const of = `this TLS connection${tls.sni ? ` (${tls.sni})` : ''}`;
    return tls.undecryptable === null
      ? `No keys for ${of}, so no requests can be read. ${ADD_KEYS}`
      : `No requests can be read: ${of} cannot be decrypted (${tls.undecryptable}).`;
  }
  const sent = `${formatBytes(client)} from the client, ${formatBytes(server)} from the server`;
  if (http.responses > 0) {
    return `No requests: ${count(http.responses, 'response')} without ${http.responses === 1 ? 'its request' : 'their requests'}, which ${http.responses === 1 ? 'was' : 'were'} not captured. ${sent}: Packets shows when.`;
  }
  return `${protocol === null ? 'No requests: no HTTP was seen in this connection.' : `No HTTP requests: this connection speaks ${protocolName(protocol)}.`} ${sent}: Packets shows when, and what limited it.`;
}
