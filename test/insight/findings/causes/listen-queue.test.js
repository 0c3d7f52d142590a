/** What a server's host drops of handshakes that arrived there, against what the path loses. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { merge, pcap, script } from '../../../support/packets/packets.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
/** At the server: it answers within microseconds, the client after a round trip. */
const ANSWERED = [`+30us server SYN-ACK ${OPTIONS} seq 0`, '+40ms client ACK'];
const EXCHANGE = [
  '+100us client PSH data 100',
  '+20us server ACK',
  '+1ms server PSH data 500',
  '+40ms client ACK',
  '+1ms client PSH data 100',
  '+20us server ACK',
  '+1ms server PSH data 500',
  '+40ms client ACK',
];
const SYNS = [`client SYN ${OPTIONS}`, `+1s client SYN seq 0 ${OPTIONS}`, `+2s client SYN seq 0 ${OPTIONS}`];

/** @param {Uint8Array} capture @param {number} [flow] */
function findingsIn(capture, flow = 0) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis.findings.ofConnection(flow).findings;
}
/** @param {string[]} lines */
const found = (...lines) => findingsIn(pcap(script({}, ...lines)));
/** @param {ReturnType<typeof found>} findings */
const codes = (findings) => findings.map(({ code }) => code);

test('SYNs that arrived at the server and were answered late were dropped there', () => {
  const findings = found(...SYNS, ...ANSWERED, ...EXCHANGE);
  expect(findings[0]).toMatchObject({
    code: 'listen_queue',
    severity: 'warning',
    costSeconds: 3,
    evidence: { dropped: 2, what: 'syn', frames: [1, 2] },
    message: keptSentence(),
  });
  expect(codes(findings)).not.toContain('syn_loss');
});

test('at the client, half-way, or behind a router in front of the server they may have been lost', () => {
  const atClient = [`+40ms server SYN-ACK ${OPTIONS} seq 0`, '+30us client ACK'];
  const client = ['+100us client PSH data 100', '+40ms server ACK', '+1ms server PSH data 500', '+20us client ACK'];
  const findings = found(...SYNS, ...atClient, ...client);
  expect(codes(findings)).not.toContain('listen_queue');
  expect(findings.find(({ code }) => code === 'syn_loss')?.message).toMatch(
    /lost, or the server dropped it|lost, or the server dropped the SYN/,
  );
  const between = [...SYNS, ...ANSWERED, ...EXCHANGE].map((line) => line.replace('us server', 'ms server'));
  expect(codes(found(...between))).not.toContain('listen_queue');
  const routed = [...SYNS, ...ANSWERED, ...EXCHANGE].map((line) =>
    line.includes(' server ') ? `${line} ttl 61` : line,
  );
  expect(codes(found(...routed))).not.toContain('listen_queue');
});

test('an answer to the first SYN refutes it: that answer was lost', () => {
  const findings = found(
    SYNS[0],
    `+30us server SYN-ACK ${OPTIONS} lost`,
    `+1s client SYN seq 0 ${OPTIONS}`,
    ...ANSWERED,
    ...EXCHANGE,
  );
  expect(codes(findings)).not.toContain('listen_queue');
  expect(codes(findings)).toContain('syn_ack_loss');
});

test('the last ACK and a request arrived, and the SYN-ACK was sent again all the same', () => {
  const again = [`+1s server SYN-ACK seq 0 ${OPTIONS}`, '+40ms client ACK'];
  const findings = found(
    SYNS[0],
    ...ANSWERED,
    '+1ms client PSH data 100',
    ...again,
    '+1ms client PSH seq 1 data 100',
    ...EXCHANGE.slice(1),
  );
  expect(findings[0]).toMatchObject({ code: 'listen_queue', evidence: { what: 'ack' } });
  expect(findings[0].message).toMatch(
    /^The server's host dropped the last ACK of the handshake, and the data after it/,
  );
  expect(codes(findings)).not.toContain('syn_ack_loss');
  const greeted = found(SYNS[0], ...ANSWERED, ...again, '+1ms server PSH data 80', '+40ms client ACK', ...EXCHANGE);
  expect(greeted[0].message).toMatch(
    /^The server's host dropped the last ACK of the handshake although it had arrived/,
  );
  const inTime = found(SYNS[0], ...ANSWERED, ...EXCHANGE);
  expect(codes(inTime)).not.toContain('listen_queue');
});

test('a client that had nothing to say yet lost nothing by it: TCP_DEFER_ACCEPT passes its ACK over too', () => {
  const again = [`+1s server SYN-ACK seq 0 ${OPTIONS}`, '+40ms client ACK'];
  const findings = found(SYNS[0], ...ANSWERED, ...again, ...again, '+1s client PSH data 100', ...EXCHANGE.slice(1));
  expect(codes(findings)).not.toContain('listen_queue');
  expect(findings.find(({ code }) => code === 'syn_ack_loss')).toMatchObject({
    title: 'SYN-ACK repeated',
    severity: 'note',
    costSeconds: null,
    message: keptSentence(),
  });
});

test.each(
  /** @type {[string, string[], string][]} */ ([
    ['its FIN is acknowledged', ['+20s client FIN-ACK', '+20us server FIN-ACK', '+40ms client ACK'], 'no_data'],
    ['its FIN is answered with a reset', ['+20s client FIN-ACK', '+20us server RST NOACK'], 'never_used'],
    ['the server resets it', ['+20s server RST NOACK'], 'never_used'],
    ['the server closes it', ['+20s server FIN-ACK', '+40ms client FIN-ACK', '+20us server ACK'], 'no_data'],
    [
      'the server says that no request came',
      ['+20s server PSH data 200', '+20us server FIN-ACK'],
      'application_limited',
    ],
  ]),
)('a connection opened ahead that waits for data (TCP_DEFER_ACCEPT) is unused, not failing: %s', (_, end, code) => {
  const again = [`+1s server SYN-ACK seq 0 ${OPTIONS}`, '+40ms client ACK'];
  const findings = found(SYNS[0], ...ANSWERED, ...again, ...again, ...end);
  expect(findings[0]).toMatchObject({ code, severity: 'note' });
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(codes(found(SYNS[0], ...ANSWERED, ...end))).not.toContain('listen_queue');
});

/** As seen at the client: the request is sent again and again, and the SYN-ACK comes each time. */
const PASSED_OVER = [
  SYNS[0],
  `+40ms server SYN-ACK ${OPTIONS}`,
  '+30us client ACK',
  '+1ms client PSH data 100',
  '+240ms client PSH seq 1 data 100',
  '+480ms client PSH seq 1 data 100',
  `+300ms server SYN-ACK seq 0 ${OPTIONS}`,
  '+30us client ACK',
  '+700ms client PSH seq 1 data 100',
  `+1.3s server SYN-ACK seq 0 ${OPTIONS}`,
  '+30us client ACK',
];

test('at the client it shows where all is passed over and the SYN-ACK comes all the same', () => {
  const taken = ['+1s client PSH seq 1 data 100', '+40ms server ACK', '+1ms server PSH data 500', '+20us client ACK'];
  const findings = found(...PASSED_OVER, ...taken);
  expect(findings[0]).toMatchObject({ code: 'listen_queue', severity: 'warning', evidence: { confidence: 0.6 } });
  expect(findings[0].message).toMatch(
    /^The server ignored 7 packets with which the client .* retransmitted its SYN-ACK twice; it accepted the connection 4\.\d+ s later\. Its listen queue was full, probably, or a firewall/,
  );
  expect(codes(findings).filter((code) => /loss|lost|spurious/.test(code))).toEqual([]);
  const never = found(...PASSED_OVER, '+1s client PSH seq 1 data 100', '+40ms server RST NOACK seq 1');
  expect(never[0]).toMatchObject({ code: 'listen_queue', severity: 'error' });
  expect(codes(never)).not.toContain('reset');
});

test('at the client one repeated SYN-ACK may be due to a lost acknowledgement', () => {
  const findings = found(
    ...PASSED_OVER.slice(0, 8),
    '+1ms client PSH seq 1 data 100',
    '+40ms server PSH data 500',
    '+20us client ACK',
  );
  expect(codes(findings)).not.toContain('listen_queue');
});

test('a request behind the last ACK that had to be sent again was not lost either', () => {
  const request = (/** @type {string} */ after) => `+${after} client PSH seq 1 data 100`;
  const lines = [SYNS[0], ...ANSWERED, request('100us'), request('240ms'), request('480ms')];
  const findings = found(...lines, '+20us server ACK', '+1ms server PSH data 500', '+40ms client ACK');
  expect(findings[0]).toMatchObject({ code: 'listen_queue', severity: 'warning', evidence: { what: 'ack' } });
  expect(findings[0].message).toContain('and the data after it');
  expect(codes(findings).filter((code) => /loss|lost|hole|spurious/.test(code))).toEqual([]);
  const never = found(...lines, request('960ms'), request('1920ms'));
  expect(never[0]).toMatchObject({ code: 'listen_queue', severity: 'error' });
  expect(codes(never)).not.toContain('half_open');
});

test('a reset without acknowledgement in reply to the last ACK is that of an overflow; one of an application is not', () => {
  expect(found(SYNS[0], ...ANSWERED, '+20us server RST NOACK')[0]).toMatchObject({
    code: 'listen_queue',
    evidence: { what: 'reset' },
  });
  expect(codes(found(SYNS[0], ...ANSWERED, '+20us server RST-ACK'))).not.toContain('listen_queue');
});

test('SYNs without any answer: only where others to the same port were answered there', () => {
  const other = (/** @type {string} */ port, /** @type {string} */ server) =>
    script({ client: `10.0.0.1:${port}`, server }, SYNS[0], ...ANSWERED, ...EXCHANGE);
  const refused = script({ client: '10.0.0.1:40001', startNs: 1e9 }, ...SYNS);
  const told = findingsIn(pcap(merge(other('40000', '10.0.0.2:80'), refused)), 1);
  expect(told).toMatchObject([{ code: 'listen_queue', severity: 'error', evidence: { dropped: 3 } }]);
  const elsewhere = findingsIn(pcap(merge(other('40000', '10.0.0.2:81'), refused)), 1);
  expect(codes(elsewhere)).toEqual(['syn_unanswered']);
});

test('in one host nothing is lost on the way', () => {
  const own = { client: '127.0.0.1:40000', server: '127.0.0.1:80' };
  const local = [...SYNS, ...ANSWERED, ...EXCHANGE].map((line) => line.replace('+40ms', '+20us'));
  expect(codes(findingsIn(pcap(script(own, ...local))))).toContain('listen_queue');
  expect(codes(found(...local))).not.toContain('listen_queue');
});
