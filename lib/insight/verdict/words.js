import { rateText as rateOf } from '../../shared/text/quantities.js';

export { partText } from '../../shared/text/quantities.js';

/**
 * Display name of a limit, by its name in `CAUSES` (../sender/causes.js) or, of QUIC's, in `QUIC_LIMITS`
 * (lib/transport/quic/sent.js).
 * @type {Readonly<Record<string, string>>}
 */
export const LIMIT_TITLES = Object.freeze({
  congestion_window: 'Congestion window limited',
  receive_window: 'Receive window limited',
  zero_window: 'Zero window',
  send_buffer: 'Send buffer limited',
  application: 'Application limited',
  network: 'Bandwidth limited',
  recovery: 'Loss recovery',
  retransmission_timeout: 'Retransmission timeout (RTO)',
  handshake: 'Handshake',
  idle: 'Idle',
  nagle: 'Nagle',
  credit: 'Flow-control credit used up',
  path_mtu: 'Path MTU exceeded',
  fixed_window: 'Fixed window',
  flow_control_connection: 'Connection flow control limited',
  flow_control_stream: 'Stream flow control limited',
  stream_limit: 'Stream limit reached',
  pacing: 'Pacing limited',
  anti_amplification: 'Amplification limit',
});

/** Parts of a sentence stand so: "Bandwidth limited · 4.99 of 6.84 s (73 %)". */
export const BETWEEN = ' · ';

/** @param {number} bytesPerSecond @returns {string} "about 7.7 Mbit/s" */
export const rateText = (bytesPerSecond) => `about ${rateOf(bytesPerSecond)}`;
