import { createModel, takePath } from '../../../client/views/connection/data/model.js';
import { fileName } from '../../../client/views/connection/head/file-name.js';
import { paneValues, valuesCsv } from '../../../client/views/connection/panes/pane-values.js';
import { flowOf } from '../support/connection.js';
import { columnsOf, ONE_LOSS, pathOf } from '../support/packet-columns.js';

const model = createModel(flowOf(), columnsOf(ONE_LOSS), [], null);
await takePath(model, await pathOf(ONE_LOSS));
const inView = { startNs: 15e6, endNs: 65e6 };

test('the twin of the time–sequence has its segments, repeats and acknowledgements', () => {
  const { total, rows } = paneValues('sequence', model, 1, inView, 1e6);
  const all = rows(0, total);
  expect(all).toHaveLength(total);
  expect(
    all.filter(({ what }) => what === 'segment').map(({ timeNs, value, end }) => [timeNs / 1e6, value, end]),
  ).toEqual([
    [20, 1, 101],
    [21, 101, 201],
    [22, 201, 301],
    [23, 301, 401],
  ]);
  expect(all.filter(({ what }) => what === 'retransmitted').map(({ value }) => value)).toEqual([101]);
  expect(all.filter(({ what }) => what === 'acknowledged').map(({ value }) => value)).toEqual([1, 101, 101, 101, 401]);
});

test('pages of rows make up the whole', () => {
  const values = paneValues('sequence', model, 1, inView, 1e6);
  const paged = [0, 4, 8, 12, 16, 20, 24].flatMap((from) => values.rows(from, from + 4));
  expect(paged).toEqual(values.rows(0, 28));
});

test.each(/** @type {const} */ (['window', 'rtt', 'throughput', 'acked', 'delay', 'flight', 'sizes']))(
  '%s has values',
  (id) => {
    expect(paneValues(id, model, 1, inView, 10e6).total).toBeGreaterThan(0);
  },
);

test('throughput is a value a window', () => {
  const { rows, total } = paneValues('throughput', model, 1, inView, 10e6);
  expect(
    rows(0, total)
      .filter(({ what }) => what === 'sent')
      .map(({ value }) => value),
  ).toEqual([320_000, 0, 80_000, 0, 0]);
});

test('CSV has a head, a line a value, and seconds to the nanosecond', () => {
  const [head, body] = valuesCsv(paneValues('sizes', model, 1, inView, 1e6), model.originNs);
  expect(head).toBe('time_s,what,value,end,unit\r\n');
  expect(body.split('\r\n')[0]).toBe('0.020000000,payload,100,,bytes');
});

test.each([
  ['dump.pcap', 'dump-connection-3.svg'],
  ['../a b\u0000/c.pcap.gz', 'a-b-c-connection-3.svg'],
  ['...', 'capture-connection-3.svg'],
])('%j is saved as %j', (name, file) => {
  expect(fileName(name, 3, 'svg')).toBe(file);
});
