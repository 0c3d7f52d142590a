import { roundTripsShown } from '../rtt.js';
import { drawDelayPane } from './acknowledged-panes.js';
import { lineValues } from './value-series.js';

/** @type {import('./registry.js').OptionalPaneKind} */
export const pane = {
  id: 'delay',
  words: 'Time to the ACK, in steps of 20 ms',
  valuesWords: 'Time to the ACK',
  isUsual: false,
  heights: [84, 80, 80],
  title: (unit) => `Time to ACK, ${unit}`,
  caption: () => 'by arrival, 20 ms',
  captionPx: 12,
  legend: () => [{ sign: 'sequence_ack', words: () => 'Packet to its ACK' }],
  draw: drawDelayPane,
  values: (model, direction) => [lineValues('packet to its ACK', 'ns', roundTripsShown(model, direction).all)],
};
