import { CoordinateBuffer } from '../../../client/plot/level-of-detail.js';
import { escapeXml, svgRenderer } from '../../../client/plot/svg-renderer.js';
import fc from '../../support/properties.js';

const of = (/** @type {number[]} */ ...numbers) => {
  const buffer = new CoordinateBuffer();
  for (let i = 0; i < numbers.length; i += 2) buffer.point(numbers[i], numbers[i + 1]);
  return buffer;
};
const made = () => svgRenderer({ width: 100, height: 50, title: 'a & b', ground: '#fff' });

test('every call becomes its shape, in the order of the calls', () => {
  const svg = made();
  svg.polyline(of(0, 1, 2, 3), { colour: 'red', width: 1.5, dash: [2, 3] });
  svg.lines(of(0, 1, 0, 9, 5, 1, 5, 9), { colour: 'red' });
  svg.columns(of(3, 4, 5, 8), { colour: 'blue', width: 2 });
  svg.dots(of(7, 7), 2, { colour: 'blue', alpha: 0.5 });
  svg.rect({ x: 1, y: 2, width: 3, height: 4 }, { colour: 'green' });
  svg.ring(5, 5, 3, { colour: 'ink' });
  svg.hatch({ x: 1, y: 2, width: 3, height: 4 }, { colour: 'green', spacing: 5, width: 1, ground: 0.1 });
  svg.clipped({ x: 0, y: 0, width: 9, height: 9 }, () =>
    svg.text('R', 4, 5, { colour: 'red', align: 'right', plate: '#fff' }),
  );
  const file = svg.file();
  const at = [
    'M0 1L2 3" fill="none" stroke="red" stroke-width="1.5" stroke-dasharray="2 3"',
    'M0 1L0 9M5 1L5 9',
    'M3 3h2v6h-2z" fill="blue"',
    'M5 7a2 2 0 1 0 4 0',
    'fill-opacity="0.5"',
    '<rect x="1" y="2" width="3" height="4" fill="green"/>',
    '<circle cx="5" cy="5" r="3"',
    'url(#hatch0)',
    '<g clip-path="url(#clip1)">',
    'text-anchor="end" fill="red">R</text>',
    '</g>',
  ].map((part) => file.indexOf(part));
  expect(at.every((index, i) => index >= 0 && (i === 0 || index > at[i - 1]))).toBe(true);
  expect(file).toMatch(/^<svg [^>]*width="100" height="50"/);
  expect(file).toContain('<title>a &#38; b</title>');
});

test('where texts are measured they are that long whatever font stands in', () => {
  const svg = svgRenderer({ width: 100, height: 50, title: '', ground: '#fff', measure: (text) => text.length * 6 });
  svg.text('Segment', 0, 0, { colour: 'red' });
  expect(svg.file()).toContain(' textLength="42" lengthAdjust="spacingAndGlyphs">Segment</text>');
});

test('captured text stays text: no markup, nothing that XML cannot hold', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('</text><script>alert(1)</script>', '"><x', ']]>', '\u0000\u0008', '\ud800'),
      ),
      (text) => {
        const svg = made();
        svg.text(text, 0, 0, { colour: 'red' });
        const [, content] = /<text [^>]*>([^<]*)<\/text>/.exec(svg.file()) ?? [];
        expect(content).toBe(escapeXml(text));
        expect(content).not.toMatch(/[<>"']|&(?!#\d+;)|[\ufffe\uffff]/);
        expect([...(content ?? '')].every((letter) => letter >= ' ')).toBe(true);
      },
    ),
  );
});
