/** The cost of a path grows with the packets of its captures, however alike these are: counted, not timed. */
import { jest } from '@jest/globals';

import { Rows } from '../../../lib/path/rows.js';
import { fileOf, pathOf, simulated } from './support/captures.js';

/** @typedef {import('./support/captures.js').Frame} Frame */

const LINK = { delayMs: 10, rateKbps: 20_000, queueBytes: 30_000 };
const [base] = simulated({
  path: [{ name: 'link', clientToServer: LINK, serverToClient: LINK }],
  traffic: [{ kind: 'bulk', from: 'client', bytes: 40_000 }],
  taps: [{ at: 'client' }, { at: 'server' }],
});

/** @param {number} times @param {(index: number) => Frame} frameOf @returns {Uint8Array} behind the handshake */
const repeated = (times, frameOf) =>
  fileOf([
    ...base.slice(0, 4),
    ...Array.from({ length: times }, (_, index) => ({ ...frameOf(index), ns: base[4].ns + index * 1000 })),
  ]);

/**
 * Reads of packets' fields while two captures are laid over each other and described.
 * @param {Uint8Array} one @param {Uint8Array} other
 */
async function readsOf(one, other) {
  let reads = 0;
  const names = /** @type {const} */ (['next', 'flowEnd', 'length', 'seqOffset', 'timeNs', 'flags']);
  const spies = names.map((name) => {
    const original = Rows.prototype[name];
    return jest.spyOn(Rows.prototype, name).mockImplementation(
      /** @this {Rows} @param {number} row */ function (row) {
        reads++;
        return original.call(this, row);
      },
    );
  });
  const path = await pathOf([one, other]);
  reads += [...path.packets()].length;
  path.verdict();
  for (const spy of spies) spy.mockRestore();
  return reads;
}

/** @param {Frame} frame @param {number} start @returns {Frame} the same bytes from another place on */
function moved(frame, start) {
  const bytes = frame.bytes.slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(38, view.getUint32(38) + start);
  return { ...frame, bytes };
}

const data = base.filter(({ bytes }) => bytes.length > 500)[0];
const pure = base.filter(({ bytes }) => bytes.length < 80)[3];

test.each([
  ['one acknowledgement, over and over', () => pure, () => pure],
  ['one segment, sent again and again', () => data, () => data],
  [
    'segments that overlap those of the other capture by halves',
    (/** @type {number} */ index) => moved(data, index * 1448),
    (/** @type {number} */ index) => moved(data, index * 1448 + 724),
  ],
])('packets that are all alike: %s', async (_name, frameOf, otherOf) => {
  const [few, many] = [400, 1600];
  const short = await readsOf(repeated(few, frameOf), repeated(few + 7, otherOf));
  const long = await readsOf(repeated(many, frameOf), repeated(many + 7, otherOf));
  expect(short).toBeGreaterThan(few);
  expect(long / short).toBeLessThan((many / few) * 1.5);
});
