import { KeepingSink, track } from '../track.js';
import { Conversation, pcap, script, SYN } from './packets.js';

/** @typedef {import('../../../lib/tcpflow/reassembly/policy.js').PolicyName} PolicyName */

export const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80', clientIsn: 4294967200 };

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/**
 * A client's SYN, then its segments as they are named, without an answer.
 * @param {[number, string][]} segments stream offset and bytes
 * @param {PolicyName} [policy]
 */
export function reassemble(segments, policy) {
  const conversation = new Conversation(ENDS);
  const sink = new KeepingSink();
  conversation.send('client', { flags: SYN });
  for (const [offset, text] of segments) conversation.send('client', { payload: bytesOf(text), seq: 1 + offset });
  const tcp = track(pcap(conversation.packets), sink, policy);
  return { tcp, sink, text: sink.streams.get('0.0') ?? '' };
}

export const HANDSHAKE = ['client SYN', '+10ms server SYN-ACK', '+10ms client ACK'];

/**
 * What the streams of a packet script come to.
 * @param {string[]} lines
 * @param {object} [options] of the conversation, and `policy`
 * @param {PolicyName} [options.policy] @param {boolean} [options.established]
 */
export function play(lines, { policy, ...options } = {}) {
  const sink = new KeepingSink();
  const tcp = track(pcap(script({ ...ENDS, ...options }, ...lines)), sink, policy);
  return {
    tcp,
    sink,
    client: sink.streams.get('0.0') ?? '',
    server: sink.streams.get('0.1') ?? '',
    ends: [sink.ends.get('0.0'), sink.ends.get('0.1')],
    codes: tcp.reassembler?.notes.warningsOf(0).map(({ code }) => code),
    conflicts: tcp.reassembler?.conflicts.of(0) ?? [],
  };
}
