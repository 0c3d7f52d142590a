import { ConnectionIndex } from '../../../lib/session/connection-index.js';
import fc from '../../support/properties.js';

/** @typedef {{ key: number|string, text: string }} Connection */

/** @param {Connection[]} connections */
function tables(connections) {
  const asked = { sorts: 0 };
  return {
    asked,
    index: new ConnectionIndex({
      get count() {
        return connections.length;
      },
      get indexes() {
        return Uint32Array.from(connections, (_, i) => i);
      },
      placeOf: (i) => i,
      sortValue: (i) => {
        asked.sorts += 1;
        return connections[i].key;
      },
      searchText: (i) => connections[i].text,
      filtered: { reader: () => (i) => connections[i].key, whole: () => () => 0, hasFrame: () => false },
    }),
  };
}

const view = { sort: 'bytes', descending: false, text: '' };

test('any page of any order is a page of a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.boolean(), (keys, descending) => {
      const { index } = tables(keys.map((key) => ({ key, text: '' })));
      const sign = descending ? -1 : 1;
      const expected = keys.map((_, i) => i).sort((a, b) => sign * (keys[a] - keys[b]) || a - b);
      expect([...index.view({ ...view, descending }, { version: 1, ended: true }).rows]).toEqual(expected);
    }),
  );
});

test.each([
  ['numbers', [3, 1, 2], false, [1, 2, 0]],
  ['texts', ['b', 'a', 'c'], true, [2, 0, 1]],
  ['what is not there, last', [NaN, 2, NaN, 1], false, [3, 1, 0, 2]],
  ['what is not there, last in the other direction too', [NaN, 2, NaN, 1], true, [1, 3, 0, 2]],
])('sorts %s', (_what, keys, descending, expected) => {
  const { index } = tables(keys.map((key) => ({ key, text: '' })));
  expect([...index.view({ ...view, descending }, { version: 1, ended: true }).rows]).toEqual(expected);
});

test.each([
  ['', [0, 1, 2]],
  ['shop', [0, 2]],
  ['  SHOP   :443 ', [2]],
  ['nothing', []],
  ['10.0.0.1', [0, 1]],
])('“%s” is found where every word occurs', (text, expected) => {
  const { index } = tables(
    ['10.0.0.1:80 shop', '10.0.0.1:443', '10.9.0.1:443 shop'].map((searched, key) => ({ key, text: searched })),
  );
  expect([...index.view({ ...view, text }, { version: 1, ended: true }).rows]).toEqual(expected);
});

test('the next page costs no new sort, a new version does', () => {
  const { index, asked } = tables([
    { key: 2, text: '' },
    { key: 1, text: '' },
  ]);
  index.view(view, { version: 1, ended: true });
  index.view(view, { version: 1, ended: true });
  expect(asked.sorts).toBe(2);
  index.view(view, { version: 2, ended: true });
  expect(asked.sorts).toBe(4);
});

test('while the capture grows, a view of just now will do', () => {
  const connections = [
    { key: 2, text: '' },
    { key: 1, text: '' },
  ];
  const { index } = tables(connections);
  index.view(view, { version: 1, ended: false });
  connections.push({ key: 0, text: '' });
  expect(index.view(view, { version: 2, ended: false })).toMatchObject({ version: 1, rows: Uint32Array.of(1, 0) });
  expect(index.view(view, { version: 2, ended: true })).toMatchObject({ version: 2, rows: Uint32Array.of(2, 1, 0) });
});

test('the first connection is seen at once', () => {
  /** @type {Connection[]} */
  const connections = [];
  const { index } = tables(connections);
  expect(index.view(view, { version: 0, ended: false }).rows).toHaveLength(0);
  connections.push({ key: 1, text: '' });
  expect(index.view(view, { version: 1, ended: false }).rows).toHaveLength(1);
});

test('texts are made ahead once, step by step, and a filter makes none again', async () => {
  const asked = { texts: 0, turns: 0 };
  const index = new ConnectionIndex({
    count: 3,
    indexes: Uint32Array.of(0, 1, 2),
    placeOf: (i) => i,
    sortValue: () => 0,
    searchText: (i) => {
      asked.texts += 1;
      const until = performance.now() + 11;
      while (performance.now() < until);
      return `host-${i}`;
    },
    filtered: { reader: () => () => 0, whole: () => () => 0, hasFrame: () => false },
  });
  const turn = async () => {
    asked.turns += 1;
  };
  await Promise.all([index.readAhead(turn), index.readAhead(turn)]);
  expect(asked).toEqual({ texts: 3, turns: 3 });
  expect([...index.view({ ...view, text: 'host-1' }, { version: 1, ended: true }).rows]).toEqual([1]);
  expect(asked.texts).toBe(3);
});
