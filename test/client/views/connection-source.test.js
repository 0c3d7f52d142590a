import { ConnectionSource } from '../../../client/views/capture/connection-source.js';

/** @typedef {{ flow: number, size: number }} FakeRow */

/** A server with connections that grow. */
function fakeServer() {
  /** @type {FakeRow[]} */
  const rows = [];
  /** @type {string[]} */
  const asked = [];
  return {
    rows,
    asked,
    api: /** @type {any} */ ({
      async connections(/** @type {string} */ _id, /** @type {any} */ { sort, order, offset, limit }) {
        asked.push(`${sort} ${order} ${offset}`);
        const sorted = [...rows].sort((a, b) => (sort === 'bytes' ? a.size - b.size : a.flow - b.flow));
        if (order === 'desc') sorted.reverse();
        return {
          version: 1,
          total: rows.length,
          matched: rows.length,
          offset,
          rows: sorted.slice(offset, offset + limit).map((row) => ({ ...row })),
        };
      },
    }),
  };
}

/** @param {ReturnType<typeof fakeServer>} server @param {string} sort */
async function open(server, sort) {
  const order = /** @type {const} */ ({ sort, order: 'desc', text: '' });
  const source = new ConnectionSource({
    api: server.api,
    captureId: 'c',
    order,
    onChange: () => source.need(0, 20),
    onError: (error) => {
      throw error;
    },
  });
  await source.setOrder(order);
  return source;
}

/** @param {ConnectionSource} source @param {number} count */
const flows = (source, count) => Array.from({ length: count }, (_, i) => source.rowAt(i)?.flow ?? null);

describe('connections that come page by page', () => {
  test('a growing capture brings new rows and a new order', async () => {
    const server = fakeServer();
    server.rows.push({ flow: 0, size: 10 }, { flow: 1, size: 5 });
    const source = await open(server, 'bytes');
    server.rows.push({ flow: 2, size: 7 });
    await source.refresh({ hold: false });
    expect(flows(source, 3)).toEqual([0, 2, 1]);
    expect(source.matched).toBe(3);
  });

  test('while the order is held, rows keep their places, get new values, and the rest is counted', async () => {
    const server = fakeServer();
    server.rows.push({ flow: 0, size: 10 }, { flow: 1, size: 5 });
    const source = await open(server, 'bytes');
    server.rows[1].size = 50;
    server.rows.push({ flow: 2, size: 70 }, { flow: 3, size: 1 });
    await source.refresh({ hold: true });
    expect(flows(source, 2)).toEqual([0, 1]);
    expect(/** @type {any} */ (source.rowAt(1)).size).toBe(50);
    expect([source.matched, source.waiting]).toEqual([2, 2]);
    await source.refresh({ hold: false });
    expect(flows(source, 4)).toEqual([2, 1, 0, 3]);
    expect(source.waiting).toBe(null);
  });

  test('a page is asked for once, when it comes into view', async () => {
    const server = fakeServer();
    for (let flow = 0; flow < 1000; flow++) server.rows.push({ flow, size: flow });
    const source = await open(server, 'flow');
    source.need(590, 610);
    source.need(591, 611);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.asked).toEqual(['flow desc 0', 'flow desc 400', 'flow desc 600']);
    expect(source.rowAt(600)?.flow).toBe(399);
    expect(source.rowAt(999)).toBe(null);
  });

  test('a quick second choice of order wins over the first', async () => {
    const server = fakeServer();
    server.rows.push({ flow: 0, size: 1 }, { flow: 1, size: 2 });
    const source = await open(server, 'flow');
    await Promise.all([
      source.setOrder({ sort: 'bytes', order: 'asc', text: '' }),
      source.setOrder({ sort: 'bytes', order: 'desc', text: '' }),
    ]);
    expect(flows(source, 2)).toEqual([1, 0]);
    expect(source.order.order).toBe('desc');
  });
});
