import { valueText } from '../../../client/views/connection/panes/legend-lines.js';

test.each([
  ['SRTT', '62.5 ms', 4, 'SRTT 62.5 ms'],
  ['Acked', '8.40 Mbit/s', 1, 'Acked 8.40 Mbit/s'],
  ['Acked', '8.40 Mbit/s', 4, '8.40 Mbit/s'],
  ['Flight', '69 504 · 90 %', 0, '69 504 · 90 %'],
  [undefined, '12', 4, '12'],
])('%s %s stands left of figures of the axis of %d letters as %j', (short, value, figures, text) => {
  expect(valueText(short, value, figures)).toBe(text);
});
