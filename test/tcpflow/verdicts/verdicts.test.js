/**
 * Scripts of packets as they go by at the sender, at the receiver and half-way, and what the judge makes of each
 * segment. The server sends.
 */
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80', serverIsn: 4294966000 };
const OPTIONS = {
  all: 'mss 1460 ws 7 sack ts',
  'no timestamps': 'mss 1460 ws 7 sack',
  'no SACK': 'mss 1460 ws 7 ts',
  bare: 'mss 1460',
};

/**
 * A round trip of 40 ms, by how much of it lies before the capture point.
 * @param {number} toServerMs and back
 * @param {string} options
 */
const handshake = (toServerMs, options) => [
  `client SYN ${options}`,
  `+${toServerMs}ms server SYN-ACK ${options}`,
  `+${40 - toServerMs}ms client ACK`,
];
const PLACES = /** @type {const} */ ({ sender: 0.01, middle: 20, receiver: 39.99 });

/**
 * @param {keyof typeof PLACES} place
 * @param {string[]} lines
 * @param {string} [options]
 * @returns {string[]} of the server's segments with sequence space
 */
function verdicts(place, lines, options = OPTIONS.all) {
  const packets = judged(pcap(script(ENDS, ...handshake(PLACES[place], options), ...lines))).slice(3);
  return packets.filter(({ direction, verdict }) => direction === 'serverToClient' && verdict !== null).map(inShort);
}

/** The same packets, from July of that year on. @param {number} year @param {Uint8Array} capture */
function capturedIn(year, capture) {
  const bytes = capture.slice();
  const view = new DataView(bytes.buffer);
  const laterSeconds = Date.UTC(year, 6) / 1e3 - view.getUint32(24, true);
  for (let at = 24; at < bytes.length; at += 16 + view.getUint32(at + 8, true)) {
    view.setUint32(at, view.getUint32(at, true) + laterSeconds, true);
  }
  return bytes;
}

const everyOption = Object.entries(OPTIONS);
const withSack = everyOption.filter(([, options]) => options.includes('sack'));

describe('a lost segment, sent again after duplicate ACKs', () => {
  const repaired = ['original', 'original', 'original', 'original', 'fast'];

  it.each(everyOption)('at the sender, %s', (_, options) => {
    const lines = [
      'server data 1448 lost',
      'server data 4x1448',
      '+40ms client ACK',
      'client ACK',
      'client ACK',
      'client ACK',
      '+0.1ms server again 1',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines, options)).toEqual(['original', ...repaired]);
  });

  it.each(everyOption)('half-way, the first sending never seen, %s', (_, options) => {
    const lines = [
      'server data 1448 lost uncaptured',
      'server data 4x1448',
      '+20ms client ACK',
      'client ACK',
      'client ACK',
      'client ACK',
      '+20.1ms server again 1',
      '+20ms client ACK',
    ];
    expect(verdicts('middle', lines, options)).toEqual(repaired);
  });

  it.each(everyOption)('half-way, lost behind it, %s', (_, options) => {
    const lines = [
      'server data 1448 lost',
      'server data 4x1448',
      '+20ms client ACK',
      'client ACK',
      'client ACK',
      'client ACK',
      '+20.1ms server again 1',
      '+20ms client ACK',
    ];
    expect(verdicts('middle', lines, options)).toEqual(['original', ...repaired]);
  });

  it.each(everyOption)('at the receiver, %s', (_, options) => {
    const lines = [
      '+40ms server data 1448 lost uncaptured',
      'server data 1448',
      'client ACK',
      'server data 1448',
      'client ACK',
      'server data 1448',
      'client ACK',
      'server data 1448',
      'client ACK',
      '+40ms server again 1',
      'client ACK',
    ];
    expect(verdicts('receiver', lines, options)).toEqual(repaired);
  });
});

describe('a segment overtaken by others', () => {
  it.each(everyOption)('is reordered at the receiver, %s', (_, options) => {
    const lines = [
      '+40ms server data 1448 late 8ms',
      'server data 1448',
      '+1ms server data 1448',
      'server data 1448',
      '+10ms client ACK',
    ];
    expect(verdicts('receiver', lines, options)).toEqual(['original', 'original', 'original', 'reordered']);
  });

  it('is reordered, and its retransmission is spurious, where it comes in behind that', () => {
    const lines = [
      '+40ms server data 1448 late 60ms',
      'server data 1448',
      'client ACK',
      'server data 1448',
      'client ACK',
      'server data 1448',
      'client ACK',
      '+41ms server again 1',
      'client ACK',
      '+30ms client ACK',
    ];
    expect(verdicts('receiver', lines)).toEqual(['original', 'original', 'original', 'fast', 'reordered']);
  });
});

describe('a time-out', () => {
  it.each(everyOption)('sends the first unacknowledged segment and then the rest again, %s', (_, options) => {
    const lines = [
      'server data 3x1448 lost',
      '+300ms server again 1',
      '+40ms client ACK',
      'server again 2',
      'server again 3',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines, options)).toEqual(['original', 'original', 'original', 'rto', 'rto', 'rto']);
  });

  it('backs off', () => {
    const lines = [
      'server data 2x1448 lost',
      '+300ms server again 1 lost',
      '+600ms server again 1 lost',
      '+1200ms server again 1',
      '+40ms client ACK',
      'server again 2',
    ];
    expect(verdicts('sender', lines)).toEqual(['original', 'original', 'rto', 'rto', 'rto', 'rto']);
  });

  it('is over when all that was sent before it is acknowledged', () => {
    const lines = [
      'server data 2x1448 lost',
      '+300ms server again 1',
      '+40ms client ACK',
      'server again 2',
      '+40ms client ACK',
      'server data 1448 lost',
      'server data 4x1448',
      '+40ms client ACK',
      'client ACK',
      'client ACK',
      'client ACK',
      'server again 3',
    ];
    expect(verdicts('sender', lines).slice(2)).toEqual([
      'rto',
      'rto',
      'original',
      'original',
      'original',
      'original',
      'original',
      'fast',
    ]);
  });
});

describe('a spurious time-out', () => {
  const spurious = ['server data 6x1448', '+300ms server again 1 lost', '+1ms client ACK 4345'];

  it('is gone back from where the next old segment follows', () => {
    const lines = [...spurious, 'server again 4', 'server again 5', '+40ms client ACK'];
    expect(verdicts('sender', lines).slice(6)).toEqual(['rto spurious', 'rto', 'rto']);
  });

  it('is undone where new data follows: what is then lost is repaired fast', () => {
    const lines = [
      ...spurious,
      'server data 4x1448',
      '+40ms client ACK 7241 sack 8689-14481',
      '+0.1ms server again 6',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines).at(6)).toBe('rto spurious');
    expect(verdicts('sender', lines).at(-1)).toMatch(/^fast/);
  });
});

describe('a tail loss probe', () => {
  it('comes no later than two round trips and 200 ms: what does is the timer', () => {
    const lines = ['server data 2x1448', 'server data 1448 lost', '+40ms client ACK', '+1000ms server again 3'];
    expect(verdicts('sender', [...lines, '+40ms client ACK']).at(-1)).toBe('rto');
  });

  it.each(withSack)('sends the last segment again after two round trips, %s', (_, options) => {
    const lines = [
      'server data 2x1448',
      'server data 1448 lost',
      '+40ms client ACK',
      '+85ms server again 3',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines, options)).toEqual(['original', 'original', 'original', 'tlp']);
  });

  it('lets fast recovery follow when its SACK shows more missing', () => {
    const lines = [
      'server data 1448',
      'server data 2x1448 lost',
      '+40ms client ACK',
      '+85ms server again 3',
      '+40ms client ACK',
      'server again 2',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines)).toEqual(['original', 'original', 'original', 'tlp', 'fast']);
  });

  it('is what repeats the last of several segments under way, however late: the timer repeats the first', () => {
    const lines = ['server data 3x1448', '+190ms server again 3', '+0.05ms client ACK'];
    const near = ['client SYN ' + OPTIONS.all, '+0.01ms server SYN-ACK ' + OPTIONS.all, '+0.03ms client ACK'];
    const again = judged(pcap(script(ENDS, ...near, ...lines)));
    expect(inShort(again[again.length - 2])).toMatch(/^tlp/);
  });

  it('is none in a capture from before there were any', () => {
    const lines = ['server data 2x1448', '+40ms client ACK', 'server data 1448 lost', '+120ms server again 3'];
    const capture = pcap(script(ENDS, ...handshake(PLACES.sender, OPTIONS.all), ...lines));
    const years = [2012, 2011].map((year) => inShort(judged(capturedIn(year, capture)).slice(-1)[0]));
    expect(years).toEqual(['tlp', 'rto']);
  });

  it('is followed by a time-out when nothing answers', () => {
    const lines = [
      'server data 1448',
      'server data 2x1448 lost',
      '+40ms client ACK',
      '+85ms server again 3 lost',
      '+170ms server again 2',
    ];
    expect(verdicts('sender', lines)).toEqual(['original', 'original', 'original', 'tlp', 'rto']);
  });
});

describe("the timer's history", () => {
  const lastLost = 'server data 1448 lost';
  const tail = ['server data 2x1448', '+40ms client ACK', lastLost];

  it('tells a timer that doubles from a tail loss probe, be the first gap as long as one takes', () => {
    const again = ['+240ms server again 3 lost', '+480ms server again 3 lost', '+960ms server again 3'];
    expect(verdicts('sender', [...tail, again[0]]).at(-1)).toBe('tlp');
    expect(verdicts('sender', [...tail, ...again]).slice(3)).toEqual(['rto', 'rto', 'rto']);
  });

  it('keeps a probe that the timer follows after its first, not its second, timeout', () => {
    const again = ['+100ms server again 3 lost', '+260ms server again 3 lost', '+520ms server again 3'];
    expect(verdicts('sender', [...tail, ...again]).slice(3)).toEqual(['tlp', 'rto', 'rto']);
  });

  it.each([
    ['where none is known', ['server data 1448'], /^rto/],
    ['where it has shown to be a second', [lastLost, '+1s server again 3 lost', '+2s server again 3'], /^fast/],
    ['where it has shown to be shorter', [lastLost, '+230ms server again 3 lost', '+460ms server again 3'], /^rto/],
  ])('says what sent again 300 ms behind duplicate ACKs, %s', (_, before, expected) => {
    const lost = ['+40ms client ACK', 'server data 1448 lost', 'server data 3x1448', '+40ms client ACK'];
    const lines = ['server data 2x1448', '+40ms client ACK', ...before, ...lost, 'client ACK', 'client ACK'];
    const packets = verdicts('sender', [...lines, '+300ms server again 4'], OPTIONS['no SACK']);
    expect(packets.at(-1)).toMatch(expected);
  });

  it.each([
    ['40 ms', 40, 'rto'],
    ['200 ms, as the first timeout of all may', 200, 'rto'],
  ])('a timer of %s, shorter than most', (_, ms, expected) => {
    const again = [`+${ms}ms server again 3 lost`, `+${ms * 2}ms server again 3`];
    const lines = [...tail, ...again, '+1ms client ACK', 'server data 1448 lost', `+${ms}ms server again 4`];
    const fast = ['client SYN mss 1460', '+0.01ms server SYN-ACK mss 1460', '+1ms client ACK'];
    const packets = judged(pcap(script(ENDS, ...fast, ...lines)));
    expect(inShort(packets[packets.length - 1])).toMatch(expected);
  });
});

describe('a stack that sends no tail loss probes, by its SYN', () => {
  /** @param {string} order @param {number} ms */
  const again = (order, ms) => {
    const options = `mss 1460 ws 6 sack ts order ${order}`;
    return verdicts('sender', ['server data 1448 lost', `+${ms}ms server again 1`], options).at(-1);
  };

  it('leaves what the timer or a probe may have sent to the timer', () => {
    expect([again('MSTNW', 250), again('MNWST', 250)]).toEqual(['tlp', 'rto']);
  });

  it('says nothing of what came sooner than the timer', () => {
    expect([again('MSTNW', 100), again('MNWST', 100)]).toEqual(['tlp', 'tlp']);
  });
});

describe('what was not needed', () => {
  it.each(withSack)('shows by a D-SACK, %s', (_, options) => {
    const lines = ['server data 3x1448', '+260ms server again 1', '+1ms client ACK', '+40ms client ACK sack 1-1449'];
    expect(verdicts('sender', lines, options).at(-1)).toBe('rto spurious');
  });

  it.each(everyOption)('shows by an acknowledgement sooner than a round trip, %s', (_, options) => {
    const lines = ['server data 2x1448', '+300ms server again 1 lost', '+1ms client ACK 2897'];
    expect(verdicts('sender', lines, options).at(-1)).toBe('rto spurious');
  });

  it('shows without SACK by an acknowledgement of its own, while nothing is outstanding', () => {
    const again = ['server data 1448', '+300ms server again 1', '+600ms server again 1', '+40ms client ACK 1449'];
    const seen = (/** @type {string[]} */ ...lines) => verdicts('sender', [...again, ...lines], OPTIONS.bare).slice(1);
    expect(seen()).toEqual(['rto', 'rto']);
    expect(seen('+3ms client ACK 1449')).toEqual(['rto', 'rto spurious']);
    expect(seen('+3ms client ACK 1449', '+3ms client ACK 1449')).toEqual(['rto spurious', 'rto spurious']);
    expect(seen('+3ms client ACK 1449 win 1000')).toEqual(['rto', 'rto']);
    const packets = judged(pcap(script(ENDS, ...handshake(0.01, OPTIONS.bare), ...again, '+3ms client ACK 1449')));
    expect(packets.find(({ spurious }) => spurious)?.evidence).toContain('answered');
    expect(seen('+3s server seq 1448 ACK', '+40ms client ACK 1449').slice(0, 2)).toEqual(['rto', 'rto']);
    expect(seen('+3ms server data 100', '+40ms client ACK 1449').slice(0, 2)).toEqual(['rto', 'rto']);
    expect(seen('+3ms server data 100', '+3ms client ACK 1449').slice(0, 2)).toEqual(['rto', 'rto spurious']);
  });

  it('is not said of one that fills a hole, where a D-SACK tells of what it repeats behind that', () => {
    const lines = [
      '+40ms server data 485 lost uncaptured',
      'server PSH data 300',
      'client ACK',
      '+600ms server seq 1 PSH data 785',
      'client ACK 786 sack 486-786',
    ];
    expect(verdicts('receiver', lines).at(-1)).toBe('rto');
  });

  it('shows at the receiver by having been there already', () => {
    const lines = ['+40ms server data 3x1448', 'client ACK', '+300ms server again 1'];
    expect(verdicts('receiver', lines, OPTIONS.bare).at(-1)).toBe('rto spurious');
  });

  it('is not said of a retransmission whose acknowledgement echoes it', () => {
    const lines = [
      'server data 3x1448 lost',
      '+300ms server again 1',
      '+40ms client ACK',
      '+1ms server again 2',
      '+40ms client ACK',
    ];
    expect(verdicts('sender', lines).slice(3)).toEqual(['rto', 'rto']);
  });
});

describe('copies', () => {
  it.each(everyOption)('have the same IP identification, %s', (_, options) => {
    expect(verdicts('receiver', ['server data 4x100 twice', 'client ACK', '+300ms server data 100'], options)).toEqual([
      'original',
      'duplicate_in_capture',
      'original',
      'duplicate_in_capture',
      'original',
      'duplicate_in_capture',
      'original',
      'duplicate_in_capture',
      'original',
    ]);
  });

  it.each(everyOption)('of IPv6 are told by their time, %s', (_, options) => {
    const ends = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' };
    const lines = ['server data 100', 'server data 100 twice', '+40ms client ACK', '+300ms server again 2'];
    expect(
      judged(pcap(script(ends, ...handshake(0.01, options), ...lines)))
        .slice(3)
        .filter(({ len }) => len)
        .map(inShort),
    ).toEqual(['original', 'original', 'duplicate_in_capture', expect.stringMatching(/^(rto|tlp) spurious$/)]);
  });
});

describe('the handshake and the silences', () => {
  it('names a SYN sent again', () => {
    const packets = judged(
      pcap(
        script(
          ENDS,
          'client SYN lost',
          '+1s client SYN seq 0',
          '+40ms server SYN-ACK',
          '+1s server SYN-ACK seq 0',
          'client ACK',
        ),
      ),
    );
    expect(packets.map(inShort)).toEqual(['original', 'syn', 'original', 'syn', '–']);
  });

  it('tells window probes from keep-alives, with a byte and without', () => {
    const lines = [
      'server data 100',
      '+40ms client ACK win 0',
      '+300ms server seq 100',
      'client ACK',
      '+600ms server seq 101 data 1',
      '+40ms client ACK 101',
      '+100ms client ACK 101 win 5000',
      '+9s server seq 100 data 1',
      '+40ms client ACK 101',
      '+9s server seq 100',
    ];
    expect(verdicts('sender', lines)).toEqual(['original', 'window_probe', 'window_probe', 'keep_alive', 'keep_alive']);
  });
});

describe('seen behind the loss', () => {
  const sent = '+40ms server data 1448';

  it('a time-out whose first repair looks like new data shows by what follows it (F-RTO)', () => {
    const lines = [
      sent,
      'client ACK',
      '+1ms server data 4x1448 lost uncaptured',
      '+400ms server again 2',
      '+10us client ACK',
      '+42ms server data 2x1448',
      '+10us client ACK',
      'client ACK',
      '+42ms server again 3',
      '+10us client ACK',
      '+42ms server again 4',
    ];
    expect(verdicts('receiver', lines)).toEqual(['original', 'original', 'original', 'original', 'rto', 'rto']);
  });

  it('a time-out whose segment looks like a copy shows by what goes back behind it', () => {
    const lines = [
      '+40ms server data 6x1448 id 0',
      'server again 1 id 0',
      ...[1449, 2897, 4345, 5793, 7241, 8689].map((ack) => `client ACK ${ack}`),
      'client ACK 8689',
      ...[2, 3, 4, 5].flatMap((n) => [`+${n === 2 ? 42 : 1}ms server again ${n} id 0`, 'client ACK 8689']),
    ];
    const repaired = verdicts('receiver', lines, OPTIONS.bare).slice(6);
    expect(repaired).toEqual(['duplicate_in_capture', ...Array.from({ length: 4 }, () => 'rto spurious')]);
  });

  it('a burst after a pause, of which the second segment is lost, is repaired fast', () => {
    const lines = [
      sent,
      'client ACK',
      '+900ms server data 1448',
      'server data 1448 lost uncaptured',
      'server data 4x1448',
      '+10us client ACK',
      '+42ms server again 3',
      '+10us client ACK',
    ];
    expect(verdicts('receiver', lines)).toEqual([
      'original',
      'original',
      'original',
      'original',
      'original',
      'original',
      'fast',
    ]);
  });

  it('a repair is told by the round trip after the packet before the hole, while others are made', () => {
    const bare = [
      sent,
      'server data 1448 lost uncaptured',
      'server data 1448',
      'server data 1448 lost uncaptured',
      '+35ms server data 1448',
      '+10us client ACK',
      'client ACK',
      'client ACK',
      '+41ms server again 2 id 0',
      '+1ms server again 4 id 0',
    ];
    expect(verdicts('receiver', bare, OPTIONS.bare).slice(-2)).toEqual(['fast', 'fast']);
  });
});

describe('an acknowledgement from before the FIN that comes by behind the answer to it is no keep-alive', () => {
  const opening = [
    'client data 100',
    '+1ms server ACK',
    'client data 100',
    '+1ms server ACK',
    'client data 100',
    '+1ms server ACK',
    'client data 100',
  ];
  const answered = ['server FIN', '+40ms client ACK'];

  it.each(everyOption)('copied, %s', (_, options) => {
    const once = `server ACK id 77${options.includes('ts') ? ' ts 7000 7000' : ''}`;
    expect(
      verdicts('receiver', [...opening, `+1ms ${once}`, 'server FIN', '+0.1ms client ACK', `${once} seq 1`], options),
    ).toEqual(['original']);
  });

  it.each(everyOption)('overtaken, %s', (_, options) => {
    expect(
      verdicts('middle', [...opening, '+1ms server ACK late 41ms', ...answered, '+10ms client ACK'], options),
    ).toEqual(['original']);
  });

  it.each(everyOption)('but a probe is one, %s', (_, options) => {
    expect(
      verdicts(
        'middle',
        [...opening, '+1ms server ACK', ...answered, '+2s server ACK seq 1', '+40ms client ACK'],
        options,
      ),
    ).toEqual(['original', 'keep_alive']);
  });
});
