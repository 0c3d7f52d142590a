/** Loss episodes and reordering, as `analyze --json` has them. The server sends, 40 ms there and back. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { flowJson } from '../../support/flow-json.js';
import { pcap, script } from '../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const AT_SENDER = [`client SYN ${OPTIONS}`, `server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];
const AT_RECEIVER = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, 'client ACK'];

/** @param {...string} lines */
function analysed(...lines) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(pcap(script({}, ...lines)));
  analysis.ingest.end();
  return analysis;
}

/** @param {...string} lines */
const flowOf = (...lines) => analysed(...lines).connections.describe(0);

describe('a loss episode', () => {
  it('is none where the server does not take the data of the SYN (Fast Open)', () => {
    const flow = flowOf(
      `client SYN seq 1000 data 28 ${OPTIONS}`,
      `+40ms server SYN-ACK ack 1001 ${OPTIONS}`,
      'client PSH seq 1001 data 28',
      '+40ms server PSH data 60',
      'client ACK',
    );
    expect(flow.clientToServer).toMatchObject({ retransmittedPackets: 1, retransmittedBytes: 28 });
    expect(flow.lossEpisodes).toBeUndefined();
  });

  it('goes from the sending that was lost to the acknowledgement of all that had been sent', () => {
    const flow = flowOf(
      ...AT_SENDER,
      '@100ms server data 1000 lost',
      'server data 4x1000',
      '@140ms client ACK',
      'client ACK',
      'client ACK',
      '@141ms server again 1',
      '@181ms client ACK',
    );
    expect(flow.lossEpisodes).toEqual([
      {
        direction: 'serverToClient',
        start: 0.1,
        repair: 0.141,
        end: 0.181,
        cause: 'loss',
        trigger: 'fast',
        timeouts: 0,
        recoveryPoint: 5001,
        bytesLost: 1000,
        bytesResent: 1000,
        packetsResent: 1,
        duration: 0.081,
        costSeconds: expect.closeTo(0.041, 4),
        flightBefore: 5000,
        flightAfter: 0,
      },
    ]);
  });

  it('costs nobody knows what where its sender had long heard of an acknowledgement that the capture lacks', () => {
    const lines = [
      ...AT_SENDER,
      '@100ms server data 1000 lost',
      'server data 4x1000',
      ...['@140ms client ACK', 'client ACK', 'client ACK', '@141ms server again 1'],
      '@181ms client ACK uncaptured',
      '@7s client PSH data 300',
    ];
    expect(flowOf(...lines).lossEpisodes).toMatchObject([{ end: 7, costSeconds: null }]);
  });

  it('is of time-outs where only its sender is in the capture, and waits as long as a timer', () => {
    const [one] = /** @type {any[]} */ (
      flowOf(
        'server SYN-ACK seq 0 ack 1',
        ...['+40ms server data 1000', 'server data 1000', '+500ms server again 1', '+1s server again 1'],
        ...['+2s server again 1', '+40ms server data 1000'],
      ).lossEpisodes
    );
    expect(one).toMatchObject({ trigger: 'rto', timeouts: 3 });
  });

  it('has the time-outs in it, and costs what they took', () => {
    const flow = flowOf(
      ...AT_SENDER,
      '@100ms server data 3x1000 lost',
      '@400ms server again 1 lost',
      '@1s server again 1',
      '@1040ms client ACK',
      'server again 2',
      'server again 3',
      '@1081ms client ACK',
    );
    expect(flow.lossEpisodes).toMatchObject([
      {
        start: 0.1,
        end: 1.081,
        cause: 'loss',
        trigger: 'rto',
        timeouts: 2,
        bytesLost: 4000,
        packetsResent: 4,
        costSeconds: expect.closeTo(0.941, 4),
      },
    ]);
  });

  it('of what had been acknowledged ends as the sender hears of it, not as it sends more a long time later', () => {
    const flow = flowOf(
      'client SYN mss 1460',
      '+40ms server SYN-ACK mss 1460',
      'client ACK',
      '@100ms server data 1000',
      '@101ms client ACK lost',
      '@500ms server again 1',
      '@501ms client ACK lost',
      '@1300ms server again 1',
      '@1301ms client ACK',
      '@30s server data 1000',
      '@30001ms client ACK',
    );
    expect(flow.lossEpisodes).toMatchObject([
      { cause: 'delay', start: 0.1, end: 1.301, timeouts: 2, costSeconds: expect.closeTo(1.2, 3) },
    ]);
  });

  it('costs what its first recovery point did where a time-out set a later one that was less late', () => {
    const flow = flowOf(
      ...AT_SENDER,
      '@100ms server data 1000 lost',
      'server data 4x1000',
      '@140ms client ACK',
      'client ACK',
      'client ACK',
      '@141ms server again 1 lost',
      '@500ms server data 1000',
      '@540ms client ACK',
      '@1s server again 1',
      '@1040ms client ACK',
    );
    expect(flow.lossEpisodes).toMatchObject([
      { trigger: 'fast', timeouts: 1, recoveryPoint: 6001, costSeconds: expect.closeTo(0.9, 4) },
    ]);
  });

  it('is a delay where the timer fired in vain, a reordering where duplicate ACKs misled', () => {
    const delayed = flowOf(
      ...AT_SENDER,
      '@100ms server data 3x1000',
      '@400ms server again 1 lost',
      '@401ms client ACK',
    );
    expect(delayed.lossEpisodes).toMatchObject([{ cause: 'delay', trigger: 'rto', bytesLost: 0, bytesResent: 1000 }]);
    const reordered = flowOf(
      ...AT_SENDER,
      '@100ms server data 4x1000',
      '@140ms client ACK 1 sack 1001-2001',
      'client ACK 1 sack 1001-3001',
      'client ACK 1 sack 1001-4001',
      'server again 1',
      '+1ms client ACK 4001 ts 100101 100100',
      '+40ms client ACK 4001 sack 1-1001',
    );
    expect(reordered.lossEpisodes).toMatchObject([
      { cause: 'reordering', trigger: 'fast', bytesLost: 0, bytesResent: 1000 },
    ]);
  });

  it('has no end where the capture has none', () => {
    expect(flowOf(...AT_SENDER, '@100ms server data 3x1000 lost', '@400ms server again 1').lossEpisodes).toMatchObject([
      { end: null, duration: null, costSeconds: null, flightAfter: null },
    ]);
  });

  it('is not told of where there is none', () => {
    expect(flowOf(...AT_SENDER, '@100ms server data 3x1000', '@140ms client ACK').lossEpisodes).toBeUndefined();
  });
});

describe('reordering', () => {
  it("has RFC 4737's extent and n-reordering", () => {
    const flow = flowOf(
      ...AT_RECEIVER,
      '@100ms server data 1000',
      'server data 1000 late 5ms',
      '@101ms server data 1000',
      '@102ms server data 1000',
      '@103ms server data 1000',
      '@110ms server data 1000 late 3ms',
      '@111ms server data 1000',
      '@120ms client ACK',
    );
    expect(flow.reordering).toEqual([
      {
        direction: 'serverToClient',
        packets: 7,
        reordered: 2,
        ratio: 0.285714,
        extentMax: 3,
        extentMean: 2,
        nReordered: [2, 1, 1],
        lateTime: expect.closeTo(0.00401, 5),
      },
    ]);
    expect(flow.serverToClient.outOfOrderPackets).toBe(2);
  });

  it('is not told of where there is none', () => {
    expect(flowOf(...AT_SENDER, '@100ms server data 3x1000', '@140ms client ACK').reordering).toBeUndefined();
  });
});

describe('a flow with many episodes', () => {
  const lines = Array.from({ length: 300 }, (_, n) => [
    `@${1 + n}s server data 100 lost`,
    'server data 3x100',
    '+40ms client ACK',
    'client ACK',
    'client ACK',
    '+1ms server again ' + (n * 4 + 1),
    '+40ms client ACK',
  ]).flat();
  const analysis = analysed(...AT_SENDER, ...lines);

  it('is written as JSON, however long', () => {
    const flow = JSON.parse(flowJson(analysis, 0));
    expect(flow).toEqual(JSON.parse(JSON.stringify(analysis.connections.describe(0))));
    expect(flow.lossEpisodes).toHaveLength(300);
  });
});
