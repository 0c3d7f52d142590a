import { Conversation, SYN, pcap } from './packets.js';
import { KeepingSink, track } from './track.js';

/** @typedef {import('../../lib/tcpflow/reassembly/policy.js').PolicyName} PolicyName */

export const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80', clientIsn: 4294967200 };

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/**
 * A client's SYN, then its segments as they are named, without an answer.
 * @param {[number, string][]} segments stream offset and bytes
 * @param {PolicyName} [policy]
 */
export function reassemble(segments, policy) {
  const conversation = new Conversation(ENDS), sink = new KeepingSink();
  conversation.send('client', { flags: SYN });
  for (const [offset, text] of segments) conversation.send('client', { payload: bytesOf(text), seq: 1 + offset });
  const tcp = track(pcap(conversation.packets), sink, policy);
  return { tcp, sink, text: sink.streams.get('0.0') ?? '' };
}
