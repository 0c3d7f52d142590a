import { SHOWS } from '../../define-kind.js';
import { hasShown } from '../../shows.js';
import { endingOf } from '../evidence.js';

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../../../protocols/tls/connection.js').TlsInfo} TlsInfo */

/**
 * An encrypted alert of TLS 1.3, without padding: header (5), level and description (2), type (1), tag (16). A Finished
 * has 58 bytes or more, a ticket more than that (RFC 8446 sections 4.4.4, 4.6.1, 5.2).
 */
const ALERT_BYTES = 24;
/** ChangeCipherSpec, which a client may send before it (RFC 8446 appendix D.4). */
const CHANGE_BYTES = 6;
const LEAST_FINISHED_BYTES = 58;
/**
 * An end that refuses says so at once; one that closes an idle connection waits for longer: 10 s in Chrome
 * (`unused_idle_socket_timeout`).
 */
export const AT_ONCE_NS = 1e9;
/** An early close_notify looks the same, but hardly any server closes before it has sent a ticket or a byte. */
const OF_SERVER = 0.8;
const OF_CLIENT = 0.9;

/**
 * A handshake of TLS 1.3 that an end broke off, without its keys: an alert is encrypted there, but not its length.
 *
 *  client  hello          Finished, perhaps a request              hello          alert, closes
 *  server         its part                    alert, closes               its part
 *
 * @param {Context} context @param {TlsInfo} tls
 * @returns {{ direction: number, startNs: number, endNs: number, frame: number, confidence: number, message: string,
 *   advice: string } | null}
 */
export function encryptedAlert(context, tls) {
  const { messages, packets } = context;
  const ending = endingOf(packets);
  if (tls.version !== 'TLS 1.3' || tls.startNs === null || tls.resumed === true || tls.decrypted) return null;
  if (tls.alerts.length > 0 || tls.chains.length > 0 || ending === null || !hasShown(context, SHOWS.BOTH_WAYS)) {
    return null;
  }
  if (!messages?.isAllKnown || messages.exchanges.length > 0) return null;
  const said = saidInTurn(packets, ending.timeNs);
  if (said === null) return null;
  const direction = isAlertOfClient(said) ? 0 : 1;
  const waitNs = ending.timeNs - said.lastNs[direction];
  if (waitNs > AT_ONCE_NS || (direction === 0 && ending.direction !== 0)) return null;
  const found = { direction, startNs: tls.startNs, endNs: ending.timeNs, frame: said.lastFrame[direction] };
  if (direction === 0) return { ...found, ...CLIENTS };
  if (said.after !== ALERT_BYTES || said.between < LEAST_FINISHED_BYTES) return null;
  return said.lastNs[1] - said.betweenNs > AT_ONCE_NS ? null : { ...found, ...SERVERS };
}

const CLIENTS = {
  confidence: OF_CLIENT,
  message:
    "TLS failed: the client answered the server's part of the TLS 1.3 handshake with an encrypted alert, by its length, instead of its Finished, and closed the connection.",
  advice:
    "Check the client's log: most often it does not accept the server's certificate (its issuer, name or date). A key log of the client shows which alert it was.",
};

const SERVERS = {
  confidence: OF_SERVER,
  message:
    "TLS failed: all that the server sent behind the client's Finished is an encrypted alert, by its length, and the connection was closed. So does a server that requires a client certificate and did not get one, or did not accept it.",
  advice:
    'Check whether the server requires a client certificate, and its log for what it did not accept. A key log of either end shows which alert it was.',
};

/** @param {NonNullable<ReturnType<typeof saidInTurn>>} said */
const isAlertOfClient = ({ between, after }) =>
  after === 0 && (between === ALERT_BYTES || between === ALERT_BYTES + CHANGE_BYTES);

/**
 * Bytes of the client behind the server's first ones, and of the server behind those, until the connection ended.
 * @param {Context['packets']} packets @param {number} endNs
 * @returns {{ between: number, after: number, betweenNs: number, lastNs: number[], lastFrame: number[] } | null} null:
 *   not both have spoken
 */
function saidInTurn({ count, direction, length, endOffset, timeNs, frame }, endNs) {
  const top = [0, 0];
  const lastNs = [NaN, NaN];
  const lastFrame = [-1, -1];
  let [between, after, betweenNs] = [0, 0, NaN];
  for (let i = 0; i < count && timeNs[i] <= endNs; i++) {
    const way = direction[i];
    const bytes = Math.min(length[i], endOffset[i] - top[way]);
    if (length[i] === 0 || bytes <= 0) continue;
    const isBetween = way === 0 && top[1] > 0;
    if (isBetween) between += bytes;
    if (isBetween && Number.isNaN(betweenNs)) betweenNs = timeNs[i];
    if (way === 1 && between > 0) after += bytes;
    top[way] = endOffset[i];
    lastNs[way] = timeNs[i];
    lastFrame[way] = frame[i];
  }
  return top[0] > 0 && top[1] > 0 ? { between, after, betweenNs, lastNs, lastFrame } : null;
}
