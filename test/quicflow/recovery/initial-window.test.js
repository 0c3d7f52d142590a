import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from './script.js';

const RTT_NS = 50e6;

/** @param {string} text @param {Record<string, number>} [client] parameters @returns {number | null} the server's */
const windowOf = (text, client = {}) =>
  recover(script(text), { parameters: [client, {}] }).directions[1].initialWindow(RTT_NS);

/**
 * Full packets of one stream.
 * @param {number} ms @param {number} first number @param {number} count
 * @param {number} [from] the number in which it begins
 */
const flight = (ms, first, count, from = 1) =>
  Array.from({ length: count }, (_, n) => {
    const pn = first + n;
    return `${ms + n / 100} s 1rtt ${pn} 1200 stream:0:${(pn - from) * 1160}:1160`;
  }).join('\n');

const REQUEST = '0 c 1rtt 0 60 stream:0:0:20:fin\n0.1 s 1rtt 0 30 ack:0';
const ANSWER = `${REQUEST}\n${flight(0.2, 1, 10)}`;

test('what was in flight until an acknowledgement made the sender go on', () => {
  expect(windowOf(`${ANSWER}\n50 c 1rtt 1 40 ack:0-10\n${flight(50.1, 11, 20)}`)).toBe(12_000);
});

test('less what had been acknowledged before, be it no data of streams', () => {
  const early = `${REQUEST}\n0.15 s 1rtt 1 400 handshake_done ping\n20 c 1rtt 1 40 ack:0-1`;
  const text = `${early}\n${flight(20.1, 2, 10, 2)}\n70 c 1rtt 2 40 ack:0-11\n${flight(70.1, 12, 20, 2)}`;
  expect(windowOf(text)).toBe(11_600);
});

test('null where the application had no more, or more left than slow start lets go', () => {
  expect(windowOf(`${ANSWER}\n50 c 1rtt 1 40 ack:0-10\n${flight(90, 11, 20)}`)).toBeNull();
  expect(windowOf(`${ANSWER}\n50 c 1rtt 1 40 ack:0-2\n${flight(50.1, 11, 20)}`)).toBeNull();
});

test('null where credit had stopped the sender', () => {
  const text = `${ANSWER}\n50 c 1rtt 1 40 ack:0-10 max_stream_data:0:99999\n${flight(50.1, 11, 20)}`;
  expect(windowOf(text, { initial_max_stream_data_bidi_local: 10 * 1160 })).toBeNull();
  expect(windowOf(text, { initial_max_data: 10 * 1160 })).toBeNull();
});

test("null where the client's address was not validated", () => {
  const text = `
    0 c initial 0 1200 crypto:0:300 padding
    0 c 0rtt 0 60 stream:0:0:20:fin
    0.1 s initial 0 100 ack:0 crypto:0:90
    ${flight(0.2, 1, 3)}
    50 c handshake 0 100 crypto:0:36
    50 c 1rtt 1 40 ack:1-3
    ${flight(50.1, 4, 6)}`;
  expect(windowOf(text)).toBeNull();
});
