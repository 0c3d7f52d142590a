import { MAX_POINT_KINDS, plottedConnections } from '../../../lib/session/plotted-connections.js';
import { plottedFigure } from '../../../lib/shared/filter/plotted.js';

/** @typedef {import('../../../lib/shared/filter/plotted.js').PlottedFigure} PlottedFigure */

const [x, y] = ['rtt', 'bytes'].map((id) => /** @type {PlottedFigure} */ (plottedFigure(id)));

/** @param {string[]} titles of the connections' verdicts @param {'none'|'finding'} by */
function plotted(titles, by) {
  const connections = /** @type {any} */ ({
    count: titles.length,
    numberOf: (/** @type {number} */ index) => index + 100,
    filtered: {
      reader: (/** @type {string} */ name) => (/** @type {number} */ index) =>
        (name === 'rtt' ? [null, 0.01, 0.02] : [0, 10, 20])[index],
      whole: () => () => 0,
    },
  });
  const findings = /** @type {any} */ ({ verdict: (/** @type {number} */ index) => ({ title: titles[index] }) });
  const rows = Uint32Array.from(titles.keys());
  return plottedConnections(connections, findings, rows, { x, y, by }, async () => undefined);
}

test('a row a connection: its number, two figures, and its kind, the commonest first', async () => {
  const { rows, meta, columns } = await plotted(['Reset', 'Bufferbloat', 'Bufferbloat'], 'finding');
  expect(rows).toBe(3);
  expect(meta).toEqual({ total: 3, kinds: ['Bufferbloat', 'Reset'] });
  expect([...columns.flow]).toEqual([100, 101, 102]);
  expect([...columns.x]).toEqual([NaN, 0.01, 0.02]);
  expect([...columns.y]).toEqual([0, 10, 20]);
  expect([...columns.kind]).toEqual([1, 0, 0]);
});

test('kinds beyond the commonest are one, and without kinds all are of the first', async () => {
  const titles = Array.from({ length: MAX_POINT_KINDS + 3 }, (_, i) => `finding ${i}`);
  const { meta, columns } = await plotted([...titles, 'finding 9'], 'finding');
  expect(meta.kinds).toEqual(['finding 9', ...titles.slice(0, MAX_POINT_KINDS - 1), null]);
  expect([...columns.kind].at(-2)).toBe(0);
  expect([...columns.kind].filter((kind) => kind === MAX_POINT_KINDS)).toHaveLength(3);
  const plain = await plotted(titles, 'none');
  expect(plain.meta.kinds).toEqual([]);
  expect(new Set(plain.columns.kind)).toEqual(new Set([0]));
});
