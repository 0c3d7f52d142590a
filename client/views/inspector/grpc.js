/** A gRPC call in the inspector: method, outcome, messages of each direction. */
import { el } from '../../base/dom.js';
import { count, formatBytes, formatNumber, formatSeconds } from '../../base/format.js';

/** A pause that a person notices (Miller 1968). */
const NOTICED_SECONDS = 0.1;
/** Messages of a direction that are listed. */
const MAX_LISTED = 20;

/** @typedef {import('../../state/answer-types.js').Message} Message */

/** @param {Message|null} request @param {Message|null} response @returns {HTMLElement|null} null: it is none */
export function grpcFacts(request, response) {
  if (!request?.grpcMessages && !response?.grpcMessages && !response?.grpc) return null;
  const call = request?.grpcCall;
  const from = request?.start ?? response?.start ?? 0;
  return el(
    'dl',
    { class: 'inspector-facts' },
    ...(call ? [el('dt', { text: 'Method' }), el('dd', { text: `${call.service} / ${call.method}` })] : []),
    el('dt', { text: 'Outcome' }),
    el('dd', { text: outcomeText(response) }),
    ...messagesOf('Sent', request, from),
    ...messagesOf('Received', response, from),
  );
}

/** @param {Message|null} response */
function outcomeText(response) {
  if (!response?.grpc) return 'not in this capture';
  const { status, message } = response.grpc;
  return message ? `${status}: ${message}` : status;
}

/**
 * The messages of a stream, with the pauses before them that a person notices.
 * @param {readonly import('../../../lib/protocols/grpc/messages.js').GrpcMessage[]} messages
 * @param {number} from seconds
 * @returns {string[]}
 */
export const messageWords = (messages, from) =>
  messages.map(({ start, bytes, compressed }, k) => {
    const gap = k === 0 ? 0 : start - messages[k - 1].end;
    const pause = gap >= NOTICED_SECONDS ? `, after a pause of ${formatSeconds(gap)}` : '';
    return `${formatBytes(bytes)}${compressed ? ' compressed' : ''} at +${formatNumber((start - from) * 1000, 1)} ms${pause}`;
  });

/** @param {string} label @param {Message|null} message @param {number} from seconds */
function messagesOf(label, message, from) {
  const sent = message?.grpcMessages;
  if (!sent) return [];
  const listed = messageWords(sent.messages.slice(0, MAX_LISTED), from);
  const words = `${count(sent.count, 'message')}, ${formatBytes(sent.bytes)}${sent.complete ? '' : ', not all captured'}`;
  const rest = sent.count > listed.length ? ['…'] : [];
  return [
    el('dt', { text: label }),
    el(
      'dd',
      {},
      words,
      ...(sent.count > 0 ? [el('div', { class: 'second', text: [...listed, ...rest].join(' · ') })] : []),
    ),
  ];
}
