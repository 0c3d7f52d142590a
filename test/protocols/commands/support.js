import { bytesOf, Conversation } from '../support/conversation.js';

/**
 * What was said, each a segment: `c TEXT`, `s TEXT` (ISO 8859-1), `c~12` bytes that are missing.
 * @param {string[]} steps
 * @param {Partial<{ guessed: boolean, keep: boolean }>} [options]
 */
export const said = (steps, options) => linesOf(new Conversation(options).run([...steps, 'c.fin', 's.fin']));

/** A line a command, and one a message that answers none. @param {Conversation} conversation */
export function linesOf({ messages }) {
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  return messages.flatMap((message) => {
    if (message.kind === 'response') return message.pair === null ? [`< ${outcomeOf(message)}`] : [];
    const answer = message.pair === null ? undefined : byIndex.get(message.pair);
    const outcome = message.oneWay ? '-' : '?';
    return [
      `${message.method} ${message.target}${message.complete ? '' : ' (cut)'}: ${answer === undefined ? outcome : outcomeOf(answer)}`,
    ];
  });
}

/** @param {import('../../../lib/protocols/describe-message.js').Message} answer */
function outcomeOf({ outcome, outcomeText, failed, complete }) {
  const text = [outcome, outcomeText].filter(Boolean).join(' ');
  return `${text}${failed ? ' (failed)' : ''}${complete ? '' : ' (cut)'}`;
}

/** A number in network byte order. @param {number} value @param {number} length bytes */
export const big = (value, length) =>
  String.fromCharCode(...Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) & 255));

/** A number with its lowest byte first. @param {number} value @param {number} length bytes */
export const little = (value, length) => [...big(value, length)].reverse().join('');

/**
 * The same conversation cut into segments of so many bytes.
 * @param {string[]} steps as of `said`, without missing bytes
 * @param {number} size
 */
export function saidInPieces(steps, size) {
  const conversation = new Conversation();
  for (const step of steps) {
    for (let at = 2; at < step.length; at += size) {
      conversation.bytes(step[0] === 'c' ? 0 : 1, bytesOf(step.slice(at, at + size)));
    }
  }
  return linesOf(conversation.run(['c.fin', 's.fin']));
}
