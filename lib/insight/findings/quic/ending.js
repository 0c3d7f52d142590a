import { defineKind, SHOWS } from '../define-kind.js';
import { counted, finding, timeText } from '../finding.js';
import { quicDetector } from './context.js';
import { openRequests } from './unfinished.js';

/** What the server told in encrypted packets: tokens of resets, further connection IDs. */
const OF_SERVER = /** @type {const} */ ({ needs: SHOWS.DECRYPTED, onlyOf: 1 });

export const QUIC_STATELESS_RESET = defineKind(
  'quic_stateless_reset',
  'QUIC stateless reset',
  'recovery',
  ['RFC 9000 section 10.3'],
  OF_SERVER,
);
export const QUIC_IDLE_TIMEOUT = defineKind(
  'quic_idle_timeout',
  'QUIC idle timeout',
  'idle',
  ['RFC 9000 section 10.1'],
  { needs: SHOWS.HANDSHAKE },
);
export const QUIC_MIGRATION = defineKind(
  'quic_migration',
  'QUIC path changed',
  'idle',
  ['RFC 9000 section 9'],
  OF_SERVER,
);

/** How the connection ended, and where it moved. */
export const quicEnding = quicDetector([QUIC_STATELESS_RESET, QUIC_IDLE_TIMEOUT, QUIC_MIGRATION], (context) => [
  ...reset(context),
  ...idle(context),
  ...migration(context),
]);

/** @typedef {import('./context.js').QuicContext} QuicContext */

/** @param {QuicContext} context */
function reset({ facts }) {
  const { closedBy, endNs, requests } = facts;
  if (closedBy !== 'stateless_reset') return [];
  const open = openRequests(facts).length;
  const failure = `${open} of ${counted(requests.length, 'request')}`;
  return [
    finding(
      {
        kind: QUIC_STATELESS_RESET,
        severity: 'error',
        startNs: endNs,
        endNs,
        message: `An end answered with a stateless reset: it no longer knew the connection.${open === 0 ? '' : ` ${failure} had no complete response.`}`,
        advice:
          'Look for a restart of the server, or a load balancer that sends packets of one connection to another server.',
      },
      open === 0 ? {} : { requests: open, failure: `${failure} not answered` },
    ),
  ];
}

/** @param {QuicContext} context */
function idle({ facts: { closedBy, endNs, idleTimeoutNs } }) {
  if (closedBy !== 'idle' || idleTimeoutNs === null) return [];
  return [
    finding(
      {
        kind: QUIC_IDLE_TIMEOUT,
        severity: 'note',
        startNs: endNs,
        endNs: endNs + idleTimeoutNs,
        message: `Nothing was sent for the idle timeout of ${timeText(idleTimeoutNs)}, so both ends dropped the connection silently.`,
        advice: 'Usually harmless. An application that wants the connection to stay sends PING in time.',
      },
      { timeoutSeconds: idleTimeoutNs / 1e9 },
    ),
  ];
}

/** @param {QuicContext} context */
function migration({ facts: { paths } }) {
  const moves = paths.slice(1);
  if (moves.length === 0) return [];
  const rebindings = moves.filter(({ kind }) => kind === 'rebinding').length;
  const unvalidated = moves.filter(({ isValidated }) => isValidated === false).length;
  const how =
    rebindings === moves.length
      ? "the client's port was changed on the way (NAT)"
      : 'the client moved to another address';
  return [
    finding(
      {
        kind: QUIC_MIGRATION,
        severity: unvalidated > 0 ? 'warning' : 'note',
        startNs: moves[0].startNs,
        endNs: moves[moves.length - 1].startNs,
        message: `The path changed ${counted(moves.length, 'time')}: ${how}${unvalidated > 0 ? `; ${unvalidated === 1 ? 'it was' : `${unvalidated} were`} never validated` : ''}.`,
        advice: 'Window and round trip begin anew on another path (RFC 9000 section 9.4).',
      },
      { changes: moves.length, rebindings },
    ),
  ];
}
