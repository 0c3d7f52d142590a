/** Facts about an HTTP/3 connection; kept after its end, unlike its parser. */
export class Http3Facts {
  /** By the endpoint that sends. @type {[SideFacts, SideFacts]} */
  sides = [new SideFacts(), new SideFacts()];
}

/** Facts about one end of it. */
export class SideFacts {
  /** The settings that this end sent. @type {Map<number, number>} */
  settings = new Map();
  /** Requests that it sent. */
  streams = 0;
  /** Its streams of requests and responses that it reset. */
  resets = 0;
  /** Those of the other end that it no longer wanted (STOP_SENDING). */
  refusals = 0;
  /** PRIORITY_UPDATE frames. */
  priorityUpdates = 0;
  /** Requests that it promised to answer unasked. */
  pushes = 0;
  /** The highest push that it allows; −1: none. */
  maxPushId = -1;
  /** Its latest GOAWAY. @type {{ id: number, frame: number }|null} */
  goAway = null;
  /** Frames, settings and streams that mean nothing (RFC 9114 section 7.2.8), and others of unknown types. */
  reserved = 0;
  unknown = 0;
  /** Streams of WebTransport. */
  webTransportStreams = 0;
  /** HTTP datagrams (RFC 9297). */
  datagrams = 0;
  datagramBytes = 0;
  /** Of QPACK: what its encoder sent. */
  encoderBytes = 0;
  tableCapacity = 0;
  inserted = 0;
  /** Field sections of this end that waited for its encoder's instructions. */
  blockedSections = 0;
  blockedNs = 0;
  /** What its decoder reported. */
  acknowledged = 0;
  cancelled = 0;
}
