import { FlowControl } from './flow-control.js';

/** Facts about an HTTP/2 connection; kept after its end, unlike its parser. */
export class Http2Facts {
  /** By the endpoint that sends. @type {[SideFacts, SideFacts]} */
  sides = [new SideFacts(), new SideFacts()];

  /** @param {import('./frame-log.js').FrameLog|null} frames null: not kept */
  constructor(frames) {
    this.frames = frames;
  }

  /** All of it, for a report. */
  get kept() {
    const { sides, frames } = this;
    return {
      sides: sides.map(({ flow: { stalls, stallCount, stalledNs, blocked }, ...side }) => ({
        ...side,
        flow: { stalls, stallCount, stalledNs, blocked },
      })),
      frames: frames && { rows: frames.rows, count: frames.count, isCut: frames.isCut },
    };
  }

  /**
   * @param {Http2Facts['kept']} kept
   * @param {import('./frame-log.js').FrameTable} table of its frames
   * @returns {Http2Facts} read only
   */
  static restored({ sides, frames }, table) {
    const facts = { sides, frames: frames && { ...frames, table } };
    return /** @type {Http2Facts} */ (/** @type {unknown} */ (facts));
  }
}

/** Facts about one end of it. */
export class SideFacts {
  /** The latest value of each setting that this end sent. @type {Map<number, number>} */
  settings = new Map();
  /** Streams that it opened or promised. */
  streams = 0;
  /** RST_STREAM frames that it sent. */
  resets = 0;
  /** PRIORITY frames that it sent, and HEADERS with a priority. */
  priorities = 0;
  /** PRIORITY_UPDATE frames that it sent (RFC 9218 section 7.1). */
  priorityUpdates = 0;
  /** Its latest GOAWAY. @type {{ lastStream: number, error: number, frame: number, text: string }|null} */
  goAway = null;
  /** Flow control of the DATA that it sends. */
  flow = new FlowControl();
}
