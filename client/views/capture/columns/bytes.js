import { formatBytes } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'bytes',
  words: 'Bytes',
  isUsual: true,
  cells: [
    {
      key: 'bytesOut',
      head: 'Bytes →',
      label: 'Payload bytes of both directions',
      sort: 'bytes',
      first: 'desc',
      figures: true,
      create: textCell(({ bytes }) => formatBytes(bytes[0])),
    },
    {
      key: 'bytesBack',
      head: '←',
      label: 'Payload bytes server → client',
      figures: true,
      create: textCell(({ bytes }) => formatBytes(bytes[1])),
    },
  ],
};
