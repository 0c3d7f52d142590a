import { WELL_AS_SEEN } from '../../insight/findings/summary-text.js';
import { MIN_PACKETS } from '../../insight/findings/worth-examining.js';
import { limitOf, verdictOf, verdictWithoutFindings } from '../../insight/verdict/verdict.js';
import { BETWEEN } from '../../insight/verdict/words.js';
import { closedPackets, closedWords } from '../../quicflow/describe/missing-keys.js';
import { counted } from '../../shared/text/quantities.js';

/** @typedef {import('../../insight/verdict/verdict.js').Verdict} Verdict */
/** @typedef {import('../../insight/verdict/held-back.js').HeldBack} HeldBack */
/** @typedef {import('../../transport/quic/sent.js').LimitSpan} LimitSpan */

export const NOT_DECRYPTED = Object.freeze({ code: 'quic_not_decrypted', title: 'Not decrypted', cause: 'capture' });

/**
 * A QUIC connection in a sentence: its worst finding or what limited its data, as of TCP's; that it stays closed where
 * no more than that is known.
 * @param {import('../../quicflow/connections/connection.js').Connection} connection
 * @param {readonly import('../../insight/findings/finding.js').Finding[]} findings worst first
 * @param {readonly LimitSpan[][]} limits by direction
 * @returns {Verdict}
 */
export function quicVerdict(connection, findings, limits) {
  const ofNs = connection.endNs - connection.startNs;
  const held = connection.packets < MIN_PACKETS ? null : heldBackMost(limits[busierEnd(connection)]);
  const closed = closedWords(connection);
  if (closed !== null && findings.every(({ severity }) => severity === 'note')) {
    const { code, title, cause } = NOT_DECRYPTED;
    return {
      code,
      title,
      sentence: `${title}${BETWEEN}${packetsText(connection)}${closed}`,
      cause,
      severity: 'note',
      costSeconds: null,
      limit: null,
    };
  }
  if (findings.length === 0 && limitOf(held, ofNs) === null) return wellVerdict(connection);
  return verdictOf({ findings, held, startNs: connection.startNs, ofNs });
}

/**
 * Nothing is well yet where the client waits for its first answer.
 * @param {import('../../quicflow/connections/connection.js').Connection} connection @returns {Verdict}
 */
function wellVerdict({ sent: [asked, answered] }) {
  const well = verdictWithoutFindings(null);
  if (answered.datagrams > 0) return well;
  const sentence = `${WELL_AS_SEEN}${BETWEEN}${counted(asked.datagrams, 'datagram')}, no answer seen`;
  return { ...well, title: WELL_AS_SEEN, sentence };
}

/** "12 packets, ". @param {import('../../quicflow/connections/connection.js').Connection} connection */
function packetsText(connection) {
  const closed = closedPackets(connection);
  return closed === 0 ? '' : `${counted(closed, 'packet')}, `;
}

/** The end that sent more. @param {import('../../quicflow/connections/connection.js').Connection} connection */
const busierEnd = ({ sent }) => (sent[1].bytes >= sent[0].bytes ? 1 : 0);

/**
 * What limited an end for longest.
 * @param {readonly LimitSpan[]} limits @returns {HeldBack|null}
 */
function heldBackMost(limits) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { startNs, endNs, limit } of limits) sums.set(limit, (sums.get(limit) ?? 0) + endNs - startNs);
  const [most] = [...sums].sort(([, a], [, b]) => b - a);
  return most === undefined ? null : { cause: most[0], seconds: most[1] / 1e9, rate: null };
}
