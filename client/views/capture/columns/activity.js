import { fill } from '../../../base/dom.js';
import { sparkline } from '../../../components/sparkline.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'activity',
  words: 'Bytes over time',
  isUsual: true,
  cells: [
    {
      key: 'activity',
      head: 'Bytes over time',
      create(cell) {
        const spark = sparkline();
        fill(cell, spark.element);
        return (row) => {
          const [clientToServer, serverToClient, repeats] = row?.activity.bins ?? [[], [], []];
          spark.set({ clientToServer, serverToClient, repeats });
        };
      },
    },
  ],
};
