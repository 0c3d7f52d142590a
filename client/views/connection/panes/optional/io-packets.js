import { formatNumber } from '../../../../base/format.js';
import { intervalPane, packetsSent } from './io-intervals.js';

const unitOf = () => ({ per: 1, unit: 'packets' });

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  ...intervalPane({ what: 'packets', sent: packetsSent, words: (packets) => formatNumber(packets), unitOf }),
  id: 'io-packets',
  words: 'Packets per interval, both directions',
  valuesWords: 'Packets per interval',
  title: () => 'Packets sent',
};
