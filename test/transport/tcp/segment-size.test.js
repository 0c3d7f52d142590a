import { segmentSize } from '../../../lib/transport/tcp/segment-size.js';
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const AT_CLIENT = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

test.each(
  /** @type {[string, string[], number | null][]} */ ([
    ['what the receiver announced', [...AT_CLIENT, 'client data 100'], 1460],
    ['less the timestamps', AT_CLIENT.map((line) => line.replace('sack', 'sack ts')), 1448],
    ['what the path takes, where segments in mid-write are shorter', [...AT_CLIENT, 'client data 4x1380'], 1380],
    ['not what an application writes at a time', [...AT_CLIENT, 'client PSH data 4x400'], 1460],
    [
      'the standard size, where nothing was announced',
      ['client SYN', '+40ms server SYN-ACK sack', '+50us client ACK'],
      536,
    ],
    [
      'what comes again and again, where nothing was announced (ns-3)',
      ['client SYN', '+40ms server SYN-ACK sack', '+50us client ACK', 'client data 5x1448'],
      1448,
    ],
    ['nothing without the handshake', ['client data 100'], null],
  ]),
)('the segment size is %s', (_name, lines, expected) => {
  const { packets, options } = connectionOf(...lines);
  expect(segmentSize(packets, options, 0)).toBe(expected);
});
