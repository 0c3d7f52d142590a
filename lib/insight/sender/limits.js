/** What held a sender back; index = value of `limit` (core/limits.ts tells it). */
export const LIMITS = /** @type {const} */ ([
  'congestion_window',
  'receive_window',
  'send_buffer',
  'application',
  'network',
  'handshake',
  'idle',
]);
export const LIMIT = Object.freeze({
  CONGESTION_WINDOW: 0,
  RECEIVE_WINDOW: 1,
  SEND_BUFFER: 2,
  APPLICATION: 3,
  NETWORK: 4,
  HANDSHAKE: 5,
  IDLE: 6,
});
