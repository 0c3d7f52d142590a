/** What held the data back, in words and paint. Colour says who, pattern how hard. */

/** @typedef {'solid' | 'hatched' | 'outlined' | 'hairline'} Pattern */
/**
 * `words` in a list, `short` in the ribbon, `verdict` as what held a connection back.
 * @typedef {{ words: string, short: string, verdict: string, colour: keyof import('../../../base/theme.js').Colours,
 *   pattern: Pattern }} CauseStyle
 */

/**
 * @param {string} words
 * @param {string} short
 * @param {CauseStyle['colour']} colour
 * @param {Pattern} pattern
 * @param {string} [verdict]
 * @returns {CauseStyle}
 */
const style = (words, short, colour, pattern, verdict = words) => ({ words, short, verdict, colour, pattern });

/** @type {Readonly<Record<string, CauseStyle>>} */
const CAUSES = {
  congestion_window: style('Congestion window', 'cwnd', 'cwnd', 'solid', 'Congestion window limited'),
  receive_window: style('Receive window', 'Receive window', 'win', 'solid', 'Receive window limited'),
  zero_window: style('Zero window', 'Zero window', 'win', 'hatched'),
  credit: style('Flow-control credit used up', 'Credit', 'win', 'hatched'),
  send_buffer: style('Send buffer', 'Send buffer', 'ink3', 'hatched', 'Send buffer limited'),
  application: style('Sender had no data', 'No data', 'ink3', 'solid', 'Application limited'),
  nagle: style('Small segment held for an ACK', 'Nagle', 'ink2', 'hatched', 'Held back by Nagle'),
  network: style('Path full', 'Path full', 'net', 'solid'),
  recovery: style('Loss recovery', 'Recovery', 'retx', 'solid'),
  retransmission_timeout: style('Waiting for a timer', 'Timer', 'retx', 'hatched'),
  handshake: style('Handshake', 'Handshake', 'c2s', 'outlined'),
  idle: style('Idle', '', 'line2', 'hairline'),
};

/** @param {string} cause */
export const causeStyle = (cause) => CAUSES[cause] ?? CAUSES.idle;
