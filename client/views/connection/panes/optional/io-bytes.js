import { formatBytes } from '../../../../base/format.js';
import { byteUnit } from '../../../../plot/value-scale.js';
import { bytesSent, intervalPane } from './io-intervals.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  ...intervalPane({ what: 'bytes', sent: bytesSent, words: (bytes) => formatBytes(bytes), unitOf: byteUnit }),
  id: 'io-bytes',
  words: 'Bytes per interval, both directions',
  valuesWords: 'Bytes per interval',
  title: (unit) => `Bytes sent, ${unit}`,
};
