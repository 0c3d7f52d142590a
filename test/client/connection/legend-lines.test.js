import { valueText } from '../../../client/views/connection/panes/legend-lines.js';

test.each([
  ['SRTT', '62.5 ms', 'SRTT 62.5 ms'],
  ['Acked', '8.40 Mbit/s', 'Acked 8.40 Mbit/s'],
  ['Flight', '69 504 · 90 %', '69 504 · 90 %'],
  [undefined, '12', '12'],
])('%s %s stands left of the axis as %j', (short, value, text) => {
  expect(valueText(short, value)).toBe(text);
});
