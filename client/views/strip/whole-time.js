import { TimeWindow } from '../timeline/window/time-window.js';

/** All of the capture, always: what is selected in it is all that changes. */
export class WholeTime extends TimeWindow {
  zoomTo() {}
  zoomIn() {}
}
