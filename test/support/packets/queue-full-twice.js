import { merge, pcap, script } from './packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const ANSWERED = [`+30us server SYN-ACK ${OPTIONS} seq 0`, '+40ms client ACK'];
const EXCHANGE = Array.from({ length: 2 }, () => [
  '+100us client PSH data 100',
  '+20us server ACK',
  '+1ms server PSH data 500',
  '+40ms client ACK',
]).flat();
/** SYNs that arrived at the server and were dropped there. */
const DROPPED = [`+1s client SYN seq 0 ${OPTIONS}`, `+2s client SYN seq 0 ${OPTIONS}`];

/** A capture of three connections, taken at the server, whose listen queue is full for the last two. */
export const queueFullTwice = () =>
  pcap(
    merge(
      ...[[], DROPPED, DROPPED].map((dropped, i) =>
        script({ client: `10.0.0.9:${5000 + i}` }, `client SYN ${OPTIONS}`, ...dropped, ...ANSWERED, ...EXCHANGE),
      ),
    ),
  );
