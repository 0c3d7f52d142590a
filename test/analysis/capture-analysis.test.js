import { decoderWarnings } from '../../lib/analysis/capture-warnings.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const HANDSHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', '+10ms client ACK', '+10ms client data 100'];

/** @param {Uint8Array} capture */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

describe('time', () => {
  it('that runs forwards is no reason to warn', () => {
    const { duration, warnings } = analysed(pcap(script(HANDSHAKE[0], ...HANDSHAKE.slice(1)))).ingest.describe();
    expect([duration, warnings]).toEqual([0.03, []]);
  });

  it('that runs backwards is told once, with its first frame, and the duration reaches to the latest', () => {
    const [a, b, c, d] = script(HANDSHAKE[0], ...HANDSHAKE.slice(1));
    const { duration, warnings } = analysed(pcap([a, d, c, b])).ingest.describe();
    expect(duration).toBe(0.03);
    expect(warnings).toEqual([
      {
        code: 'time_backwards',
        message: expect.stringContaining('at 2 frames, first at frame 3'),
        offset: expect.any(Number),
      },
    ]);
    expect(analysed(pcap([a, c, b, d])).ingest.describe().warnings[0].message).toMatch(
      /^Time runs backwards at frame 3:/,
    );
  });
});

test('whoever brings the bytes may add a warning', () => {
  const analysis = analysed(pcap(script('client SYN')));
  analysis.ingest.warn('gzip_cut_short', 'The gzip is cut.', 7);
  expect(analysis.ingest.describe().warnings).toEqual([
    { code: 'gzip_cut_short', message: 'The gzip is cut.', offset: 7 },
  ]);
});

test('what waits for lost bytes to the end of the capture has ended with its own connection', () => {
  const cut = script(
    HANDSHAKE[0],
    ...HANDSHAKE.slice(1, 3),
    '+10ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 3000\\r\\n\\r\\n"',
    'server data 1000 uncaptured',
    'server data 2000',
  );
  const later = script({ client: '10.0.0.9:40000' }, '@5s client SYN', '+10ms server SYN-ACK', '+10ms client ACK');
  const analysis = analysed(pcap(merge(cut, later)));
  const [response] = [...analysis.messages.inOrder()];
  expect(response).toMatchObject({ complete: false, bodyBytes: 3000, notes: ['bytes_missing'], lastFrame: 5 });
});

describe('what is not decoded', () => {
  /**
   * @param {{ links?: [number, number][], tooDeep?: number, headersCut?: number, dropped?: number, unusable?: number,
   *   overflowed?: number,
   *   sealed?: Record<string, number> }} counts */
  const warningsOf = ({
    links = [],
    tooDeep = 0,
    headersCut = 0,
    dropped = 0,
    unusable = 0,
    overflowed = 0,
    sealed = {},
  }) =>
    decoderWarnings(
      /** @type {any} */ ({
        undecodedLinkTypes: new Map(links),
        sealed: { wifi: 0, esp: 0, macsec: 0, ...sealed },
        tooDeep,
        headersCut,
        fragments: { dropped, unusable },
        scopes: { overflowed },
      }),
    );

  it('gives no warning where there is none', () => expect(warningsOf({})).toEqual([]));

  it.each([
    [
      'link_type',
      { links: /** @type {[number, number][]} */ ([[147, 1]]) },
      'Link type 147 (for private use) is not read: TCP inside 1 packet is not shown.',
    ],
    [
      'link_type',
      { links: /** @type {[number, number][]} */ ([[189, 2]]) },
      'Link type 189 (USB, Linux) is not read: TCP inside 2 packets is not shown.',
    ],
    [
      'link_type',
      { links: /** @type {[number, number][]} */ ([[9999, 2]]) },
      'Link type 9999 is not read: TCP inside 2 packets is not shown.',
    ],
    [
      'encrypted_below_tcp',
      { sealed: { wifi: 4 } },
      'Encrypted by the Wi-Fi network (WEP or WPA): TCP inside 4 packets is not shown.',
    ],
    ['encrypted_below_tcp', { sealed: { esp: 1 } }, /IPsec.*1 packet is/],
    [
      'link_type',
      { links: /** @type {[number, number][]} */ ([[-1, 3]]) },
      'Some link types are not read: TCP inside 3 packets is not shown.',
    ],
    ['nested_too_deep', { tooDeep: 2 }, /64 deep in 2 packets/],
    ['tcp_headers_cut', { headersCut: 3 }, /cut 3 packets within the TCP header/],
    ['fragments_dropped', { dropped: 1 }, /1 IP datagram were not all captured/],
    ['fragments_unusable', { unusable: 2 }, /2 IP fragments/],
    ['too_many_scopes', { overflowed: 5 }, /5 packets/],
  ])('%s', (code, counts, message) => {
    const [warning, ...others] = warningsOf(counts);
    expect([warning.code, warning.offset, others]).toEqual([code, null, []]);
    expect(warning.message).toMatch(message);
    expect(warning.message).toMatch(/^[A-Z]/);
  });

  it('comes with the capture', () => {
    const bytes = pcap(script('client SYN'));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, 147, true);
    expect(analysed(bytes).ingest.describe().warnings).toMatchObject([{ code: 'link_type' }]);
  });
});
