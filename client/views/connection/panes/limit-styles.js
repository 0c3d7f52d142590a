/** Limits in words and styles: the colour says who, the pattern how hard. */

/** Shorter sums of a limit are not shown. */
export const MIN_LIMIT_SECONDS = 0.0005;

/** @typedef {'solid' | 'hatched' | 'outlined' | 'hairline'} Pattern */
/**
 * `words` in a list, `short` in the ribbon.
 * @typedef {{ words: string, short: string, colour: keyof import('../../../base/theme.js').Colours,
 *   pattern: Pattern }} CauseStyle
 */

/**
 * @param {string} words
 * @param {string} short
 * @param {CauseStyle['colour']} colour
 * @param {Pattern} pattern
 * @returns {CauseStyle}
 */
const style = (words, short, colour, pattern) => ({ words, short, colour, pattern });

/** @type {Readonly<Record<string, CauseStyle>>} */
const CAUSES = {
  congestion_window: style('Congestion window limited', 'cwnd', 'cwnd', 'solid'),
  receive_window: style('Receive window limited', 'Receive window', 'win', 'solid'),
  zero_window: style('Zero window', 'Zero window', 'win', 'hatched'),
  flow_control_connection: style('Connection flow control limited', 'MAX_DATA', 'win', 'solid'),
  flow_control_stream: style('Stream flow control limited', 'MAX_STREAM_DATA', 'win', 'hatched'),
  stream_limit: style('Stream limit reached', 'MAX_STREAMS', 'win', 'outlined'),
  pacing: style('Paced', 'Pacing', 'ink2', 'hatched'),
  anti_amplification: style('Amplification limit', 'Amplification', 'net', 'hatched'),
  credit: style('Flow-control credit used up', 'Credit', 'win', 'hatched'),
  send_buffer: style('Send buffer limited', 'Send buffer', 'ink3', 'hatched'),
  fixed_window: style('Fixed window (send buffer or stack)', 'Fixed window', 'ink3', 'hatched'),
  application: style('Application limited', 'Application', 'ink3', 'solid'),
  nagle: style('Nagle', 'Nagle', 'ink2', 'hatched'),
  network: style('Bandwidth limited', 'Bandwidth', 'net', 'solid'),
  recovery: style('Loss recovery', 'Recovery', 'retx', 'solid'),
  retransmission_timeout: style('Retransmission timeout (RTO)', 'RTO', 'retx', 'hatched'),
  path_mtu: style('Path MTU exceeded', 'Path MTU', 'net', 'hatched'),
  handshake: style('Handshake', 'Handshake', 'c2s', 'outlined'),
  not_observable: style('Not observable (window scale unknown)', '', 'line2', 'hairline'),
  idle: style('Idle', '', 'line2', 'hairline'),
};

/** @param {string} cause */
export const causeStyle = (cause) => CAUSES[cause] ?? CAUSES.idle;
