/** ICMP errors as causes of findings: what they say, what yields to them, and what keeps them from accusing anybody. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { describePackets } from '../../../../lib/tcpflow/describe/describe-packets.js';
import { MAX_ICMP_ERRORS_OF_FLOW } from '../../../../lib/tcpflow/tables/icmp-errors.js';
import { icmpAbout, withErrors } from '../../../support/packets/icmp.js';
import { pcap, script } from '../../../support/packets/packets.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const SYNS = [`client SYN ${OPTIONS}`, '+1s client SYN seq 0', '+2s client SYN seq 0'];
const V6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' };
/** The first two full segments do not fit; smaller ones take their place, one after the other by a timer. */
const TOO_BIG = [
  ...SHAKE,
  '+1ms client data 2x1448 lost',
  '+250ms client data 1348 seq 1',
  '+40ms server ACK 1349',
  '+1ms client data 1348 seq 1349',
  '+1ms client data 200 seq 2697',
  '+40ms server ACK 2897',
  ...Array.from({ length: 6 }, () => ['+1ms client data 1348', '+40ms server ACK']).flat(),
];
/** The same bytes in full segments, again and again. */
const IN_VAIN = [
  ...SHAKE,
  '+1ms client PSH data 200',
  '+40ms server PSH data 100',
  '+1ms client data 4x1448 lost',
  ...[200, 400, 800, 1600].map((ms) => `+${ms}ms client data 1448 seq 201 lost`),
  '+2s server FIN ACK 201',
  '+1ms client ACK',
];

/** @param {Uint8Array} capture */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  const flow = /** @type {any} */ (analysis.connections.describe(0));
  const codes = flow.findings.map((/** @type {any} */ { code }) => code);
  return { analysis, flow, codes, capture: /** @type {any} */ (analysis.ingest.describe()) };
}

/** @param {Parameters<typeof withErrors>} given */
const analysedWith = (...given) => analysed(withErrors(...given));

test('fragmentation needed is the cause, with its MTU, and no loss is guessed', () => {
  const bare = analysedWith(TOO_BIG, {});
  expect(bare.codes).toEqual(expect.arrayContaining(['tail_loss_timeout']));
  const { flow, codes } = analysedWith(TOO_BIG, {
    4: { type: 3, code: 4, mtu: 1400 },
    5: { type: 3, code: 4, mtu: 1400 },
  });
  expect(codes[0]).toBe('path_mtu');
  expect(codes.filter((/** @type {string} */ code) => /loss|lost|hole|policed/.test(code))).toEqual([]);
  expect(flow.findings[0]).toMatchObject({
    severity: 'warning',
    direction: 'clientToServer',
    evidence: { errors: 2, kind: 'fragmentation_needed', from: '10.0.0.9', mtu: 1400 },
    message: keptSentence(),
  });
});

test('the time of that repair is the path MTU, and no recovery: in the ribbon and as the limit', () => {
  const repairing = (/** @type {Parameters<typeof withErrors>} */ ...given) => {
    const { analysis, flow } = analysedWith(...given);
    const [{ lost }] = /** @type {any} */ (analysis.opened.describeSenders(0));
    const { recovery, retransmission_timeout: timeout, path_mtu: tooLarge } = lost;
    return { recovery, timeout, tooLarge, limit: flow.verdict.limit?.cause };
  };
  const lines = [...TOO_BIG.slice(0, 9), '+1ms client data 40x1348', '+40ms server ACK'];
  const bare = repairing(lines, {});
  expect(bare).toMatchObject({ timeout: { seconds: expect.closeTo(0.25, 2) }, tooLarge: undefined });
  expect(bare.limit).toBe('retransmission_timeout');
  const told = repairing(lines, { 4: { type: 3, code: 4, mtu: 1400 } });
  expect(told).toMatchObject({ timeout: undefined, tooLarge: { seconds: expect.closeTo(0.29, 2) }, limit: 'path_mtu' });
  expect(repairing(lines, { 4: { type: 3, code: 1 } }).tooLarge).toBeUndefined();
});

test('packet too big of IPv6 likewise; what stays dropped is an error', () => {
  const found = analysedWith(TOO_BIG, { 4: { type: 2, mtu: 1400 } }, V6);
  expect(found.flow.findings[0]).toMatchObject({ code: 'path_mtu', evidence: { kind: 'packet_too_big', mtu: 1400 } });
  expect(analysedWith(IN_VAIN, {}).codes).toContain('mtu_black_hole');
  const inVain = analysedWith(IN_VAIN, { 6: { type: 3, code: 4, mtu: 1400 }, 10: { type: 3, code: 4, mtu: 1400 } });
  expect(inVain.flow.findings[0]).toMatchObject({ code: 'path_mtu', severity: 'error' });
  expect(inVain.codes).not.toContain('mtu_black_hole');
  expect(inVain.codes).not.toContain('lost_retransmission');
});

test.each([
  [{ type: 3, code: 9 }, 'filtered', 'administratively prohibited'],
  [{ type: 3, code: 10 }, 'filtered', 'administratively prohibited'],
  [{ type: 3, code: 13 }, 'filtered', 'administratively prohibited'],
  [{ type: 3, code: 0 }, 'unreachable', 'network unreachable'],
  [{ type: 3, code: 1 }, 'unreachable', 'host unreachable'],
  [{ type: 3, code: 2 }, 'unreachable', 'protocol unreachable'],
  [{ type: 3, code: 3 }, 'unreachable', 'port unreachable'],
  [{ type: 3, code: 99 }, 'unreachable', 'destination unreachable'],
  [{ type: 11, code: 0 }, 'time_exceeded', 'time exceeded'],
  [{ type: 12, code: 0 }, 'parameter_problem', 'parameter problem'],
])('SYNs that %j answers are not unanswered', (fields, code, words) => {
  const { flow, codes } = analysedWith(SYNS, { 1: fields, 2: fields, 3: fields });
  expect(codes).toEqual([code]);
  expect(flow.findings[0]).toMatchObject({ severity: 'error', costSeconds: 3, evidence: { errors: 3 } });
  expect(flow.findings[0].message).toContain(`3 SYNs of the client`);
  expect(flow.findings[0].message).toContain(`ICMP ${words}`);
  expect(flow.findings[0].message).toMatch(/The connection did not open\.$/);
});

test.each([
  [{ type: 1, code: 0 }, 'unreachable', 'no_route'],
  [{ type: 1, code: 1 }, 'filtered', 'administratively_prohibited'],
  [{ type: 1, code: 3 }, 'unreachable', 'address_unreachable'],
  [{ type: 1, code: 4 }, 'unreachable', 'port_unreachable'],
  [{ type: 1, code: 5 }, 'filtered', 'administratively_prohibited'],
  [{ type: 3, code: 0 }, 'time_exceeded', 'time_exceeded'],
])('of ICMPv6 %j', (fields, code, kind) => {
  const { flow } = analysedWith(SYNS, { 1: fields }, V6);
  expect(flow.findings).toMatchObject([{ code, evidence: { kind } }]);
});

test('an error that is overcome is a note, or what it cost; a source quench nothing', () => {
  const retried = [SYNS[0], '+1s client SYN seq 0', `+40ms server SYN-ACK seq 0 ${OPTIONS}`, 'client ACK'];
  expect(analysedWith(retried, { 1: { type: 3, code: 1 } }).flow.findings[0]).toMatchObject({
    code: 'unreachable',
    severity: 'warning',
    costSeconds: 1.04,
  });
  expect(analysedWith(retried, { 1: { type: 3, code: 1 } }).codes).not.toContain('syn_loss');
  const quenched = analysedWith([...SHAKE, '+1ms client data 1448', '+40ms server ACK'], { 4: { type: 4 } });
  expect(quenched.flow.findings).toMatchObject([{ code: 'source_quench', severity: 'note' }, { code: 'all_well' }]);
});

test('the end of a connection that errors explain is no peer that is gone', () => {
  const lines = [
    ...SHAKE,
    '+1ms client PSH data 100',
    '+40ms server ACK',
    '+1ms client PSH data 100 lost',
    ...[200, 400, 800, 1600].map((ms) => `+${ms}ms client PSH data 100 seq 101 lost`),
  ];
  expect(analysedWith(lines, {}).codes).toContain('half_open');
  const told = analysedWith(lines, { 7: { type: 3, code: 1 }, 9: { type: 3, code: 1, from: '10.0.0.2' } });
  expect(told.codes[0]).toBe('unreachable');
  expect(told.codes).not.toContain('half_open');
});

test('an error about sequence space that was not under way is counted, and accuses nobody', () => {
  const forge = (/** @type {number} */ by) => (/** @type {Uint8Array} */ quoted) => {
    const view = new DataView(quoted.buffer);
    view.setUint32(24, view.getUint32(24) + by);
  };
  const lines = [
    ...SHAKE,
    '+1ms client PSH data 500',
    '+40ms server ACK',
    '+1ms client PSH data 500',
    '+40ms server ACK',
  ];
  for (const by of [100_000, -100_000, -400, 2 ** 31]) {
    const { flow, codes } = analysedWith(lines, { 6: { type: 3, code: 1, change: forge(by) } });
    expect(flow.icmpErrors).toMatchObject({ total: 1, outside: 1, errors: [{ isUnderWay: false }] });
    expect(codes).not.toContain('unreachable');
  }
  for (const [fields, code] of /** @type {const} */ ([
    [{ type: 3, code: 13 }, 'filtered'],
    [{ type: 11, code: 0 }, 'time_exceeded'],
    [{ type: 4, code: 0 }, 'source_quench'],
    [{ type: 12, code: 0 }, 'parameter_problem'],
  ])) {
    expect(analysedWith(lines, { 6: fields }).codes).toContain(code);
    expect(analysedWith(lines, { 6: { ...fields, change: forge(100_000) } }).codes).not.toContain(code);
  }
});

test('an MTU that the packet would have fit, or less than IPv6 has, is not believed', () => {
  expect(analysedWith(TOO_BIG, { 4: { type: 3, code: 4, mtu: 1500 } }).codes).not.toContain('path_mtu');
  expect(analysedWith(TOO_BIG, { 4: { type: 2, mtu: 600 } }, V6).codes).not.toContain('path_mtu');
  expect(analysedWith(TOO_BIG, { 4: { type: 3, code: 4, mtu: 0 } }).flow.findings[0]).toMatchObject({
    code: 'path_mtu',
    evidence: { mtu: null },
  });
});

test('of no connection: counted', () => {
  const stranger = (/** @type {Uint8Array} */ quoted) => new DataView(quoted.buffer).setUint16(20, 7);
  const { capture, flow } = analysedWith(SYNS, { 1: { type: 3, code: 1, change: stranger } });
  expect(capture.icmpErrors).toEqual({ total: 1, unmatched: 1 });
  expect(flow.icmpErrors).toBeUndefined();
});

test('a NAT that leaves the quotation as it was outside: the address that the error came to counts', () => {
  const outside = (/** @type {Uint8Array} */ quoted) => void quoted.set([203, 0, 113, 7], 12);
  const { codes } = analysedWith(SYNS, { 1: { type: 3, code: 13, change: outside } });
  expect(codes).toEqual(['filtered']);
});

test('eight bytes of the header are enough', () => {
  expect(analysedWith(SYNS, { 1: { type: 3, code: 13, quotes: 28 } }).codes).toEqual(['filtered']);
});

test('ports that are used again: the connection that was there when the error came', () => {
  const first = script({}, ...SYNS.slice(0, 1));
  const second = script({ clientIsn: 900_000, startNs: 5e9 }, ...SHAKE, '+1ms client PSH data 10', '+40ms server ACK');
  const { analysis } = analysed(pcap([first[0], icmpAbout(first[0], { type: 3, code: 13 }), ...second]));
  expect([0, 1].map((flow) => analysis.findings.ofConnection(flow).findings.map(({ code }) => code))).toEqual([
    ['filtered'],
    [],
  ]);
});

test('`--packets` has it at the packet that it quotes, the latest of several', () => {
  const { analysis } = analysedWith(SYNS, { 2: { type: 3, code: 13 } });
  const lines = /** @type {any[]} */ ([...describePackets(analysis.ingest.tcp)]);
  expect(lines.map(({ icmpErrors }) => icmpErrors)).toEqual([
    undefined,
    [{ frame: 3, time: 1.001, kind: 'administratively_prohibited', type: 3, code: 13, mtu: null, from: '10.0.0.9' }],
    undefined,
  ]);
});

test('of a connection so many are kept, and all are counted', () => {
  const packets = script({}, ...SYNS);
  const many = Array.from({ length: 1000 }, (_, k) => icmpAbout(packets[0], { type: 3, code: 13, afterNs: k + 1 }));
  const { flow } = analysed(pcap([packets[0], ...many, packets[1], packets[2]]));
  expect(flow.icmpErrors).toMatchObject({ total: 1000, outside: 0 });
  expect(flow.icmpErrors.errors).toHaveLength(MAX_ICMP_ERRORS_OF_FLOW);
  expect(flow.findings[0]).toMatchObject({ code: 'filtered', evidence: { errors: MAX_ICMP_ERRORS_OF_FLOW } });
});

test('a quoted packet that is longer than any sent was joined by a router, unless the sender sent such ones', () => {
  /** The quotation's IP length. @param {Uint8Array} quoted */
  const joined = (quoted) => quoted.set([0x0b, 0x78], 2);
  const error = { type: 3, code: 4, mtu: 1500, change: joined };
  const offloaded = analysedWith(TOO_BIG, { 4: error, 5: error });
  expect(offloaded.codes[0]).toBe('router_offload');
  expect(offloaded.codes).not.toContain('path_mtu');
  expect(offloaded.flow.findings[0].message).toContain('2936 bytes');
  const long = TOO_BIG.map((line) => line.replace('data 1348 seq 1349', 'data 2896 seq 1349'));
  expect(analysedWith(long, { 4: error, 5: error }).codes).not.toContain('router_offload');
  expect(analysedWith(TOO_BIG, { 4: { ...error, mtu: 1400 }, 5: { ...error, mtu: 1400 } }).codes).not.toContain(
    'router_offload',
  );
});
