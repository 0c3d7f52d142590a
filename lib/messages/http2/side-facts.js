import { FlowControl } from './flow-control.js';

/** What is shown of an end of an HTTP/2 connection; kept when the connection is over, unlike what reads it. */
export class SideFacts {
  /** The latest value of each setting that this end sent. @type {Map<number, number>} */
  settings = new Map();
  /** Streams that it opened or promised. */
  streams = 0;
  /** RST_STREAM frames that it sent. */
  resets = 0;
  /** PRIORITY frames that it sent, and HEADERS with a priority. */
  priorities = 0;
  /** Its latest GOAWAY. @type {{ lastStream: number, error: number, frame: number }|null} */
  goAway = null;
  /** Of the DATA that it sends. */
  flow = new FlowControl();
}
