/** What is ill is told once, and by what it is: nothing that only goes along with it. */
import { costOf } from '../../../lib/insight/findings/evidence/repairs.js';
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+20us client ACK', '+1ms client data 100'];
const UNSCALED = ['client SYN mss 1460 sack ts', '+40ms server SYN-ACK mss 1460 sack ts'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** A round trip's segments at the client. @param {number} segments */
const flight = (segments) => [`+39ms server data ${segments}x1448`, '+20us client ACK'];

/** The server's segments once more, in a round trip. @param {number} from @param {number} segments */
const again = (from, segments) => [
  '+40ms server again ' + from,
  ...repeat(segments - 1, (k) => [`server again ${from + k + 1}`]),
  '+20us client ACK',
];

/** @param {string[]} lines @returns {string[]} severity, code and direction of the findings */
function told(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  return findings.map((/** @type {any} */ { severity, code, direction }) => [severity, code, direction].join(' '));
}

test('of a full window without scaling: that scaling is missing, of the direction that it held back', () => {
  const lines = [
    ...UNSCALED,
    '+20us client ACK win 65535',
    '+1ms client data 100',
    ...flight(10),
    ...flight(20),
    ...flight(40),
    ...repeat(30, () => flight(45)),
  ];
  expect(told(...lines)).toEqual(['warning window_scaling_missing serverToClient']);
});

test('of a window that is smaller than scaling is needed for: the window', () => {
  const lines = [...UNSCALED, '+20us client ACK win 16000', '+1ms client data 100', ...repeat(30, () => flight(11))];
  expect(told(...lines)).toEqual([
    'warning receive_window_limited serverToClient',
    'note window_scaling_missing clientToServer',
  ]);
});

test("of a pause in which the server's timer ran, and what it repeated did not come by here: the loss", () => {
  const lines = [
    ...SHAKE,
    ...flight(10),
    ...flight(20),
    ...flight(40),
    'server data 40x1448 lost uncaptured',
    '+300ms server again 71 lost uncaptured',
    '+600ms server again 71',
    '+20us client ACK',
    ...again(72, 2),
    ...again(74, 4),
    ...again(78, 8),
    ...again(86, 16),
    ...again(102, 9),
    ...flight(18),
  ];
  expect(told(...lines)).toEqual(['warning tail_loss_timeout serverToClient']);
});

test('of a server that takes its time: that, and not that it had nothing to send', () => {
  const lines = repeat(10, () => [
    '+1ms client PSH "GET /a HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"',
    '+20ms server ACK',
    '+800ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 14480\\r\\n\\r\\n"',
    'server data 10x1448',
    '+20us client ACK',
  ]);
  expect(told(...SHAKE.slice(0, 3), ...lines)).toEqual(['warning server_think_time serverToClient']);
});

test('a FIN that nobody answers any more is no loss of data', () => {
  const lines = [...SHAKE, ...flight(10), ...flight(20), ...flight(30), '+1ms client FIN', '+300ms client FIN seq 101'];
  expect(told(...lines)).toEqual(['note all_well null'].map((words) => words.replace(' null', ' ')));
});

test('bytes that their reader never acknowledged did not come', () => {
  const lines = [
    ...SHAKE.slice(0, 3),
    '+1ms client PSH "GET /a HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"',
    '+40ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 200000\\r\\n\\r\\n"',
    ...repeat(10, () => flight(4)),
    'server data 1448 lost uncaptured',
    'server data 1448',
    '+20us client ACK',
    '+9s client FIN',
    '+40ms server ACK',
  ];
  expect(told(...lines)).toContain('warning response_cut serverToClient');
  expect(told(...lines.map((line) => line.replace('lost uncaptured', 'uncaptured')))).not.toContain(
    'warning response_cut serverToClient',
  );
});

test('what episodes cost that overlap counts once', () => {
  const cost = (/** @type {[startNs: number, endNs: number | null, costNs: number | null][]} */ ...episodes) =>
    costOf(episodes.map(([startNs, endNs, costNs]) => ({ startNs, endNs, costNs })));
  expect(cost([0, 10, 8], [5, 12, 7], [20, 25, 5])).toBe(15);
  expect(cost([0, null, null])).toBeNull();
  expect(cost([0, 10, 8], [5, null, null])).toBe(8);
});
