/** SYNs that ask for ECN, connections with themselves, ends that lost each other's sequence numbers. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { pcap, script } from '../../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const ASKING = `client SYN ECE CWR seq 0 ${OPTIONS}`;
const PLAIN = `client SYN seq 0 ${OPTIONS}`;
const OPENED = [
  `+40ms server SYN-ACK seq 0 ${OPTIONS}`,
  '+50us client ACK',
  '+1ms client PSH data 10',
  '+40ms server ACK',
];

/** @param {string[]} lines @param {object} [options] */
function found(lines, options = {}) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(script(options, ...lines)));
  analysis.ingest.end();
  return analysis.findings.ofConnection(0).findings;
}
/** @param {Parameters<typeof found>} given */
const codes = (...given) => found(...given).map(({ code }) => code);

describe('SYNs with ECN', () => {
  test('that get no answer, where the first plain one does', () => {
    expect(found([ASKING, `+1s ${ASKING}`, `+2s ${PLAIN}`, ...OPENED])[0]).toMatchObject({
      code: 'ecn_syn_dropped',
      severity: 'warning',
      costSeconds: 3,
      evidence: { syns: 2, confidence: 0.8, frames: [1, 2, 3] },
    });
    const [one, ...more] = found([ASKING, `+1s ${PLAIN}`, ...OPENED]);
    expect(one).toMatchObject({ code: 'ecn_syn_dropped', evidence: { confidence: 0.5 } });
    expect(one.message).toContain('or this one was lost');
    expect(more.map(({ code }) => code)).not.toContain('syn_loss');
  });

  test('are not what is dropped where a plain one is, too, or where one was answered', () => {
    expect(codes([ASKING, `+1s ${PLAIN}`, `+2s ${PLAIN}`, ...OPENED])).not.toContain('ecn_syn_dropped');
    expect(codes([ASKING, `+1s ${ASKING}`, ...OPENED])).not.toContain('ecn_syn_dropped');
    expect(codes([PLAIN, `+1s ${PLAIN}`, ...OPENED])).not.toContain('ecn_syn_dropped');
    const late = [`client SYN ECE CWR mss 1460 ts 100 0`, '+1s client SYN seq 0 mss 1460 ts 1100 0'];
    const answer = ['+10ms server SYN-ACK mss 1460 ts 7 100', '+1ms client ACK', '+1ms client PSH data 10'];
    expect(codes([...late, ...answer])).not.toContain('ecn_syn_dropped');
    expect(codes([ASKING, `+1s ${PLAIN}`, '+40ms server RST-ACK'])).not.toContain('ecn_syn_dropped');
  });
});

test('a SYN-ACK of one identification, seconds later, is sent anew; at once it is a copy', () => {
  const answers = (/** @type {string} */ wait) => [
    `server SYN-ACK ${OPTIONS} id 64037 seq 0 ack 1`,
    `+${wait} server SYN-ACK ${OPTIONS} id 64037 seq 0 ack 1`,
    '+50us client ACK',
    '+1ms client PSH data 10',
    ...Array.from({ length: 8 }, (_, k) => `+20ms server PSH data 100 id ${100 + k}`),
  ];
  expect(found([PLAIN, ...answers('2s')])[0]).toMatchObject({ code: 'syn_ack_loss', costSeconds: 2 });
  expect(codes([PLAIN, ...answers('2ms')])).not.toContain('syn_ack_loss');
});

test('a connection of a port with itself is told as that and nothing else; another of one host is not', () => {
  const itself = { client: '127.0.0.1:40000', server: '127.0.0.1:40000', clientIsn: 7, serverIsn: 7 };
  const lines = [
    PLAIN,
    `+10us client SYN-ACK seq 0 ack 1 ${OPTIONS}`,
    '+10us client ACK ack 1',
    '+1ms client PSH data 10',
  ];
  expect(codes(lines, itself)).toEqual(['self_connect']);
  const local = { client: '127.0.0.1:40001', server: '127.0.0.1:40000' };
  expect(codes([PLAIN, `+1s ${PLAIN}`, ...OPENED], local)).not.toContain('self_connect');
  expect(
    codes([PLAIN, `+1s ${PLAIN}`, ...OPENED], { client: '10.0.0.1:40000', server: '10.0.0.2:40000' }),
  ).not.toContain('self_connect');
});

describe('an ACK loop', () => {
  const BEGUN = [PLAIN, ...OPENED, '+1ms server PSH data 100', '+40ms client ACK'];
  /** Both ends claim numbers that the other does not expect. */
  const loop = (/** @type {number} */ times) =>
    Array.from({ length: times }, () => [
      '+20ms client ACK seq 4200000000 ack 101',
      '+20ms server ACK seq 300000101 ack 11',
    ]).flat();

  test('of ends that no longer agree on the sequence numbers', () => {
    const lines = [...BEGUN, ...loop(200)];
    const [one, ...more] = found(lines);
    expect(one).toMatchObject({ code: 'ack_loop', severity: 'error' });
    expect(one.evidence.acknowledgements).toBeGreaterThan(390);
    expect(one.costSeconds).toBeGreaterThan(7.5);
    expect(more.map(({ code }) => code)).not.toContain('keep_alive');
  });

  test('is not a keep-alive and its answer, however often', () => {
    const kept = Array.from({ length: 60 }, () => ['+1s client ACK seq 10 ack 101', '+40ms server ACK']).flat();
    expect(codes([...BEGUN, ...kept])).not.toContain('ack_loop');
  });

  test('is not a few answers to what came late', () => {
    expect(
      codes([...BEGUN, ...loop(8), ...Array(20).fill(['+1ms client data 10', '+40ms server ACK']).flat()]),
    ).not.toContain('ack_loop');
  });
});
