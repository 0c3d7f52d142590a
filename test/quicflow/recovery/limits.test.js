import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from './script.js';

const PACKET_BYTES = 1200;
const RTT_NS = 50e6;
const MS = 1e6;

/**
 * What limited the server, from ms to ms, by the middle of each span that lasts.
 * @param {string} text @param {{ client?: Record<string, number>, window?: number }} [known] window: packets
 */
function limitsOf(text, { client = {}, window = 10 } = {}) {
  const { directions } = recover(script(text), { parameters: [client, {}] });
  return directions[1]
    .limits({ cwndAt: () => window * PACKET_BYTES, packetBytes: PACKET_BYTES, rttNs: RTT_NS })
    .filter(({ startNs, endNs }) => endNs - startNs >= MS)
    .map(({ startNs, endNs, limit, stream }) => [Math.round(startNs / MS), Math.round(endNs / MS), limit, stream]);
}

/** @param {number} from ms @param {number} first number @param {number} count @param {string} [last] ends the last */
const flight = (from, first, count, last = '') =>
  Array.from({ length: count }, (_, n) => {
    const pn = first + n;
    const end = n === count - 1 ? last : '';
    return `${from + n / 100} s 1rtt ${pn} ${PACKET_BYTES} stream:0:${(pn - 1) * 1160}:1160${end}`;
  }).join('\n');

const REQUEST = '0 c 1rtt 0 60 stream:0:0:20:fin\n0.1 s 1rtt 0 30 ack:0';

test('the congestion window, where it is full until an acknowledgement', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 10)}\n50 c 1rtt 1 40 ack:0-10\n${flight(50.1, 11, 5, ':fin')}`;
  expect(limitsOf(text)[0]).toEqual([0, 50, 'congestion_window', null]);
});

test('the application, where the window has room or nothing is to come', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 3)}\n50 c 1rtt 1 40 ack:0-3\n${flight(150, 4, 3, ':fin')}\n200 c 1rtt 2 40 ack:0-6`;
  expect(limitsOf(text).map(([, , limit]) => limit)).toEqual(['application', 'application']);
});

test('the credit of the connection, where all of it is used', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 3)}\n50 c 1rtt 1 40 ack:0-3\n80 c 1rtt 2 40 max_data:100000\n${flight(80.1, 4, 3)}`;
  const client = { initial_max_data: 3 * 1160 };
  expect(limitsOf(text, { client })[0]).toEqual([0, 80, 'flow_control_connection', null]);
});

test('that of a stream, which is named', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 3)}\n50 c 1rtt 1 40 ack:0-3\n80 c 1rtt 2 40 max_stream_data:0:9999\n${flight(80.1, 4, 3)}`;
  const client = { initial_max_stream_data_bidi_local: 3 * 1160 };
  expect(limitsOf(text, { client })[0]).toEqual([0, 80, 'flow_control_stream', 0]);
});

test('the number of streams that the other end allows', () => {
  const text = `${REQUEST}
    0.2 s 1rtt 1 100 stream:1:0:60:fin
    50 c 1rtt 1 40 ack:0-1
    80 c 1rtt 2 40 max_streams:2
    80.1 s 1rtt 2 100 stream:5:0:60:fin`;
  expect(limitsOf(text, { client: { initial_max_streams_bidi: 1 } })[0]).toEqual([0, 80, 'stream_limit', null]);
});

test('what a server may send to an address that is not validated', () => {
  const text = `
    0 c initial 0 1200 crypto:0:300 padding
    0.1 s initial 0 1200 ack:0 crypto:0:90
    0.1 s handshake 0 1200 crypto:0:1100
    0.1 s handshake 1 1200 crypto:1100:1100
    60 c initial 1 1200 ack:0 padding
    60.1 s handshake 2 1200 crypto:2200:1100
    110 c handshake 0 100 ack:0-2 crypto:0:36
    110.1 s 1rtt 0 60 handshake_done stream:3:0:10
    160 c 1rtt 0 60 ack:0 stream:0:0:20:fin
    160.1 s 1rtt 1 1200 stream:0:0:1160:fin`;
  expect(limitsOf(text)).toEqual([
    [0, 60, 'anti_amplification', null],
    [60, 110, 'handshake', null],
    [110, 160, 'application', null],
  ]);
});

test('nothing, once all is acknowledged and every stream has ended', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 2, ':fin')}\n50 c 1rtt 1 40 ack:0-2\n90 c 1rtt 2 40 ping`;
  expect(limitsOf(text)).toContainEqual([50, 90, 'idle', null]);
});

test('an initial window is what was in flight when a sender first stopped amid a stream', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 10)}\n50 c 1rtt 1 40 ack:0-10\n${flight(50.1, 11, 5, ':fin')}`;
  const { directions } = recover(script(text), { parameters: [{}, {}] });
  expect(directions[1].initialWindow(RTT_NS)).toBe(10 * PACKET_BYTES);
});

test('none is told where the application had no more', () => {
  const text = `${REQUEST}\n${flight(0.2, 1, 10, ':fin')}\n50 c 1rtt 1 40 ack:0-10`;
  const { directions } = recover(script(text), { parameters: [{}, {}] });
  expect(directions[1].initialWindow(RTT_NS)).toBeNull();
});
