import { createModel } from '../../../client/views/connection/data/model.js';
import { bytesSent, intervalsIn, packetsSent } from '../../../client/views/connection/panes/optional/io-intervals.js';
import { OPTIONAL_PANES } from '../../../client/views/connection/panes/optional/registry.js';
import { paneValues } from '../../../client/views/connection/panes/pane-values.js';
import { flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS } from '../support/packet-columns.js';

const model = createModel(flowOf(), columnsOf(ONE_LOSS), [], null);
const whole = model.limits;
const sum = (/** @type {Iterable<number>} */ values) => [...values].reduce((so, value) => so + value, 0);

test.each([1e6, 7e6, 10e6, 1e9])('intervals of %d ns have all packets and bytes, each once', (lengthNs) => {
  const { direction, length, rows } = model.columns;
  const packets = intervalsIn(model, whole, lengthNs, packetsSent);
  const bytes = intervalsIn(model, whole, lengthNs, bytesSent);
  for (const of of [0, 1]) {
    const ours = Array.from({ length: rows }, (_, row) => row).filter((row) => direction[row] === of);
    expect(sum(packets.of[of])).toBe(ours.length);
    expect(sum(bytes.of[of])).toBe(sum(ours.map((row) => length[row])));
  }
});

test('a packet belongs to the interval that begins with it', () => {
  const { times, of } = intervalsIn(model, whole, 1e6, packetsSent);
  const [first] = model.columns.time;
  expect([times[0], of[0][0] + of[1][0]]).toEqual([first, 1]);
});

test('there are never too many intervals', () => {
  expect(intervalsIn(model, whole, 1, packetsSent).count).toBeLessThanOrEqual(2001);
});

test('every optional pane has its title, words and values', () => {
  expect(new Set(OPTIONAL_PANES.map(({ id }) => id)).size).toBe(OPTIONAL_PANES.length);
  for (const { id, title, words, heights } of OPTIONAL_PANES) {
    expect([title('kB').length > 0, words.length > 0, heights.length]).toEqual([true, true, 3]);
    expect(paneValues(id, model, 1, whole, 10e6).total).toBeGreaterThanOrEqual(0);
  }
  expect(paneValues('io-bytes', model, 1, whole, 10e6).total).toBeGreaterThan(0);
});
