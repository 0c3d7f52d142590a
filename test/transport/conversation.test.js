import { DIR, DIR_F, FLOW, FLOW_F } from '../../lib/engine/flow-fields.js';
import { STRUCTS } from '../../lib/engine/layout.js';
import { roundTripsOf } from '../../lib/transport/conversation.js';
import { ACK, Conversation, pcap, SYN } from '../support/packets/packets.js';
import { track } from '../support/track.js';

/** A connection of two requests, the second of which is retransmitted; times in ms. */
function talk() {
  const talk = new Conversation();
  talk.send('client', { flags: SYN, mss: 1460 });
  talk.send('server', { flags: SYN | ACK, afterNs: 20e6, mss: 1400 });
  talk.send('client', { flags: ACK, afterNs: 1e6 });
  talk.send('client', { flags: ACK, payload: new Uint8Array(100), afterNs: 1e6 });
  talk.send('server', { flags: ACK, payload: new Uint8Array(300), afterNs: 30e6 });
  talk.send('client', { flags: ACK, afterNs: 1e6 });
  return track(pcap(talk.packets)).flows;
}

/** @param {string} struct @returns {import('../../lib/engine/layout.js').Field[]} those that readers are offered */
const offered = (struct) =>
  STRUCTS.find(({ name }) => name === struct)?.fields.filter(
    ({ any, tcp }) => any !== undefined || tcp !== undefined,
  ) ?? [];

/** @param {string} name @returns {string} its index's */
const upper = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** @param {object} reader @param {import('../../lib/engine/layout.js').Field} field */
const read = (reader, { any, tcp }) => /** @type {Record<string, number>} */ (reader)[String(any ?? tcp)];

test('readers give the words of the layout that they are named after', () => {
  const flows = talk();
  const fields = ['Flow', 'FlowTimes', 'Direction', 'Space'].map(offered);
  expect(Math.min(...fields.map(({ length }) => length))).toBeGreaterThan(0);
  const [ints, floats, dirInts, dirFloats] = fields;
  const index = (/** @type {object} */ constant, /** @type {string} */ name) =>
    /** @type {Record<string, number>} */ (constant)[upper(name)];
  for (const field of ints) expect(read(flows.at(0), field)).toBe(flows.int(0, index(FLOW, field.name)));
  for (const field of floats) expect(read(flows.at(0), field)).toBe(flows.float(0, index(FLOW_F, field.name)));
  for (const endpoint of [0, 1]) {
    const direction = flows.direction(0, endpoint);
    for (const field of dirInts) expect(read(direction, field)).toBe(flows.dirInt(0, endpoint, index(DIR, field.name)));
    for (const field of dirFloats) {
      expect(read(direction, field)).toBe(flows.dirFloat(0, endpoint, index(DIR_F, field.name)));
    }
  }
});

test('a conversation tells packets, bytes, times, ends and what its handshake agreed', () => {
  const flows = talk();
  const flow = flows.at(0);
  expect([flow.packets, flow.endNs - flow.startNs, flow.handshakeNs]).toEqual([6, 53e6, 21e6]);
  expect([0, 1].map((endpoint) => flow.direction(endpoint).bytes)).toEqual([100, 300]);
  expect([0, 1].map((endpoint) => flows.direction(0, endpoint).mss)).toEqual([1460, 1400]);
  expect([flows.state(0), flows.handshake(0)]).toEqual(['established', 'complete']);
  const { address } = flows.endpoint(0, 1);
  const word = flow.addressWord(1, 3) >>> 0;
  expect([24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff).join('.')).toBe(address);
});

test('the shortest round trip is null where none was measured', () => {
  const flows = talk();
  expect(flows.direction(0, 0).shortestRttNs).toBe(20e6);
  expect(roundTripsOf(flows, 0)).toEqual({ handshake: 0.021, path: 0.02 });
  const alone = new Conversation();
  alone.send('client', { flags: SYN });
  const { flows: unanswered } = track(pcap(alone.packets));
  expect(unanswered.direction(0, 0).shortestRttNs).toBeNull();
  expect(roundTripsOf(unanswered, 0)).toEqual({ handshake: null, path: null });
});
