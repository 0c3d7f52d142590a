/**
 * Consumer of the reassembled bytes of connections. Calls of one endpoint's stream come in stream order; `streamOffset`
 * 0 is the first byte after the SYN (or the first byte seen, where the capture starts in mid-connection).
 *
 * `endpoint` 0 sent the connection's first captured packet, 1 is the other; roles are in the flow table, since they may
 * still be a guess.
 *
 * @typedef {object} StreamSink
 * @property {(flow: number, endpoint: 0|1, streamOffset: number, bytes: Uint8Array, start: number, end: number, at:
 *   Place) => number} onData `bytes[start, end)` are the stream's bytes from `streamOffset` on; valid only during the
 *   call. Returns the stream offset of the next byte it wants to see: bytes before that are skipped without a call (a
 *   body whose length is known), `Infinity` skips all. An offset far beyond any stream's pauses it until
 *   `FlowTable.wake`. The call that brings the wanted byte may start after `streamOffset` of the last call's end, never
 *   before.
 * @property {(flow: number, endpoint: 0|1, streamOffset: number, length: number, at: Place) => number} onGap `length`
 *   bytes from `streamOffset` on will never come (lost at the capture point, cut by the snap length, over a memory
 *   limit). Called only when the gap reaches the wanted byte or goes beyond it, or the sink asked for all gaps
 *   (`FlowTable.reportGaps`), and then with the whole gap. Returns as `onData`.
 * @property {(flow: number, endpoint: 0|1, how: 'fin'|'rst'|'capture_end', at: Place, code?: number) => void} onEnd
 *   The stream ends here. A reset of either endpoint ends both with `rst`, the sender first: called for each not ended
 *   before, and before its end the data held for that endpoint is handed on. `capture_end` comes once for each endpoint
 *   not ended before. QUIC's streams have one direction each that resets, with a code.
 * @property {(flow: number, endpoint: 0|1, code: number, at: Place) => void} [onStop] the endpoint wants no more of a
 *   stream of QUIC
 * @property {() => void} [onBatch] a batch of segments was handed on
 * @property {Uint8Array} [needle] up to eight bytes that every start of a message holds, for `FlowTable.skim`
 *
 * @typedef {object} Place Where in the capture: one object, refilled for each call.
 * @property {number} frame the frame that carried the bytes (for gaps and ends: that revealed it)
 * @property {number} timeNs its time, ns since the capture's first packet
 * @property {number} deliveredFrame the frame at which the bytes became in order, `frame` or later
 * @property {number} deliveredNs its time
 * @property {boolean} [isEarly] whether a 0-RTT packet of QUIC carried them
 */
export {};
