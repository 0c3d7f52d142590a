/** Who has the time of what was waited for, and what refutes it. */
import { readFileSync } from 'node:fs';

import { run } from '../../simulator/support/run.js';
import { pcap, script } from '../../support/packets/packets.js';
import { faultsOf, ledgerOfScript, ledgersOf, toldOf } from './support/ledgers.js';

const OPTIONS = 'mss 1460 ws 7 sack';
/** At the client, 40 ms from the server. */
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+10us client ACK'];
/** The same at the server. */
const SHAKE_AT_SERVER = [`client SYN ${OPTIONS}`, `+10us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];
const GET = 'client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"';
const OK = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';

/** @param {string[]} lines @param {string} kind of an exchange */
const exchangeIn = (lines, kind) => ledgerOfScript(lines).exchanges.find((one) => one.kind === kind);

/** @param {string[]} lines @param {string} kind */
const told = (lines, kind) => toldOf(exchangeIn(lines, kind)?.intervals ?? []);

const PATH_OF_80 = { 'path_to_server propagation': 40, 'path_to_client propagation': 40 };
const PATH_OF_40 = { 'path_to_server propagation': 20, 'path_to_client propagation': 20 };

test('an answer: the path there and back, the rest is the server application', () => {
  const lines = [...SHAKE, GET, '+40ms server ACK', `+60ms ${OK}`, 'client ACK'];
  expect(told(lines, 'request')).toEqual({ ...PATH_OF_40, 'server_app think': 60 });
  expect(exchangeIn(lines, 'request')).toMatchObject({ outcome: 'answered', frames: [4, 6] });
});

test('the same as the client saw it, captured at the server', () => {
  const lines = [...SHAKE_AT_SERVER, GET, 'server ACK', `+60ms ${OK}`, '+40ms client ACK'];
  expect(told(lines, 'request')).toEqual({ ...PATH_OF_40, 'server_app think': 60 });
});

test('a lost request is the path’s until it was sent again', () => {
  const lines = [...SHAKE, `${GET} lost`, '+240ms client again 1', '+40ms server ACK', `+60ms ${OK}`, 'client ACK'];
  expect(told(lines, 'request')).toEqual({
    'path_to_server propagation': 20,
    'path_to_server rto': 240,
    'server_app think': 60,
    'path_to_client propagation': 20,
  });
});

test('a request that was sent again though it had arrived repaired nothing: its answer was lost', () => {
  const lines = [
    ...SHAKE_AT_SERVER,
    GET,
    `+1ms ${OK} lost`,
    '+240ms client again 1',
    'server ACK',
    '+60ms server again 1',
    '+40ms client ACK',
  ];
  const { 'path_to_server rto': question = 0, 'path_to_client rto': answer = 0 } = told(lines, 'request');
  expect([question, answer > 200]).toEqual([0, true]);
});

test('a client that waits for 100 Continue waits for the server', () => {
  const ask = 'client PSH "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 2\\r\\nExpect: 100-continue\\r\\n\\r\\n"';
  const lines = [
    ...SHAKE,
    ask,
    '+140ms server PSH "HTTP/1.1 100 Continue\\r\\n\\r\\n"',
    'client PSH "hi"',
    `+40ms ${OK}`,
  ];
  expect(told(lines, 'request')).toEqual({
    'path_to_server propagation': 40,
    'server_app think': 100,
    'path_to_client propagation': 40,
  });
});

test('an unanswered request: the server application, seen at the server', () => {
  const lines = [...SHAKE_AT_SERVER, GET, 'server ACK', '+3s client FIN', 'server ACK'];
  expect(told(lines, 'request')).toEqual({ 'path_to_server propagation': 20, 'server_app unanswered': 3000 });
});

test('… unknown at the client, as an answer may have left', () => {
  const lines = [...SHAKE, GET, '+40ms server ACK', '+3s client RST'];
  expect(told(lines, 'request')).toEqual({ 'path_to_server propagation': 20, 'unknown unanswered': 3020 });
});

test('… unless what the server sends later has the number from which on it would have sent one', () => {
  const lines = [...SHAKE, GET, '+40ms server ACK', '+3s client FIN', '+40ms server ACK'];
  expect(told(lines, 'request')).toEqual({ 'path_to_server propagation': 20, 'server_app unanswered': 3020 });
});

test('… or has a higher one: an answer had left', () => {
  const lines = [...SHAKE, GET, '+40ms server ACK', '+3s client FIN', '+40ms server ACK seq 1461'];
  expect(told(lines, 'request')).toEqual({ 'path_to_server propagation': 20, 'path_to_client answer_lost': 3020 });
});

test('… and unknown where nothing shows that it arrived', () => {
  const lines = [...SHAKE, GET, '+300ms client again 1', '+600ms client again 1'];
  const { intervals = [], outcome } = exchangeIn(lines, 'request') ?? {};
  expect(toldOf(intervals)).toEqual({ 'unknown unanswered': 900 });
  expect([outcome, intervals.at(-1)?.would]).toEqual(['unanswered', 'a capture at the server']);
});

test('a SYN that was sent again', () => {
  const lines = [
    'client SYN mss 1460 lost',
    '+1s client SYN seq 0 mss 1460',
    '+40ms server SYN-ACK mss 1460',
    'client ACK',
  ];
  expect(told(lines, 'connection_setup')).toEqual({
    'path_to_server syn_timeout': 1000,
    'path_to_server propagation': 20,
    'path_to_client propagation': 20,
  });
});

test('… had arrived, where the answer echoes its timestamp', () => {
  const lines = [
    'client SYN mss 1460 ts 1000 0',
    '+1s client SYN seq 0 mss 1460 ts 2000 0',
    '+40ms server SYN-ACK mss 1460 ts 7000 1000',
    'client ACK',
  ];
  expect(told(lines, 'connection_setup')).toMatchObject({ 'path_to_client syn_timeout': 1000 });
});

test('no answer to a SYN is nobody’s that the capture shows', () => {
  const lines = ['client SYN', '+1s client SYN seq 0', '+2s client SYN seq 0'];
  expect(told(lines, 'connection_setup')).toEqual({ 'unknown unanswered': 3000 });
});

test('a zero window is the reader’s application', () => {
  const scenario = JSON.parse(
    readFileSync(new URL('../../../fixtures/scenarios/slow-reader.json', import.meta.url), 'utf8'),
  );
  for (const { bytes } of run({ ...scenario, taps: [{ at: 'client' }, { at: 'server' }] }).captures) {
    const [{ startNs, endNs, intervals }] = ledgersOf(bytes);
    const shutMs = toldOf(intervals)['server_app zero_window'];
    expect(shutMs).toBeGreaterThan((endNs - startNs) / 1e6 / 2);
  }
});

test('time between exchanges is the client application’s, and no wait', () => {
  const lines = [...SHAKE, GET, `+40ms ${OK}`, 'client ACK', `+5s ${GET}`, `+40ms ${OK}`, 'client ACK'];
  const { waitedNs, intervals } = ledgerOfScript(lines);
  expect([toldOf(intervals)['client_app idle'], Math.round(waitedNs / 1e6)]).toEqual([5000, 120]);
});

test('of what is not decoded, an answer is what acknowledges the question', () => {
  const turn = ['client PSH data 100', '+140ms server PSH data 200', '+10us client ACK'];
  const lines = [...SHAKE, ...turn, '+1s client PSH data 100', '+40ms server PSH data 200', 'client ACK'];
  const turns = ledgerOfScript(lines).exchanges.filter(({ kind }) => kind === 'turn');
  expect(turns.map(({ intervals }) => toldOf(intervals))).toEqual([
    { ...PATH_OF_40, 'server_app think': 100 },
    PATH_OF_40,
  ]);
});

test('… and data in flight already is none', () => {
  const lines = [...SHAKE, 'client PSH data 100', '+40ms server PSH data 500', 'client ACK'];
  const push = ['+100ms client data 50', '+1ms server data 500 ack 101', '+40ms server ACK', 'client ACK'];
  const { exchanges } = ledgerOfScript([...lines, ...push]);
  expect(exchanges.filter(({ kind }) => kind === 'turn')).toHaveLength(1);
});

test('time between exchanges stays idle where keep-alive probes fill it', () => {
  const probe = ['+10s client data 1 seq 100', '+40ms server ACK'];
  const lines = [
    ...SHAKE,
    'client PSH data 100',
    '+40ms server PSH data 100',
    'client ACK',
    ...probe,
    ...probe,
    ...probe,
  ];
  const { intervals, waitedNs } = ledgerOfScript(lines);
  expect(toldOf(intervals)).toEqual({ ...PATH_OF_80, 'client_app idle': 30_120 });
  expect(waitedNs / 1e6).toBeCloseTo(80, 0);
});

test('the capture’s clock was set forward: that time is the capture’s, and no one waited', () => {
  const OPTIONS_TS = `${OPTIONS} ts`;
  const shake = [`client SYN ${OPTIONS_TS}`, `+40ms server SYN-ACK ${OPTIONS_TS}`, '+10us client ACK'];
  const flights = Array.from({ length: 8 }, () => ['+40ms server data 4x1448', 'client ACK']).flat();
  const packets = script({}, ...shake, 'client PSH data 100', ...flights);
  const late = packets.map((one, k) => ({ ...one, timeNs: one.timeNs + (k >= 24 ? 60e9 : 0) }));
  const [before] = ledgersOf(pcap(packets));
  const [ledger] = ledgersOf(pcap(late));
  expect(faultsOf(ledger)).toEqual([]);
  expect(toldOf(ledger.intervals)).toEqual({ ...toldOf(before.intervals), 'capture clock_jump': 60_000 });
  expect(ledger.waitedNs / 1e6).toBeCloseTo(before.waitedNs / 1e6, -1);
});

/** A download at the server in which the client's window is so large. @param {number[]} windows one a segment */
const windowed = (...windows) => [
  'client SYN mss 1460',
  '+10us server SYN-ACK mss 1460',
  `+40ms client ACK win ${windows[0]}`,
  'client PSH data 100',
  'server data 4x1460',
  ...windows.flatMap((window) => [`+40ms client ACK win ${window}`, `server data ${Math.floor(window / 1460)}x1460`]),
  '+40ms client ACK',
];

test('a small window is the receiver’s TCP’s where it is all that it ever showed', () => {
  const sums = toldOf(ledgerOfScript(windowed(...Array.from({ length: 10 }, () => 5840))).intervals);
  expect([sums['client_tcp receive_window'] ?? 0, sums['client_app unread'] ?? 0]).toEqual([400, 0]);
});

test('… its application’s where it had been larger: it does not read', () => {
  const windows = [8192, 8192, ...Array.from({ length: 8 }, () => 2920)];
  const sums = toldOf(ledgerOfScript(windowed(...windows)).intervals);
  expect(sums['client_app unread']).toBeGreaterThan(250);
});

test('what is left of a window, sent when nothing is in flight, shows that the window was the limit', () => {
  const rests = Array.from({ length: 8 }, () => [
    '+40ms client ACK win 1000',
    'server data 1000',
    '+60ms client ACK win 5380',
    'server data 3x1460',
  ]).flat();
  const sums = toldOf(ledgerOfScript([...windowed(8192, 8192), ...rests, '+40ms client ACK']).intervals);
  expect(sums['path_to_client congestion_window'] ?? 0).toBeLessThan(60);
  expect(sums['client_app unread']).toBeGreaterThan(600);
});

test('a window of one segment is the sender’s, what its ACK was delayed by the receiver’s', () => {
  const rounds = Array.from({ length: 20 }, () => ['server data 1460', '+140ms client ACK']).flat();
  const lines = [...SHAKE_AT_SERVER, 'client PSH data 100', ...rounds, 'server PSH data 100', '+40ms client ACK'];
  const sums = toldOf(ledgerOfScript(lines).intervals);
  expect(sums['client_tcp delayed_ack']).toBeGreaterThan(1800);
  expect(sums['server_tcp fixed_window']).toBeGreaterThan(600);
});

test('a SYN that arrived damaged was not dropped by the server', () => {
  const again = `client SYN seq 0 ${OPTIONS}`;
  const damaged = [`client SYN ${OPTIONS} badsum`, `+1s ${again} badsum`, `+2s ${again}`];
  const shaken = [`+10us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];
  const lines = [...damaged, ...shaken, GET, 'server ACK', OK, '+40ms client ACK', '+1s client FIN'];
  expect(told(lines, 'connection_setup')).toMatchObject({ 'path_to_server syn_timeout': 3000 });
});

test('a silence over which the ends went on is the capture’s', () => {
  const download = [...SHAKE, 'client PSH data 100', '+40ms server data 4x1460', 'client ACK'];
  const missing = ['server data 20x1460 lost', 'client ACK lost'];
  const after = ['+3s client ACK ack 35041', 'server seq 35041 data 4x1460', 'client ACK ack 40881'];
  const ledger = ledgerOfScript([...download, ...missing, ...after]);
  expect(faultsOf(ledger)).toEqual([]);
  expect(toldOf(ledger.intervals)['capture gap']).toBe(3000);
  const quiet = ledgerOfScript([...download, '+3s server data 4x1460', 'client ACK']);
  expect(toldOf(quiet.intervals)['capture gap']).toBeUndefined();
});

test('silence of a far sender is unknown, unless a write had ended before it', () => {
  const ask = [...SHAKE, 'client PSH data 100', '+40ms server data 1460', '+10us server data 1460'];
  const lines = [...ask, 'client ACK', '+2s server data 1460', 'client ACK'];
  const { intervals } = ledgerOfScript(lines);
  expect(toldOf(intervals)['unknown silence']).toBe(2000);
  expect(intervals.find(({ owner }) => owner === 'unknown')?.would).toBe('a capture at the server');
  const pushed = [...SHAKE, 'client PSH data 100', '+40ms server data 1460', '+10us server PSH data 1460'];
  const ended = [...pushed, 'client ACK', '+2s server data 1460', 'client ACK'];
  expect(toldOf(ledgerOfScript(ended).intervals)['server_app write_pause']).toBe(2000);
});

test('… and a timeout’s where it ends with one segment, and more a round trip later', () => {
  const ask = [...SHAKE, 'client PSH data 100', '+40ms server data 1460', '+10us server data 1460', 'client ACK'];
  const lines = [...ask, '+2s server data 1460', 'client ACK', '+40ms server data 2x1460', 'client ACK'];
  expect(toldOf(ledgerOfScript(lines).intervals)['path_to_client rto']).toBe(2000);
  const burst = [...ask, '+2s server data 6x1460', 'client ACK', '+40ms server data 6x1460', 'client ACK'];
  expect(toldOf(ledgerOfScript(burst).intervals)['unknown silence']).toBe(2000);
});

test('a FIN that is sent again was lost behind the capture point', () => {
  const ask = [...SHAKE_AT_SERVER, GET, 'server ACK', OK, '+40ms client ACK'];
  const lines = [...ask, '+1ms client FIN', 'server FIN', '+240ms server FIN seq 42', '+40ms client ACK'];
  expect(told(lines, 'close')['path_to_client rto']).toBeGreaterThan(200);
});

test('a SYN that is answered for an old connection waits for the server’s TCP', () => {
  const lines = [
    'client SYN mss 1460',
    '+40ms server ACK seq 5000 ack 9000',
    'client RST seq 9000',
    '+1s client SYN seq 0 mss 1460',
    '+40ms server SYN-ACK mss 1460',
    'client ACK',
  ];
  expect(told(lines, 'connection_setup')).toMatchObject({ 'server_tcp stale_connection': 1040 });
});

test('the last data is on its way until it is acknowledged, later than any receiver waits', () => {
  const ask = [...SHAKE_AT_SERVER, GET, 'server ACK', OK];
  const late = toldOf(ledgerOfScript([...ask, '+2s client ACK', '+1ms client FIN', 'server FIN']).intervals);
  expect(late['path_to_client queue']).toBe(1960);
  const held = toldOf(ledgerOfScript([...ask, '+240ms client ACK', '+1ms client FIN', 'server FIN']).intervals);
  expect(held['path_to_client queue']).toBeUndefined();
});

test('round trips longer than the shortest are so by a queue, where the data goes', () => {
  const trips = Array.from({ length: 8 }, (_, k) => [
    'server data 10x1460',
    `+${k === 0 ? 40 : 120}ms client ACK`,
  ]).flat();
  const lines = [...SHAKE_AT_SERVER, 'client PSH data 100', ...trips, 'server PSH data 100', '+40ms client ACK'];
  const sums = toldOf(ledgerOfScript(lines).intervals);
  const [there, back] = [sums['path_to_client congestion_window'], sums['path_to_server congestion_window']];
  expect(there).toBeGreaterThan(2 * (back ?? Infinity));
});

test('a server that speaks first', () => {
  const lines = [
    ...SHAKE,
    '+1040ms server PSH "220 ready\\r\\n"',
    '+1ms client PSH data 10',
    '+40ms server PSH data 10',
  ];
  expect(told(lines, 'turn')).toMatchObject({ 'server_app think': 1000 });
});
