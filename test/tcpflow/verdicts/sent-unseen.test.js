/**
 * A segment without data bears SND.NXT: what lies below had been sent, though the capture lacks it. Filled later, that
 * is a retransmission. The server sends; its first sendings are lost before they come by.
 */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';

const V4 = { client: '10.0.0.1:40000', server: '10.0.0.2:80', serverIsn: 4294967000 };
const V6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' };
const OPTIONS = ['mss 1460 ws 7 sack ts', 'mss 1460 ws 7 sack', 'mss 1460'];
const CASES = [V4, V6].flatMap((ends) => OPTIONS.map((options) => /** @type {const} */ ([options, ends])));

/** @param {string[]} lines @param {string} [options] @param {object} [ends] */
function capture(lines, options = OPTIONS[0], ends = V4) {
  const handshake = [`client SYN ${options}`, `+39ms server SYN-ACK ${options}`, '+1ms client ACK'];
  return pcap(script(ends, ...handshake, ...lines));
}

/** @param {Parameters<typeof capture>} args @returns {string[]} of the server's segments with sequence space */
const verdicts = (...args) =>
  judged(capture(...args))
    .slice(3)
    .filter(({ direction, verdict }) => direction === 'serverToClient' && verdict !== null)
    .map(inShort);

describe('a segment that fills what an acknowledgement without data showed as sent', () => {
  const asked = ['client data 100', '+39ms server ACK', '+20ms server data 500 lost uncaptured'];
  const again = ['client data 100', '+39ms server ACK'];

  it.each(CASES)('is a retransmission: %s', (options, ends) => {
    const lines = [...asked, ...again, '+400ms server again 1', '+1ms client ACK'];
    expect(verdicts(lines, options, ends)).toEqual([expect.stringMatching(/^(rto|tlp)$/)]);
  });

  it.each(CASES)('is one in mid-connection, where the acknowledgement comes first: %s', (_, ends) => {
    const lines = [
      'server data 500 lost uncaptured',
      'client ACK',
      'server ACK',
      '+400ms server again 1',
      'client ACK',
    ];
    const packets = judged(pcap(script({ ...ends, established: true }, ...lines)));
    expect(packets.find(({ len }) => len === 500)).toMatchObject({ verdict: 'retransmission' });
  });

  it('is one where new data follows in the same segment', () => {
    const lines = [...asked, ...again, '+400ms server seq 1 data 900', '+1ms client ACK'];
    expect(verdicts(lines)).toEqual([expect.stringMatching(/^(rto|tlp)$/)]);
  });

  it('is one where that acknowledged the other end, or was a keep-alive that was answered', () => {
    const lines = [
      ...asked,
      '+200ms client ACK',
      '+39ms server ACK seq 501',
      '+400ms server again 1',
      '+1ms client ACK',
    ];
    expect(verdicts(lines)).toEqual([expect.stringMatching(/^(rto|tlp)$/)]);
  });

  it('is a FIN sent again, where the number behind it came by', () => {
    const lines = ['server FIN lost uncaptured', ...again, '+400ms server FIN seq 1', '+1ms client ACK'];
    expect(verdicts(lines)).toEqual([expect.stringMatching(/^(rto|tlp)$/)]);
  });

  it('is one where the FIN that came by bore the number', () => {
    const lines = [...asked, 'server FIN', '+1ms client ACK', '+400ms server again 1', '+1ms client ACK'];
    expect(verdicts(lines)).toEqual(['original', expect.stringMatching(/^(rto|tlp)$/)]);
  });

  it('counts as sent again, and its loss as an episode from then on', () => {
    const analysis = new OpenedAnalysis({ keepMessages: false });
    analysis.ingest.push(capture([...asked, ...again, '+400ms server again 1', '+1ms client ACK']));
    analysis.ingest.end();
    const { serverToClient, lossEpisodes } = analysis.connections.describe(0);
    expect(serverToClient).toMatchObject({ retransmittedPackets: 1, retransmittedBytes: 500 });
    expect(lossEpisodes).toMatchObject([{ direction: 'serverToClient', cause: 'loss', bytesLost: 500 }]);
    expect(lossEpisodes?.[0].start).toBeCloseTo(0.13803, 4);
  });
});

describe('what shows nothing of the kind', () => {
  const data = ['client data 100', '+39ms server ACK'];
  const original = [...data, '+400ms server data 500', '+1ms client ACK'];

  it.each([
    ['the number of what comes next', original],
    ['a keep-alive', [...data, '+9s server ACK seq 0', '+1ms client ACK', ...original]],
    ['a reset', [...data, 'server RST seq 5000', '+400ms server data 500', '+1ms client ACK']],
    ['a number beyond the window', [...data, 'server ACK seq 9000000', '+400ms server data 500', '+1ms client ACK']],
    [
      'an acknowledgement that overtook the data',
      [...data, 'server data 500 late 2ms', '+0.5ms server ACK', '+3ms client ACK'],
    ],
  ])('%s', (_, lines) => {
    expect(verdicts(lines).filter((verdict) => verdict !== 'keep_alive')).toEqual(['original']);
  });

  it('data that the capture lost, and the client acknowledged, is not sent again', () => {
    const lines = [
      'server data 500 uncaptured',
      '+1ms client data 100',
      '+39ms server ACK',
      '+1ms server data 500',
      'client ACK',
    ];
    expect(verdicts(lines)).toEqual(['original']);
  });
});
