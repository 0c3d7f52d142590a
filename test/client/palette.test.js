/**
 * Holds the colours of marks to what people with any kind of colour vision can tell apart, by the figures that the
 * design promises.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const css = readFileSync(fileURLToPath(new URL('../../client/styles/tokens.css', import.meta.url)), 'utf8');
const [dark, light] = [/:root \{([^}]*)\}/, /:root\[data-theme="light"\] \{([^}]*)\}/].map((block) =>
  Object.fromEntries(
    [...(block.exec(css)?.[1] ?? '').matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  ),
);

/** Machado, Oliveira and Fernandes 2009, whole dichromacy, on linear RGB. @type {Record<string, number[][]>} */
const VISION = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** @param {string} hex @returns {number[]} linear RGB */
const linear = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
/** @param {number[][]} matrix @param {number[]} vector */
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i], 0));

/** @param {string} hex @param {number[][]} vision @returns {number[]} CIELAB, D65 */
function lab(hex, vision) {
  const seen = times(vision, linear(hex)).map((value) => Math.min(1, Math.max(0, value)));
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    seen,
  )
    .map((value, i) => value / [0.95047, 1, 1.08883][i])
    .map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = (/** @type {number} */ radians) => ((radians * 180) / Math.PI + 360) % 360;
const cosine = (/** @type {number} */ angle) => Math.cos((angle * Math.PI) / 180);

/** CIEDE2000 (Sharma, Wu and Dalal 2005). @param {number[]} one @param {number[]} other */
function difference([l1, a1, b1], [l2, a2, b2]) {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [degrees(Math.atan2(b1, p1)), degrees(Math.atan2(b2, p2))];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const dL = l2 - l1;
  const dC = c2 - c1;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const h = (h1 + turn / 2 + 360) % 360;
  const t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin((60 * Math.exp(-(((h - 275) / 25) ** 2)) * Math.PI) / 180);
  return Math.sqrt((dL / sl) ** 2 + (dC / sc) ** 2 + (dH / sh) ** 2 + rotation * (dC / sc) * (dH / sh));
}

test('the difference is that of the published examples', () => {
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(difference([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619])).toBeCloseTo(2.0373, 4);
});

/** The design's 11, less what rounding of the published matrices makes. */
const TOLD_APART = 10.8;
const MARKS = ['c2s', 'ack', 'win', 'retx', 'ooo', 'sack'];
const MARKS_BACK = ['s2c', 'ack', 'win', 'retx', 'ooo', 'sack'];
const pairs = (/** @type {string[]} */ names) =>
  names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other]));

describe.each(/** @type {const} */ (['dark', 'light']))('in the %s theme', (name) => {
  const colours = name === 'dark' ? dark : light;
  test.each(Object.keys(VISION))('marks of a pane differ for %s vision', (vision) => {
    const close = [MARKS, MARKS_BACK]
      .flatMap(pairs)
      .filter(
        ([one, other]) =>
          difference(lab(colours[one], VISION[vision]), lab(colours[other], VISION[vision])) < TOLD_APART,
      );
    expect(close).toEqual([]);
  });

  test("marks stand out from the plot's ground", () => {
    const brightness = (/** @type {string} */ hex) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0] + 0.05;
    const contrast = (/** @type {string} */ mark) =>
      [brightness(colours[mark]), brightness(colours.bg1)].sort((a, b) => b - a).reduce((a, b) => a / b);
    expect([...MARKS, 's2c', 'cwnd'].filter((mark) => contrast(mark) < 3)).toEqual([]);
    expect(['ink1', 'ink2', 'ink3', 'retx', 'ooo'].filter((text) => contrast(text) < 4.5)).toEqual([]);
  });
});
