import { FATE } from '../../../lib/quicflow/recovery/fates.js';
import { recover } from '../../../lib/quicflow/recovery/recover.js';
import fc from '../../support/properties.js';
import { script } from './script.js';

const KINDS = ['initial', 'handshake', '0rtt', '1rtt'];
const number = fc.oneof(fc.nat(12), fc.constantFrom('-', 2 ** 53, 2 ** 31));
const frame = fc.oneof(
  fc.tuple(fc.nat(12), fc.nat(12)).map(([low, more]) => `ack:${low}-${low + more}`),
  fc.constant('ack:0-2+5-9007199254740992:65535'),
  fc.tuple(fc.nat(3), fc.nat(4), fc.nat(4)).map(([id, from, length]) => `stream:${id}:${from * 100}:${length * 100}`),
  fc.nat(4).map((from) => `crypto:${from * 100}:100`),
  fc.constantFrom(
    'ping',
    'padding',
    'handshake_done',
    'max_data:9',
    'max_stream_data:1:9',
    'close',
    'path:1',
    'spin:1',
  ),
);
const packet = fc.tuple(
  fc.nat(400),
  fc.constantFrom('c', 's'),
  fc.constantFrom(...KINDS),
  number,
  fc.nat(1400),
  fc.array(frame, { maxLength: 4 }),
);
const packets = fc.array(packet, { minLength: 1, maxLength: 60 }).map((list) =>
  list
    .sort(([a], [b]) => a - b)
    .map(([ms, end, kind, pn, bytes, frames]) => `${ms} ${end} ${kind} ${pn} ${bytes} ${frames.join(' ')}`)
    .join('\n'),
);

test('whatever packets say, each number has one fate, and bytes in flight are those of numbers without', () => {
  fc.assert(
    fc.property(packets, (text) => {
      const { directions } = recover(script(text), { parameters: [{ initial_max_data: 500 }, {}] });
      for (const sent of directions) {
        const { sends, walk } = sent;
        const { log } = walk;
        let inFlight = 0;
        for (let k = 0; k < sends.count; k++) {
          if (walk.fate[k] === FATE.OUTSTANDING && sends.inFlight[k]) inFlight += sends.bytes[k];
        }
        const losses = sent.losses();
        expect(new Set(losses.map(({ space, pn }) => `${space} ${pn}`)).size).toBe(losses.length);
        expect(log.inFlight.subarray(0, log.count).every((bytes) => bytes >= 0)).toBe(true);
        if (log.count > 0 && !losses.some(({ cause }) => cause === 'pto')) {
          expect(log.inFlight[log.count - 1]).toBe(inFlight);
        }
        sent.limits({ cwndAt: () => 1200, packetBytes: 1200, rttNs: 1 });
        sent.initialWindow(1);
        sent.spinSamples();
        sent.probes();
      }
    }),
  );
});

test('numbers that are never acknowledged are looked at once, not at each acknowledgement', () => {
  const PACKETS = 30_000;
  const lines = Array.from({ length: PACKETS }, (_, pn) => [
    `${pn} s 1rtt ${pn} 1200 stream:0:${pn * 100}:100`,
    `${pn} c 1rtt ${pn} 40 ack:${pn - (pn % 2)}`,
  ]);
  const packets = script(lines.flat().join('\n'));
  const start = process.cpuUsage().user;
  recover(packets, { parameters: [{}, {}] });
  expect(process.cpuUsage().user - start).toBeLessThan(2e6);
});

test('an acknowledgement of ten thousand ranges, again and again, takes no longer than its bytes do', () => {
  const ranges = Array.from({ length: 10_000 }, (_, at) => `${2 * at}`).join('+');
  const sent = Array.from({ length: 500 }, (_, pn) => `${pn / 100} s 1rtt ${pn} 1200 stream:0:${pn * 100}:100`);
  const acks = Array.from({ length: 50 }, (_, pn) => `${60 + pn} c 1rtt ${pn} 40 ack:${ranges}`);
  const text = script([...sent, ...acks].join('\n'));
  const start = process.cpuUsage().user;
  recover(text, { parameters: [{}, {}] });
  expect(process.cpuUsage().user - start).toBeLessThan(3e6);
});
