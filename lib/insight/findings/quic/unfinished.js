import { errorName, isCancel, isNoError } from '../../../protocols/http2/error-codes.js';
import { REQUEST_UNANSWERED, RESPONSE_CUT } from '../../verdict/outcome.js';
import { defineKind } from '../define-kind.js';
import { bytesText, counted, finding, quotedText, senderName } from '../finding.js';
import { OF_DATA, quicDetector } from './context.js';

/** @typedef {import('./context.js').QuicContext} QuicContext */
/** @typedef {import('../../../transport/quic/facts.js').QuicRequest} QuicRequest */

export const QUIC_STREAM_RESET = defineKind(
  'quic_stream_reset',
  'QUIC streams reset',
  'application',
  ['RFC 9000 section 2.4', 'RFC 9114 section 4.1.1'],
  OF_DATA,
);

const DIRECTIONS = [0, 1];

/** Requests that were not answered to the end: as the connection ended, or as an end reset their streams. */
export const quicUnfinished = quicDetector([RESPONSE_CUT, REQUEST_UNANSWERED, QUIC_STREAM_RESET], (context) => [
  ...ended(context),
  ...resets(context),
]);

/** Requests that were still waited for at the end. @param {QuicContext['facts']} facts */
export const openRequests = ({ requests }) =>
  requests.filter(({ isAsked, isWhole, reset }) => isAsked && !isWhole && reset === null);

/** @param {QuicContext} context */
function ended({ facts }) {
  if (facts.closedBy === null || facts.closedBy === 'stateless_reset') return [];
  const open = openRequests(facts);
  const cut = open.filter(({ isAnswered }) => isAnswered);
  const unanswered = open.filter(({ isAnswered }) => !isAnswered);
  return [
    ...(cut.length === 0 ? [] : [unfinished(RESPONSE_CUT, cut, facts)]),
    ...(unanswered.length === 0 ? [] : [unfinished(REQUEST_UNANSWERED, unanswered, facts)]),
  ];
}

/**
 * @param {import('../define-kind.js').Kind} kind @param {QuicRequest[]} open @param {QuicContext['facts']} facts
 */
function unfinished(kind, open, facts) {
  const { closedBy, close, requests, endNs } = facts;
  const isOnly = requests.length === 1;
  const isCut = kind === RESPONSE_CUT;
  const what = isCut ? 'response' : 'request';
  const which = isOnly ? `The ${what}` : `${open.length} of ${requests.length} ${what}s`;
  const state = isCut ? `${open.length === 1 ? 'was' : 'were'} incomplete` : 'had no response';
  const part = isCut && open.length === 1 ? `: ${partText(open[0])}` : '';
  const isHarmless = closedBy === 'client' && !close?.isError;
  return finding(
    {
      kind,
      severity: isHarmless ? 'note' : 'warning',
      direction: 1,
      startNs: open[0].startNs,
      endNs,
      message: `${which} ${state} when ${endText(facts)}${part}.`,
      advice: isHarmless
        ? 'Usually a timeout of the client, or a user who navigated away.'
        : `Check the ${closedBy === 'client' ? 'client' : 'server'}'s log for why it broke off. The client must not take a partial response for complete.`,
    },
    { [isCut ? 'responses' : 'requests']: open.length, ...(close === null ? {} : { error: close.name }) },
  );
}

/** "the server closed the connection with H3_INTERNAL_ERROR “out of memory”". @param {QuicContext['facts']} facts */
function endText({ closedBy, close }) {
  if (closedBy === 'idle' || close === null) return 'the idle timeout ended the connection';
  const reason = close.reason === null ? '' : ` ${quotedText(close.reason)}`;
  return `the ${closedBy} closed the connection with ${close.name}${reason}`;
}

/** How much of it came. @param {QuicRequest} request */
function partText({ body, streamBytes }) {
  if (body === null) return `${bytesText(streamBytes)} arrived`;
  return body.length > body.bytes
    ? `${bytesText(body.bytes)} of ${bytesText(body.length)} arrived`
    : `${bytesText(body.bytes)} arrived`;
}

/** As of HTTP/2. @param {QuicContext} context */
function resets({ facts: { requests } }) {
  return DIRECTIONS.flatMap((direction) => {
    const reset = requests.filter((one) => one.reset?.by === direction && !isNoError(one.reset.code));
    if (reset.length === 0) return [];
    const codes = [...new Set(reset.map((one) => one.reset?.code ?? 0))];
    const areCancelled = direction === 0 && codes.every(isCancel);
    const who = senderName(direction);
    const of = `${reset.length} of ${counted(requests.length, 'request')}`;
    const names = codes.slice(0, 5).map(errorName).join(', ');
    const part = reset.length === 1 && reset[0].isAnswered ? `: ${partText(reset[0])}` : '';
    return finding(
      {
        kind: QUIC_STREAM_RESET,
        severity: areCancelled ? 'note' : 'warning',
        direction,
        startNs: reset[0].startNs,
        endNs: Math.max(...reset.map(({ endNs }) => endNs)),
        message: areCancelled
          ? `The client cancelled ${of} (${names})${part}.`
          : `The ${who} reset the streams of ${of} (${names})${part}.`,
        advice: areCancelled
          ? 'Usually a user who navigated away, or a timeout of the client.'
          : `Check the ${who}'s log for the reason. H3_REQUEST_REJECTED may be retried; the other codes are errors.`,
      },
      { streams: reset.length },
    );
  });
}
