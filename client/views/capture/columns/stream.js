import { missing } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'stream',
  words: 'tcp.stream',
  isUsual: false,
  cells: [
    {
      key: 'stream',
      head: 'tcp.stream',
      label: "tcp.stream, Wireshark's number",
      sort: 'flow',
      first: 'asc',
      figures: true,
      create: textCell(({ stream }) => (stream === null ? missing : String(stream))),
    },
  ],
};
