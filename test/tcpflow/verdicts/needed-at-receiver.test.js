/**
 * At the receiver what had come by was there, and what had not was missing: that tells which retransmissions were
 * needed before any acknowledgement does. The server sends.
 */
import { judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';

const OPTIONS = { 'no SACK': 'mss 1460 ws 7 ts', bare: 'mss 1460', 'SACK and timestamps': 'mss 1460 ws 7 sack ts' };
const everyOption = Object.entries(OPTIONS);

/** @param {string} options @param {string} wayMs to the capture point and back @param {string[]} lines */
function retransmissions(options, wayMs, lines) {
  const shake = [
    `client SYN ${options}`,
    `+${wayMs} server SYN-ACK ${options}`,
    '+0.01ms client ACK',
    'client data 10',
  ];
  const stamped = lines.map((line) =>
    options.includes('ts') && line.includes('data') ? `${line} ts 100100 ${EARLIER_STAMP}` : line,
  );
  return judged(pcap(script({}, ...shake, `+${wayMs} server ACK`, ...stamped)))
    .filter(({ verdict, direction }) => verdict === 'retransmission' && direction === 'serverToClient')
    .map(({ spurious }) => spurious);
}

/** What a server far away echoes: no stamp of acknowledgements just sent. */
const EARLIER_STAMP = 100040;
const GONE = 'lost uncaptured';

it.each(everyOption)(
  'what a time-out sent again behind the hole was not needed, though acknowledged with it: %s',
  (_, options) => {
    const lines = [
      '+40ms server data 1448',
      'client ACK',
      `server data 1448 ${GONE}`,
      ...Array.from({ length: 3 }, () => ['server data 1448', 'client ACK']).flat(),
      '+400ms server again 2',
      'server again 3',
      'server again 4',
      'server again 5',
      'client ACK',
    ];
    expect(retransmissions(options, '40ms', lines).slice(1)).toEqual([true, true, true]);
  },
);

it.each(everyOption)('what fills several holes before an acknowledgement was needed: %s', (_, options) => {
  const lines = [
    '+40ms server data 1448',
    'client ACK',
    ...Array.from({ length: 3 }, () => [`server data 1448 ${GONE}`, 'server data 1448', 'client ACK']).flat(),
    '+41ms server again 2',
    'server again 4',
    'server again 6',
    'client ACK',
  ];
  expect(retransmissions(options, '40ms', lines).slice(1)).toEqual([false, false]);
});

it('says nothing where the sender is as near as the receiver', () => {
  const lines = [
    '+0.1ms server data 1448',
    'client ACK',
    `server data 1448 ${GONE}`,
    'server data 1448',
    'client ACK',
    '+300ms server again 2',
    'server again 3',
    'client ACK',
  ];
  expect(retransmissions(OPTIONS.bare, '0.1ms', lines)[1]).toBe(null);
});
