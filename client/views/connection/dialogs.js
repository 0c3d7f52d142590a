/** Dialogs of the connection view, loaded when the first of them opens: as one script, since each alone is small. */
export { openDecodeAs } from './head/decode-as.js';
export { openValuesSheet } from './head/values-sheet.js';
export { openLegendSheet } from './help/legend-sheet.js';
export { openPacketSheet } from './stream/packet-sheet.js';
export { openStreamSheet } from './stream/stream-sheet.js';
