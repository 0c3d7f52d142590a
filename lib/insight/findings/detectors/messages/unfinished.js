import { ANALYSIS } from '../../../../transport/tcp/analysis-flags.js';
import { TCP } from '../../../../transport/tcp/header.js';
import { REQUEST_UNANSWERED, RESPONSE_CUT, RESPONSE_LOST } from '../../../verdict/outcome.js';
import { defineKind } from '../../define-kind.js';
import { controlsOf, endingOf } from '../../evidence/evidence.js';
import { isRefused } from '../../evidence/opening.js';
import { waitsByDesign } from '../../evidence/think-time.js';
import { lostBeforeHere } from '../../evidence/upstream.js';
import { bytesText, detector, finding, MAX_EVIDENCE_FRAMES, senderName, timeText } from '../../finding.js';
import { HUNG_NS, NOTICEABLE_NS } from '../../times.js';

/** Largest value of the packets' column of captured bytes. */
const MAX_CAPTURED = 65535;
const LOST_ADVICE =
  'The server did answer. Capture at the server, too, and look for what drops its packets on the path to this capture point.';

export const RESPONSE_HELD_OPEN = defineKind('response_held_open', 'Response ended late', 'application', [
  'RFC 9112 section 6.3',
]);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

/** @typedef {import('../../evidence/evidence.js').Ending} Ending */

/**
 * Exchanges left unfinished by their connection's end; none where the capture may have lost the rest.
 * @param {Context} context @param {(exchange: ExchangeFacts) => boolean} isUnfinished
 */
function unfinished(context, isUnfinished) {
  const { messages, packets } = context;
  const exchanges = messages?.exchanges ?? [];
  const found = exchanges.filter(isUnfinished);
  if (messages === null || found.length === 0 || !isAllThere(context, messages)) return null;
  const ending = endingOf(packets);
  return ending && { exchanges, found, ending, facts: messages };
}

/**
 * Whether the capture lacks nothing that the receiver may have got: nothing at all, or only bytes that it never
 * acknowledged.
 * @param {Context} context @param {NonNullable<Context['messages']>} messages
 */
function isAllThere({ packets, seen }, messages) {
  if (messages.isAllKnown) return true;
  return messages.lacksBytesAlone && (seen.analysis & ANALYSIS.ack_lost_segment) === 0 && !isSnapped(packets);
}

/** Whether the snap length cut data off. @param {Context['packets']} packets */
const isSnapped = ({ captured, length, count }) =>
  captured.subarray(0, count).some((bytes, i) => bytes < Math.min(length[i], MAX_CAPTURED));

/**
 * Whether HTTP/2 streams were reset by either end: those need not have waited for their connection's end.
 * @param {Context} context
 */
function hasResets({ messages }) {
  const http2 = messages?.http2 ?? null;
  return http2 !== null && http2.clientToServer.resets + http2.serverToClient.resets > 0;
}

/**
 * How long the client had been waiting when it ended the connection; 0: the server ended it, or the wait was short.
 * @param {Ending} ending @param {number} sinceNs
 */
function hungNs({ direction, timeNs }, sinceNs) {
  return direction === 0 && timeNs - sinceNs >= HUNG_NS ? timeNs - sinceNs : 0;
}

/**
 * @param {Ending} ending @param {ExchangeFacts[]} found @param {boolean} areReset each stream perhaps by itself
 * @param {{ kind: import('../../define-kind.js').Kind, message: string, costNs: number, advice: { client: string,
 *   server: string } }} what
 */
function unfinishedFinding({ direction, timeNs }, found, areReset, { kind, message, costNs, advice }) {
  return finding(
    {
      kind,
      severity: (direction === 0 && costNs === 0) || areReset ? 'note' : 'warning',
      direction: 1,
      startNs: found[0].startNs,
      endNs: Math.max(timeNs, found[0].startNs),
      costNs: costNs === 0 ? null : costNs,
      message,
      advice: direction === 0 ? advice.client : advice.server,
    },
    {
      requests: found.length,
      frames: found
        .slice(0, MAX_EVIDENCE_FRAMES)
        .map(({ requestFrame, responseFrame }) => (responseFrame < 0 ? requestFrame : responseFrame)),
    },
  );
}

/**
 * Whether the server sent bytes of its own in plain TCP and none of them were read as a response: those of HTTP/0.9, or
 * of a protocol that resembles HTTP.
 * @param {Context} context @param {ExchangeFacts[]} exchanges
 */
function isAnsweredOtherwise({ ways }, exchanges) {
  return (
    exchanges.every(({ responseRow, endOffset }) => responseRow < 0 && endOffset >= 0) &&
    ways.some(({ direction }) => direction === 1)
  );
}

/**
 * The words that the server had sent more; "" where nothing shows it.
 * @param {Context} context
 */
function lostText(context) {
  const lost = lostBeforeHere(context, 1);
  if (lost === null) return '';
  const { bytes, packet } = lost;
  return ` The sequence number of frame ${context.packets.frame[packet]} shows that ${bytesText(bytes)} more from the server were lost before the capture point.`;
}

/**
 * Whole requests that had no final response when their connection ended. Where sequence numbers show that the server
 * had sent something, its response was lost.
 */
export const requestUnanswered = detector([REQUEST_UNANSWERED, RESPONSE_LOST], (context) => {
  const waiting = stillWaiting(context);
  if (waiting !== null) return waiting;
  const left = unfinished(context, ({ isSent, responseRow, mayHang }) => isSent && responseRow < 0 && !mayHang);
  if (left === null || left.facts.hasUnpairedResponses || isAnsweredOtherwise(context, left.exchanges)) return [];
  if (isRefused(context, left.ending.direction)) return [];
  const { exchanges, found, ending } = left;
  const [{ sentNs }] = found;
  const costNs = hungNs(ending, sentNs);
  const end = `The ${senderName(ending.direction)} ${ending.verb} the connection`;
  const when = ending.timeNs > sentNs ? `${timeText(ending.timeNs - sentNs)} after` : 'before';
  const areReset = hasResets(context);
  const message =
    exchanges.length === 1
      ? `${end} ${when} the request, which had no response.`
      : `${end} with ${found.length} of ${exchanges.length} requests unanswered${areReset ? ', those of reset streams included' : ''}.`;
  const lost = lostText(context);
  if (lost !== '') {
    return unfinishedFinding(ending, found, areReset, {
      kind: RESPONSE_LOST,
      message: message.replace(', which had no response', '') + lost,
      costNs,
      advice: { client: LOST_ADVICE, server: LOST_ADVICE },
    });
  }
  const idleNs = exchanges.length > 1 && found.length === 1 ? crossedClose(context, found[0], ending) : 0;
  if (idleNs > 0) {
    return {
      ...unfinishedFinding(ending, found, areReset, { ...crossing(idleNs), costNs }),
      title: 'Request crossed the close',
    };
  }
  return unfinishedFinding(ending, found, areReset, {
    kind: REQUEST_UNANSWERED,
    message,
    costNs,
    advice: {
      client: 'Usually a timeout of the client, or a user who navigated away: check what the server did meanwhile.',
      server:
        "Check the server's log. A request that crosses the server's idle timeout is harmless if the client retries it.",
    },
  });
});

/**
 * A request that the server's host had, without any data of the server behind it for long, until the capture ended.
 * Refuted by a capture that ends soon behind it, and by one that waits by design.
 * @param {Context} context
 */
function stillWaiting(context) {
  const { messages, packets, capturedUntilNs } = context;
  const last = messages?.exchanges.at(-1);
  if (messages === null || last === undefined || endingOf(packets) !== null || !isAllThere(context, messages)) {
    return null;
  }
  const { isSent, responseRow, isMultiplexed, sentNs, endOffset, requestFrame } = last;
  const costNs = capturedUntilNs - sentNs;
  if (!isSent || responseRow >= 0 || isMultiplexed || costNs < HUNG_NS || waitsByDesign(context, last)) return null;
  const { count, direction, length, timeNs, ackOffset } = packets;
  let isHad = false;
  for (let i = count - 1; i >= 0 && timeNs[i] >= sentNs; i--) {
    if (direction[i] === 1 && length[i] > 0) return null;
    isHad ||= direction[i] === 1 && endOffset >= 0 && ackOffset[i] >= endOffset;
  }
  if (!isHad) return null;
  return finding(
    {
      kind: REQUEST_UNANSWERED,
      severity: 'warning',
      direction: 1,
      startNs: sentNs,
      endNs: capturedUntilNs,
      costNs,
      message: `The server acknowledged the ${messages.exchanges.length === 1 ? '' : 'last '}request and sent no response for ${timeText(costNs)}, until the capture ended.`,
      advice: "Check what the server's program did with it (its log): its host received it.",
    },
    { requests: 1, frames: [requestFrame] },
  );
}

/**
 * How long a connection had lain idle when the server closed it just as a request was on its way: neither end had seen
 * what the other sent.
 * @param {Context} context @param {ExchangeFacts} request @param {Ending} ending
 * @returns {number} 0: they did not cross
 */
function crossedClose({ packets }, request, { direction, verb }) {
  const fin = controlsOf(packets).find((i) => packets.direction[i] === 1 && packets.flags[i] & TCP.FIN);
  const asked = packets.frame.indexOf(request.requestFrame);
  if (direction !== 1 || verb !== 'closed' || fin === undefined || asked < 0) return 0;
  const { ackOffset, endOffset, timeNs, length } = packets;
  if (ackOffset[fin] >= endOffset[asked] || ackOffset[asked] >= endOffset[fin] || length[fin] > 0) return 0;
  let last = Math.min(fin, asked) - 1;
  while (last > 0 && length[last] === 0) last--;
  return timeNs[fin] - timeNs[last];
}

/** @param {number} idleNs */
const crossing = (idleNs) => ({
  kind: REQUEST_UNANSWERED,
  message: `The last request crossed the server's close, which came after ${timeText(idleNs)} without a request, and had no response.`,
  advice: {
    client: '',
    server:
      "The server's keep-alive timeout had expired: let the client close idle connections sooner than that, or raise it (of a proxy's servers above the proxy's own); a client may repeat an idempotent request (RFC 9112 section 9.3.1).",
  },
});

/** Responses that were not whole when their connection ended. */
export const responseCut = detector([RESPONSE_CUT], (context) => {
  const left = unfinished(context, ({ responseRow, isAnswered }) => responseRow >= 0 && !isAnswered);
  if (left === null) return [];
  const { exchanges, found, ending, facts } = left;
  const end = `the ${senderName(ending.direction)} ${ending.verb} the connection`;
  const areReset = hasResets(context);
  const costNs = hungNs(
    ending,
    found.reduce((last, { endNs }) => Math.max(last, endNs), 0),
  );
  const silence = costNs === 0 ? '' : `, ${timeText(costNs)} after its last byte`;
  const part = found.length === 1 && facts.isAllKnown ? `: ${partText(found[0], facts)}` : '';
  const which = exchanges.length === 1 ? 'The' : `${found.length} of ${exchanges.length}`;
  const response = `${which} response${exchanges.length === 1 ? '' : 's'}`;
  const was = found.length === 1 ? 'was' : 'were';
  const streams = found.length === 1 ? 'its stream was' : 'their streams were';
  const reset = areReset ? ` or ${streams} reset` : '';
  return unfinishedFinding(ending, found, areReset, {
    kind: RESPONSE_CUT,
    costNs,
    message: `${response} ${was} incomplete when ${end}${reset}${silence}${part}.${lostText(context)}`,
    advice: {
      client: 'Usually a timeout of the client, or a user who navigated away.',
      server:
        "Check the server's log for why it broke off. The client must not take the partial response for complete.",
    },
  });
});

/**
 * A response whose end only the server's close marks, which came long after its last byte: its client waited for more.
 * Refuted by a length, by chunks, by a client that closed first, and where it is open for events.
 */
export const responseHeldOpen = detector([RESPONSE_HELD_OPEN], (context) => {
  const { messages, packets } = context;
  const last = messages?.exchanges.at(-1);
  if (messages === null || !messages.isAllKnown || !last?.isAnswered) return [];
  const ending = endingOf(packets);
  if (ending === null || ending.direction !== 1 || !messages.endsWithClose(last) || waitsByDesign(context, last)) {
    return [];
  }
  let sent = packets.count - 1;
  while (sent >= 0 && (packets.direction[sent] !== 1 || packets.length[sent] === 0)) sent--;
  const costNs = ending.timeNs - packets.timeNs[sent];
  if (sent < 0 || costNs < NOTICEABLE_NS) return [];
  return finding(
    {
      kind: RESPONSE_HELD_OPEN,
      severity: costNs >= HUNG_NS ? 'warning' : 'note',
      direction: 1,
      startNs: packets.timeNs[sent],
      endNs: ending.timeNs,
      costNs,
      message: `The response has no length: it ended only when the server ${ending.verb} the connection, ${timeText(costNs)} after its last byte.`,
      advice: 'Let the server send Content-Length or chunks, or close as soon as the response is complete.',
    },
    { frames: [packets.frame[sent]] },
  );
});

/** How much of a body came. @param {ExchangeFacts} exchange @param {NonNullable<Context['messages']>} facts */
function partText({ responseRow, responseBytes }, facts) {
  const length = Number(facts.field(responseRow, 'content-length') ?? NaN);
  return length > responseBytes
    ? `${bytesText(responseBytes)} of ${bytesText(length)} arrived`
    : `${bytesText(responseBytes)} arrived`;
}
