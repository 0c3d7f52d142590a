/**
 * Duplicate ACKs after a timeout, and during one, as they go by at the sender. The server sends.
 */
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const OPTIONS = {
  all: 'mss 1460 ws 7 sack ts',
  'no timestamps': 'mss 1460 ws 7 sack',
  'no SACK': 'mss 1460 ws 7 ts',
  bare: 'mss 1460',
};

/** @param {string} options @param {string[]} lines @returns {string[]} of the server's segments of data */
function verdicts(options, lines) {
  const opening = [`client SYN ${options}`, `+0.01ms server SYN-ACK ${options}`, '+39.99ms client ACK'];
  const packets = judged(pcap(script(ENDS, ...opening, ...lines))).slice(3);
  return packets.filter(({ direction, verdict }) => direction === 'serverToClient' && verdict !== null).map(inShort);
}

describe('what was not needed shows without SACK by duplicate ACKs in the order of what was sent again', () => {
  const lost = ['server data 1448 lost', 'server data 3x1448', 'server data 1448 lost', 'server data 2x1448'];
  const again = ['+400ms server again 1', '+40ms client ACK 5793', '+1ms server again 5', 'server again 6'];
  const lines = [...lost, ...again, 'server again 7'];
  /** @param {string[]} answers */
  const kinds = (...answers) => verdicts(OPTIONS.bare, [...lines, ...answers]).slice(7);

  it('each behind the one that moved', () => {
    const answers = ['+40ms client ACK 10137', '+1ms client ACK 10137', '+1ms client ACK 10137'];
    expect(kinds(...answers.slice(0, 1))).toEqual(['rto', 'rto', 'rto', 'rto']);
    expect(kinds(...answers.slice(0, 2))).toEqual(['rto', 'rto', 'rto spurious', 'rto']);
    expect(kinds(...answers)).toEqual(['rto', 'rto', 'rto spurious', 'rto spurious']);
  });

  it('while the next hole is open', () => {
    const answers = ['+40ms client ACK 8689', '+1ms server data 1448', '+3ms client ACK 8689'];
    expect(kinds(...answers)).toEqual(['rto', 'rto', 'rto spurious', 'rto', 'original']);
  });

  it('unless data sent since may be the cause', () => {
    const answers = [
      '+40ms client ACK 10137',
      '+1ms server data 1448 lost',
      'server data 1448',
      '+41ms client ACK 10137',
    ];
    expect(kinds(...answers).slice(0, 4)).toEqual(['rto', 'rto', 'rto', 'rto']);
  });
});

describe('a timeout amid duplicate ACKs', () => {
  /** @param {string} options @param {string[]} lines */
  const kinds = (options, ...lines) => {
    const sack = options.includes('sack') ? ' sack 1449-13033' : '';
    const slow = Array(8)
      .fill(['+30ms server data 1448', `+1ms client ACK 1${sack}`])
      .flat();
    const before = ['server data 1448 lost', 'server data 9x1448', '+40ms client ACK', ...slow];
    return verdicts(options, [...before, '+10ms server again 1', ...lines]).slice(18);
  };
  const onceMore = ['+40ms client ACK 2897', 'server again 3', 'server again 4'];

  it.each(Object.entries(OPTIONS))(
    'shows by all that follows: below the top, in order, from a window of one, %s',
    (_, options) => {
      expect(kinds(options, ...onceMore).map((word) => word.replace(' spurious', ''))).toEqual(['rto', 'rto', 'rto']);
    },
  );

  it.each([
    ['new data goes on', ['server data 1448', ...onceMore]],
    [
      'each acknowledgement lets one segment go',
      ['+40ms client ACK 2897', 'server again 3', '+40ms client ACK 4345', 'server again 4'],
    ],
    ['nothing follows', ['+40ms client ACK']],
  ])('is not said where %s', (_, lines) => {
    expect(kinds(OPTIONS['no SACK'], ...lines)[0]).toBe('fast');
  });
});
