/** Segments with wrong checksums: damaged where a sender's others are right, and meaningless where most are wrong. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { KeepingSink, track } from '../../support/track.js';

const V4 = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const V6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' };
const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, 'client ACK'];
const DAMAGED = 'badsum lost';

/** @param {string} text @param {string} [more] */
const said = (text, more = '') => `+1ms server "${text}" ${more}`;

/** @param {string[]} lines @param {object} [ends] */
function played(lines, ends = V4) {
  const bytes = pcap(script(ends, ...SHAKE, ...lines));
  const sink = new KeepingSink();
  track(bytes, sink);
  const packets = judged(bytes).slice(3);
  return {
    server: sink.streams.get('0.1') ?? '',
    verdicts: packets.filter(({ direction, verdict }) => direction === 'serverToClient' && verdict).map(inShort),
    packets,
  };
}

/** What replaced a damaged segment, 40 ms later. */
const REPAIRED = [
  said('one,'),
  said('XXX,', DAMAGED),
  said('three,'),
  '+1us client ACK',
  said('four'),
  '+1us client ACK',
  '+40ms server "two," seq 5',
  '+1us client ACK',
];

describe('a segment with a wrong checksum among right ones', () => {
  it.each([
    ['IPv4', V4],
    ['IPv6', V6],
    ['two VLAN tags', { ...V4, vlan: [5, 6] }],
  ])('was damaged: its bytes are not used, and its retransmission was needed (%s)', (_, ends) => {
    const { server, verdicts } = played(REPAIRED, ends);
    expect(server).toBe('one,two,three,four');
    expect(verdicts).toEqual(['original', 'corrupted', 'original', 'original', 'fast']);
  });

  it('is no data where it is the first, nor where it bears the FIN', () => {
    const first = played([
      said('XXX', DAMAGED),
      said('two', 'seq 4'),
      '+1us client ACK',
      '+300ms server "one" seq 1',
      'client ACK',
    ]);
    expect(first.server).toBe('onetwo');
    const last = played([
      said('one,'),
      '+1us client ACK',
      said('XXX', `FIN ${DAMAGED}`),
      '+300ms server "two" seq 5 FIN',
      'client ACK',
    ]);
    expect(last.server).toBe('one,two');
    expect(last.verdicts[1]).toBe('corrupted');
  });

  it('is no copy of its repair, however soon that comes', () => {
    const { verdicts } = played(
      [said('one,'), said('two,', DAMAGED), '+0.1ms server "two," seq 5 id 3', 'client ACK'],
      V6,
    );
    expect(verdicts[2]).not.toBe('duplicate_in_capture');
  });

  it('acknowledges nothing, where enough without data are right to tell', () => {
    const right = Array.from({ length: 8 }, (_, i) => [said(`${i}`), '+1us client ACK']).flat();
    const lines = [said('one,', 'lost'), '+1ms client ACK 13 badsum', '+300ms server again 9', '+1ms client ACK'];
    const { packets } = played([...right, ...lines]);
    expect(packets.at(-3)).toMatchObject({ verdict: 'corrupted', ack: null });
    expect(packets.at(-2)).toMatchObject({ verdict: 'retransmission', spurious: false });
    expect(played(lines.map((line) => line.replace('13', '5').replace('again 9', 'again 1'))).packets[1]).toMatchObject(
      { verdict: null, ack: 5 },
    );
  });

  it('is a gap where the capture ends before its repair', () => {
    expect(played([said('one,'), said('XXX,', DAMAGED), said('three')]).server).toBe('one,····three');
  });

  it('was not damaged where the receiver acknowledges it and no other copy came by, nor were others of that sender', () => {
    const { server, verdicts, packets } = played([
      said('one,'),
      '+1us client ACK',
      said('two,', 'badsum'),
      '+1us client ACK',
      said('three,'),
      '+1us client ACK',
      said('four,', 'badsum'),
    ]);
    expect(server).toMatch(/^one,two,three,/);
    expect(verdicts).toEqual(['original', 'original', 'original', 'original']);
    expect(packets[2]).toMatchObject({ ack: 1 });
  });
});

describe('wrong checksums mean nothing', () => {
  const texts = ['one,', 'two,', 'three,', 'four,', 'five'];

  it.each([
    [
      'where all of a direction with data are wrong, as where a program made them anonymous',
      texts.map((text) => [said(text, 'badsum'), '+1us client ACK']),
    ],
    ['where nobody acknowledges', texts.map((text) => [said(text, 'badsum')])],
    [
      'where the snap length cut the segment',
      texts.map((text, i) => [said(text, i === 2 ? 'badsum snap 67' : ''), '+1us client ACK']),
    ],
  ])('%s', (_, lines) => {
    const { server, verdicts } = played(lines.flat());
    if (!lines.flat().some((line) => line.includes('snap'))) expect(server).toBe(texts.join(''));
    expect(verdicts).toEqual(texts.map(() => 'original'));
  });

  it('where the host left them to its network card: the sum of the pseudo-header, or nothing', () => {
    for (const [high, low] of [[0, 0], pseudoSum()]) {
      const packets = script(
        V4,
        ...SHAKE,
        ...texts.slice(0, 2).map((text) => said(text)),
        said('XXXXX'),
        '+1us client ACK 9',
        '+300ms server "three" seq 9',
        'client ACK',
      );
      const { bytes } = packets[5];
      bytes.set([high, low], 14 + 20 + 16);
      expect(judged(pcap(packets)).map(inShort)).not.toContain('corrupted');
    }
  });
});

/** Of a segment of the server's with timestamps and five bytes. */
function pseudoSum() {
  const words = [0x0a00, 2, 0x0a00, 1, 6, 32 + 5];
  const sum = words.reduce((total, word) => total + word);
  return [sum >> 8, sum & 0xff];
}

test('an IPv4 header with a wrong checksum is damaged too', () => {
  const packets = script(V4, ...SHAKE, ...REPAIRED.map((line) => line.replace('badsum ', '')));
  packets[4].bytes[14 + 8] ^= 0x40;
  expect(
    judged(pcap(packets))
      .map(inShort)
      .filter((verdict) => verdict === 'corrupted'),
  ).toHaveLength(1);
});

test('whatever is damaged, once its repair has come the stream is what was sent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ length: fc.integer({ min: 1, max: 200 }), isDamaged: fc.boolean() }), {
        minLength: 3,
        maxLength: 20,
      }),
      (parts) => {
        const pieces = parts.map(({ length }, i) => String.fromCharCode(97 + i).repeat(length));
        const starts = pieces.map((_, i) => 1 + pieces.slice(0, i).join('').length);
        const sent = pieces.map((piece, i) =>
          parts[i].isDamaged && i % 3 === 2 ? said('?'.repeat(piece.length), DAMAGED) : said(piece),
        );
        const again = pieces.flatMap((piece, i) =>
          parts[i].isDamaged && i % 3 === 2 ? [`+40ms server "${piece}" seq ${starts[i]}`, 'client ACK'] : [],
        );
        expect(played([...sent, '+1us client ACK', ...again]).server).toBe(pieces.join(''));
      },
    ),
    { numRuns: 30 },
  );
});

describe('the finding', () => {
  /** @param {string[]} lines */
  const findings = (lines) => {
    const analysis = new OpenedAnalysis({ keepMessages: true });
    analysis.ingest.push(pcap(script(V4, ...SHAKE, ...lines)));
    analysis.ingest.end();
    return analysis.connections.describe(0).findings ?? [];
  };

  it('names the damage, its direction and its cost, and no loss', () => {
    const found = findings(REPAIRED);
    expect(found.map(({ code }) => code)).not.toContain('random_loss');
    expect(found.find(({ code }) => code === 'corrupted_segments')).toMatchObject({
      title: 'Checksum errors',
      severity: 'warning',
      direction: 'serverToClient',
      message: expect.stringMatching(/^1 segment of the server has a wrong checksum.*client dropped it.*cost 4\d/),
      evidence: { segments: 1, frames: [5] },
    });
  });

  it.each([
    ['the receiver acknowledged it', [said('one,'), said('two,', 'badsum'), '+1us client ACK', '+1ms client ACK']],
    [
      'all are wrong',
      REPAIRED.map((line) => line.replace(/(server ".*?")/, '$1 badsum').replace('badsum badsum', 'badsum')),
    ],
  ])('says nothing where %s', (_, lines) => {
    expect(findings(lines).map(({ code }) => code)).not.toContain('corrupted_segments');
  });
});
