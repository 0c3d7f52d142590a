/** Exchanges that failed though their connection did not: by the response, or by a stream reset. */
import { errorName, isCancel, isNoError, NO_ERROR } from '../../../../protocols/http2/error-codes.js';
import { FIRST_SERVER_ERROR, TOO_MANY_REQUESTS } from '../../../../protocols/model/unfinished.js';
import { outcomeText, REQUESTS_FAILED } from '../../../verdict/outcome.js';
import { defineKind } from '../../define-kind.js';
import { MAX_EXAMINED_HEADS } from '../../evidence/message-facts.js';
import {
  counted,
  detector,
  directionName,
  finding,
  MAX_EVIDENCE_FRAMES,
  percent,
  quotedText,
  senderName,
} from '../../finding.js';

export const GRPC_FAILED = defineKind('grpc_failed', 'Failed gRPC calls', 'application', [
  'gRPC over HTTP2, "Responses"',
]);
export const HTTP2_STREAM_RESET = defineKind('http2_stream_reset', 'HTTP/2 streams reset', 'application', [
  'RFC 9113 section 6.4',
  'RFC 9113 section 7',
]);
export const HTTP2_GO_AWAY = defineKind('http2_go_away', 'HTTP/2 GOAWAY', 'application', [
  'RFC 9113 section 6.8',
  'RFC 9113 section 7',
]);
export const HTTP_ERRORS = defineKind('http_errors', 'HTTP errors', 'application', [
  'RFC 9110 section 15.5',
  'RFC 9110 section 15.6',
]);
export const COMMANDS_FAILED = defineKind('commands_failed', 'Failed commands', 'application', []);

/** @typedef {import('../../evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

const DIRECTIONS = [0, 1];
/** Most names and paths in a sentence. */
const MAX_NAMED = 5;
/** Share of the commands. */
const MANY = 0.1;
/** Requests that the server rejected: fewer, or a smaller share of all, may be a missing icon. */
const MIN_REJECTED = 5;
const FIRST_CLIENT_ERROR = 400;
/** The server asks who the client is: of itself, and of a proxy. */
const CHALLENGES = [401, 407];

/**
 * How often each name occurs: "2 with INTERNAL_ERROR, 1 with CANCEL".
 * @param {string[]} names
 */
function tallied(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const words = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count} with ${name}`);
  return words.length > MAX_NAMED
    ? `${words.slice(0, MAX_NAMED).join(', ')} and ${words.length - MAX_NAMED} more kinds`
    : words.join(', ');
}

/** @param {ExchangeFacts[]} found */
const framesOf = (found) =>
  found
    .slice(0, MAX_EVIDENCE_FRAMES)
    .map(({ requestFrame, responseFrame }) => (responseFrame < 0 ? requestFrame : responseFrame));

/** @param {ExchangeFacts[]} found */
const spanOf = (found) => ({
  startNs: found[0].startNs,
  endNs: found.reduce((last, { sentNs, endNs }) => Math.max(last, sentNs, endNs), 0),
});

/** gRPC calls with a status other than OK. */
export const grpcFailed = detector([GRPC_FAILED], ({ messages }) => {
  if (messages === null) return [];
  const failed = messages.exchanges.filter(
    ({ isHttp, hasFailedCall, errorName }) => isHttp && hasFailedCall && errorName === null,
  );
  if (failed.length === 0) return [];
  const examined = failed.slice(0, MAX_EXAMINED_HEADS);
  const outcomes = examined.map(({ responseRow }) => messages.grpc(responseRow));
  const message = outcomes.find((outcome) => outcome?.message)?.message ?? '';
  return finding(
    {
      kind: GRPC_FAILED,
      severity: 'warning',
      direction: 1,
      ...spanOf(failed),
      message: `${counted(failed.length, 'gRPC call')} of ${messages.exchanges.length} failed: ${tallied(outcomes.map((outcome) => outcome?.status ?? 'an unknown status'))}${message === '' ? '' : `; first message: ${quotedText(message)}`}.`,
      advice: "The network delivered them: check the failed methods and their messages, and the server's log.",
    },
    { calls: failed.length, frames: framesOf(failed) },
  );
});

/** Commands to a database, a queue, a mail server … that failed. */
export const commandsFailed = detector([COMMANDS_FAILED], ({ messages }) => {
  if (messages === null) return [];
  const answered = messages.exchanges.filter(({ isHttp, responseRow }) => !isHttp && responseRow >= 0);
  const failed = answered.filter(({ hasFailedCall }) => hasFailedCall);
  if (failed.length === 0) return [];
  const names = failed.slice(0, MAX_EXAMINED_HEADS).map((exchange) => messages.names(exchange));
  const [{ command, outcome, answer }] = names;
  const first = [quotedText(command), answer && quotedText(answer)].filter(Boolean).join(': ');
  return finding(
    {
      kind: COMMANDS_FAILED,
      severity: failed.length >= answered.length * MANY ? 'warning' : 'note',
      direction: 1,
      ...spanOf(failed),
      message: `${failed.length} of ${counted(answered.length, 'command')} (${messages.protocol}) failed: ${tallied(names.map(({ outcome }) => outcome || 'an error'))}; the first: ${first}.`,
      advice: "The network delivered them: check the failed commands and the server's error messages.",
    },
    { commands: failed.length, failure: `${quotedText(command)}: ${outcome || 'an error'}`, frames: framesOf(failed) },
  );
});

/** HTTP/2 streams that an end reset; CANCEL by the client is no failure. */
export const http2Resets = detector([HTTP2_STREAM_RESET], ({ messages }) => {
  if (messages === null) return [];
  return DIRECTIONS.flatMap((direction) => {
    const reset = messages.exchanges.filter(({ resetBy, resetCode }) => resetBy === direction && !isNoError(resetCode));
    if (reset.length === 0) return [];
    const areCancelled = direction === 0 && reset.every(({ resetCode }) => isCancel(resetCode));
    return finding(
      {
        kind: HTTP2_STREAM_RESET,
        severity: areCancelled ? 'note' : 'warning',
        direction,
        ...spanOf(reset),
        message: areCancelled
          ? `The client cancelled ${reset.length} of ${counted(messages.exchanges.length, 'request')} (${errorName(reset[0].resetCode)}).`
          : `The ${senderName(direction)} reset the streams of ${reset.length} of ${counted(messages.exchanges.length, 'request')}: ${tallied(reset.map(({ resetCode }) => errorName(resetCode)))}.`,
        advice: areCancelled
          ? 'Usually a user who navigated away, or a timeout of the client.'
          : `Check the ${senderName(direction)}'s log for the reason. REFUSED_STREAM may be retried; the other codes are errors.`,
      },
      { streams: reset.length, frames: framesOf(reset) },
    );
  });
});

/** An HTTP/2 end that closed the connection with an error (GOAWAY). */
export const http2GoAway = detector([HTTP2_GO_AWAY], ({ messages, packets }) => {
  const http2 = messages?.http2 ?? null;
  if (http2 === null) return [];
  return DIRECTIONS.flatMap((direction) => {
    const { goAway } = http2[/** @type {'clientToServer' | 'serverToClient'} */ (directionName(direction))];
    if (goAway === null || goAway.error === errorName(NO_ERROR)) return [];
    const place = packets.frame.indexOf(goAway.frame);
    const atNs = place < 0 ? 0 : packets.timeNs[place];
    return finding(
      {
        kind: HTTP2_GO_AWAY,
        severity: 'error',
        direction,
        startNs: atNs,
        endNs: atNs,
        message: `The ${senderName(direction)} ended the HTTP/2 connection with an error: GOAWAY ${goAway.error}${goAway.text ? `: ${quotedText(goAway.text)}` : ''}.`,
        advice: `Check what the ${senderName(direction)} did not accept (RFC 9113 section 7). It did not process streams above ${goAway.lastStream}: they may be retried.`,
      },
      { error: goAway.error, lastStream: goAway.lastStream, frames: [goAway.frame] },
    );
  });
});

/**
 * @param {number} ofServer responses that say that the server failed @param {boolean} isThrottled
 * @param {boolean} isHidden whether a status does not say that it is an error
 */
function adviceOn(ofServer, isThrottled, isHidden) {
  if (isHidden) {
    return 'Their status is OK: check that the client reads the error in the response, and repeats what failed.';
  }
  if (ofServer > 0) return "Check the server's log: it failed to process these requests.";
  return isThrottled
    ? 'The server limits how many requests it takes: send fewer, wait as Retry-After says, or raise the limit.'
    : 'Check the URLs, methods and credentials of these requests: the server rejected them.';
}

/**
 * Without challenges that the client met: the same target was then asked for again, and not challenged.
 * @param {ExchangeFacts[]} answered @param {NonNullable<import('../../context.js').Context['messages']>} messages
 */
function withoutChallenges(answered, messages) {
  if (!answered.some(({ status }) => CHALLENGES.includes(status))) return answered;
  /** @type {Set<string | null>} */
  const settled = new Set();
  const left = [...answered].reverse().filter((exchange) => {
    const target = messages.target(exchange);
    if (CHALLENGES.includes(exchange.status)) return !settled.has(target);
    settled.add(target);
    return true;
  });
  return left.reverse();
}

/** @param {ExchangeFacts} failed */
const errorWords = ({ status, errorName }) =>
  `status ${status}${errorName === null ? '' : ` ${quotedText(errorName)}`}`;

/** Responses that say that the request, or the server, was wrong (RFC 9110 sections 15.5 and 15.6). */
export const httpErrors = detector([HTTP_ERRORS, REQUESTS_FAILED], ({ messages, outcome }) => {
  if (messages === null) return [];
  const answered = messages.exchanges.filter(({ isHttp, status }) => isHttp && status > 0);
  const failed = withoutChallenges(answered, messages).filter(
    ({ status, errorName }) => status >= FIRST_CLIENT_ERROR || errorName !== null,
  );
  if (failed.length === 0) return [];
  const isMuch = failed.length >= MIN_REJECTED && failed.length >= answered.length * MANY;
  const isThrottled = failed.filter(({ status }) => status === TOO_MANY_REQUESTS).length * 2 > failed.length;
  const ofServer = failed.filter(({ status }) => status >= FIRST_SERVER_ERROR).length;
  const isHidden = failed.some(({ status }) => status < FIRST_CLIENT_ERROR);
  const areAll = failed.length === answered.length && outcome?.code === REQUESTS_FAILED.code;
  return finding(
    {
      kind: areAll ? REQUESTS_FAILED : HTTP_ERRORS,
      severity: ofServer > 0 || isMuch || isThrottled || isHidden ? 'warning' : 'note',
      direction: 1,
      ...spanOf(failed),
      message: `${failed.length} of ${counted(answered.length, 'response')}, ${percent(failed.length / answered.length)}, ${failed.length === 1 ? 'is an error' : 'are errors'}: ${tallied(failed.map(errorWords))}.`,
      advice: adviceOn(ofServer, isThrottled, isHidden),
    },
    {
      responses: failed.length,
      ofServer,
      ...(areAll ? { outcome: outcomeText(outcome) } : {}),
      frames: framesOf(failed),
    },
  );
});
