/** What figures and tables of studies look like, as text: SVG, CSV, and the table of claims. */
import { expectationsTable, tableText } from '../../lib/studies/claims-table.js';
import { axisScale, tickText } from '../../lib/studies/figures/axis-scale.js';
import { figureCsv, tableCsv } from '../../lib/studies/figures/figure-csv.js';
import { figureSvg } from '../../lib/studies/figures/figure-svg.js';

/** @type {import('../../lib/studies/study.js').Figure} */
const FIGURE = {
  id: 'one',
  title: 'Load & <latency>',
  xLabel: 'load, Mbit/s',
  yLabel: 'latency, s',
  series: [
    {
      name: 'fibre, "50"',
      points: [
        [0, 0],
        [10, 5],
        [20, null],
        [30, 10],
      ],
    },
    { name: 'satellite', points: [[5, 2]], style: { kind: 'dots', color: 'c2s' } },
  ],
};

test('a linear axis ends at ticks, and has nought on it', () => {
  expect(axisScale([1, 9.3]).ticks).toEqual([0, 2, 4, 6, 8, 10]);
  expect(axisScale([100, 104]).ticks).toEqual([0, 20, 40, 60, 80, 100, 120]);
  expect(axisScale([-7, -3]).ticks.at(-1)).toBe(0);
  expect(axisScale([-3, 3]).ticks).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  expect([0, 5, 10].map(axisScale([1, 9.3]).place)).toEqual([0, 0.5, 1]);
});

test('a logarithmic axis spans what is above nought', () => {
  const { ticks, place } = axisScale([0, 1, 64], 'log');
  expect(ticks).toEqual([1, 2, 5, 10, 20, 50]);
  expect([place(1), place(8), place(64)].map((at) => Number(at.toFixed(9)))).toEqual([0, 0.5, 1]);
  expect(axisScale([1, 1e6], 'log').ticks).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
});

test.each([[[]], [[7]], [[0]], [[-2, -2]], [[NaN, 3]]])(
  'an axis of %j still has two ticks and finite places',
  (values) => {
    const { ticks, place } = axisScale(values);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(Number.isFinite(place(ticks[1]))).toBe(true);
  },
);

test('ticks in words', () => {
  expect([0, -0.5, 1e-6, 1234, 12_345_678, 0.1 + 0.2].map(tickText)).toEqual([
    '0',
    '\u22120.5',
    '0.000001',
    '1234',
    '12\u202f345\u202f678',
    '0.3',
  ]);
});

test('a figure as SVG: text is escaped, a gap breaks the line, only a file of its own brings colours', () => {
  const svg = figureSvg(FIGURE);
  const embedded = figureSvg(FIGURE, { standalone: false });
  expect(svg).toContain('Load &amp; &lt;latency&gt;');
  expect(svg).toContain('fibre, &quot;50&quot;');
  expect(svg).toContain('load, Mbit/s');
  const path = String(/<path d="(M[^"]*)" fill="none" stroke="var\(--s2c\)"/.exec(svg)?.[1]);
  expect(path.match(/M/g)?.length).toBe(2);
  expect([svg.includes('<style>'), embedded.includes('<style>')]).toEqual([true, false]);
  expect(embedded).toContain('fill="var(--c2s)"');
});

test("a figure for a phone: as wide as asked for, the title in lines, no tick's figures in another's", () => {
  const title = 'Round trips from the request to the last byte of the answer';
  const wide = {
    ...FIGURE,
    title,
    series: [
      {
        name: 'a',
        points: /** @type {[number, number][]} */ ([
          [0, 0],
          [9_000_000, 1],
        ]),
      },
    ],
  };
  const svg = figureSvg(wide, { width: 300 });
  const texts = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)].map(([, x, y, text]) => ({
    x: Number(x),
    y: Number(y),
    text,
  }));
  expect(svg).toContain('viewBox="0 0 300 ');
  const words = title.split(' ');
  const lines = texts.filter(({ text }) => text.split(' ').every((word) => words.includes(word)));
  expect(lines.map(({ text }) => text).join(' ')).toBe(title);
  expect(lines.length).toBeGreaterThan(1);
  const below = Math.max(...texts.filter(({ text }) => /^[\d\u202f]+$/.test(text)).map(({ y }) => y));
  const ticks = texts.filter(({ y }) => y === below);
  expect(ticks.length).toBeGreaterThan(1);
  ticks
    .slice(1)
    .forEach(({ x, text }, i) => expect(x - ticks[i].x).toBeGreaterThan((text.length + ticks[i].text.length) * 3));
  expect(figureSvg(wide, { width: 100 })).toContain('viewBox="0 0 280 ');
});

test('lines are named where they end, no name in another; a phone, and marks without lines, have a legend', () => {
  const names = ['10 connections', '20 connections', '35 connections', 'no proxy'];
  /** @type {import('../../lib/studies/study.js').Series[]} */
  const series = names.map((name, index) => ({ name, points: [[0, 0], [1, 100], index < 3 ? [2, 100] : [1.5, 60]] }));
  const figure = { ...FIGURE, series };
  const svg = figureSvg(figure);
  const plotRight = Number(/<rect x="72" y="[\d.]+" width="([\d.]+)"/.exec(svg)?.[1]) + 72;
  const beside = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)]
    .map(([, x, y, text]) => ({ x: Number(x), y: Number(y), text }))
    .filter(({ text }) => names.includes(text));
  expect(beside.map(({ text }) => text)).toEqual(names); // from top to bottom
  for (const { x } of beside) expect(x).toBeGreaterThan(plotRight);
  beside.slice(1).forEach(({ y }, i) => expect(y - beside[i].y).toBeGreaterThanOrEqual(12));

  const dotted = {
    ...figure,
    series: series.map((one) => ({ ...one, style: { kind: /** @type {const} */ ('dots') } })),
  };
  for (const withLegend of [figureSvg(figure, { width: 400 }), figureSvg(dotted)]) {
    for (const name of names) expect(withLegend.split(`>${name}<`).length).toBe(2);
    expect(withLegend).not.toContain('stroke-dasharray="1 3"');
  }
});

test('a figure and a table as CSV', () => {
  expect(figureCsv(FIGURE)).toBe(
    'series,"load, Mbit/s","latency, s"\n"fibre, ""50""",0,0\n"fibre, ""50""",10,5\n"fibre, ""50""",20,\n"fibre, ""50""",30,10\nsatellite,5,2\n',
  );
  expect(
    tableCsv({
      title: 't',
      columns: [{ name: 'time', unit: 's' }, { name: 'what' }],
      rows: [
        [1.5, 'a'],
        [null, 'b,c'],
      ],
    }),
  ).toBe('time [s],what\n1.5,a\n,"b,c"\n');
});

test('expectations as a table of text: passed and missed', () => {
  const row = { id: 'A', expectation: 'speed', expected: 2, measured: 2.1, tolerance: '± 0.2', passed: true };
  const text = tableText(expectationsTable([row, { ...row, id: 'B', measured: 3, passed: false, note: 'why' }]));
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual(
    [
      ['id', 'what', 'expected', 'measured', 'tolerance', 'result', 'note'],
      ['A', 'speed', '2', '2.1', '± 0.2', 'pass'],
      ['B', 'speed', '2', '3', '± 0.2', 'miss', 'why'],
      [''],
    ].map((cells) => cells.map((cell) => expect.stringContaining(cell))),
  );
});
