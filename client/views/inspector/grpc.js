/** A gRPC call in the inspector: method, outcome, messages of each direction. */
import { el } from '../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../base/format.js';

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

/** @param {string} label @param {Message|null} message @param {number} from seconds */
function messagesOf(label, message, from) {
  const sent = message?.grpcMessages;
  if (!sent) return [];
  const listed = sent.messages
    .slice(0, MAX_LISTED)
    .map(
      ({ start, bytes, compressed }) =>
        `${formatBytes(bytes)}${compressed ? ' compressed' : ''} at +${formatNumber((start - from) * 1000, 1)} ms`,
    );
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
