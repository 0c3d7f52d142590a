/** Types of HTTP/3's frames and unidirectional streams, and identifiers of its settings. */

/** RFC 9114 section 7.2, RFC 9218 section 7.2, draft-ietf-webtrans-http3. */
export const FRAME = Object.freeze({
  DATA: 0,
  HEADERS: 1,
  CANCEL_PUSH: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  GOAWAY: 7,
  MAX_PUSH_ID: 13,
  WEBTRANSPORT_STREAM: 0x41,
  PRIORITY_UPDATE: 0xf0700,
  PRIORITY_UPDATE_PUSH: 0xf0701,
});

/** RFC 9114 section 6.2, RFC 9204 section 4.2, draft-ietf-webtrans-http3. */
export const STREAM = Object.freeze({ CONTROL: 0, PUSH: 1, QPACK_ENCODER: 2, QPACK_DECODER: 3, WEBTRANSPORT: 0x54 });

export const SETTING = Object.freeze({ QPACK_MAX_TABLE_CAPACITY: 1 });

/** RFC 9114 section 7.2.4.1, RFC 9204 section 5, RFC 9220, RFC 9297, drafts of both and of WebTransport. */
export const SETTING_NAMES = new Map([
  [SETTING.QPACK_MAX_TABLE_CAPACITY, 'qpackMaxTableCapacity'],
  [6, 'maxFieldSectionSize'],
  [7, 'qpackBlockedStreams'],
  [8, 'enableConnectProtocol'],
  [0x33, 'h3Datagram'],
  [0x276, 'h3DatagramDraft00'],
  [0xffd277, 'h3DatagramDraft04'],
  [0x2b603742, 'enableWebTransport'],
  [0xc671706a, 'webTransportMaxSessions'],
  [0x14e9cd29, 'webTransportMaxSessions'],
]);
