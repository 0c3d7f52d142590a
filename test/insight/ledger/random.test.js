/** What always holds of a ledger, on connections drawn by lot. */
import { sumsOf } from '../../../lib/insight/ledger/strip.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { faultsOf, ledgersOf } from './support/ledgers.js';

/**
 * @typedef {{ end: number, flags: number, seq: number, ack: number, bytes: number, us: number, isLost: boolean }} Sent
 */

const FLAGS = ['', '', '', 'PSH', 'FIN', 'RST', 'SYN'];
const CALM = { numRuns: 60 };

/** @type {import('fast-check').Arbitrary<Sent>} */
const anyPacket = fc.record({
  end: fc.integer({ min: 0, max: 1 }),
  flags: fc.integer({ min: 0, max: FLAGS.length - 1 }),
  seq: fc.integer({ min: 0, max: 6 }),
  ack: fc.integer({ min: 0, max: 6 }),
  bytes: fc.constantFrom(0, 0, 1, 100, 1000),
  us: fc.constantFrom(0, 1, 500, 40_000, 250_000, 3_000_000, 70_000_000),
  isLost: fc.boolean(),
});

/** @param {Sent} packet */
const lineOf = ({ end, flags, seq, ack, bytes, us, isLost }) =>
  [
    `+${us}us`,
    end === 0 ? 'client' : 'server',
    FLAGS[flags],
    bytes > 0 && FLAGS[flags] !== 'SYN' ? `data ${bytes}` : '',
    `seq ${seq * 500}`,
    `ack ${ack * 500}`,
    isLost ? 'lost' : '',
  ]
    .filter((word) => word !== '')
    .join(' ');

test('seconds sum to the duration, whatever the packets', () => {
  fc.assert(
    fc.property(fc.array(anyPacket, { minLength: 1, maxLength: 30 }), fc.boolean(), (packets, isShaken) => {
      const shake = ['client SYN mss 1460 ws 7 sack ts', '+40ms server SYN-ACK mss 1460 ws 7 sack ts', 'client ACK'];
      const lines = [...(isShaken ? shake : []), ...packets.map(lineOf)];
      for (const ledger of ledgersOf(pcap(script({}, ...lines)))) {
        expect(faultsOf(ledger)).toEqual([]);
        const sumNs = Object.values(sumsOf(ledger.intervals)).reduce((sum, ns) => sum + ns, 0);
        expect(sumNs).toBe(ledger.endNs - ledger.startNs);
      }
    }),
    CALM,
  );
});

test('times that are all longer by a factor give times that are', () => {
  const ms = (/** @type {number} */ least, /** @type {number} */ most) => fc.integer({ min: least, max: most });
  const exchange = fc.record({ thinkMs: ms(1, 900), idleMs: ms(1, 900), bytes: fc.constantFrom(100, 1460) });
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 6 }), ms(2, 80), ms(2, 5), (exchanges, rttMs, factor) => {
      const sums = [1, factor].map((times) => {
        const wait = (/** @type {number} */ one) => `+${Math.round(one * times * 1000)}us`;
        const lines = [
          'client SYN mss 1460',
          `${wait(rttMs)} server SYN-ACK mss 1460`,
          'client ACK',
          ...exchanges.flatMap(({ thinkMs, idleMs, bytes }) => [
            `${wait(idleMs)} client PSH data 50`,
            `${wait(rttMs + thinkMs)} server PSH data ${bytes}`,
            'client ACK',
          ]),
        ];
        return sumsOf(ledgersOf(pcap(script({}, ...lines)))[0].intervals);
      });
      const [before, after] = sums;
      for (const owner of /** @type {(keyof typeof before)[]} */ (Object.keys({ ...before, ...after }))) {
        // what a packet takes by itself, in scripts 10 µs, does not grow
        expect(Math.abs((after[owner] ?? 0) - factor * (before[owner] ?? 0))).toBeLessThan(1e6 * factor);
      }
    }),
    CALM,
  );
});
