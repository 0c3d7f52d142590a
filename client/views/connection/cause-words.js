/** What held the data back, in words and paint. Colour says who, pattern how hard. */

/** @typedef {'solid' | 'hatched' | 'outlined' | 'hairline'} Pattern */
/** @typedef {{ words: string, short: string, colour: keyof import('../../base/theme.js').Colours, pattern: Pattern }} CauseStyle */

/** @param {string} words @param {string} short @param {CauseStyle['colour']} colour @param {Pattern} pattern @returns {CauseStyle} */
const style = (words, short, colour, pattern) => ({ words, short, colour, pattern });

/** @type {Readonly<Record<string, CauseStyle>>} */
const CAUSES = {
  congestion_window: style('Congestion window', 'cwnd', 'cwnd', 'solid'),
  receive_window: style('Receive window', 'Receive window', 'win', 'solid'),
  zero_window: style('Zero window', 'Zero window', 'win', 'hatched'),
  credit: style('Flow-control credit used up', 'Credit', 'win', 'hatched'),
  send_buffer: style('Send buffer', 'Send buffer', 'ink3', 'hatched'),
  application: style('Sender had no data', 'No data', 'ink3', 'solid'),
  nagle: style('Small segment held for an ACK', 'Nagle', 'ink2', 'hatched'),
  network: style('Path full', 'Path full', 'net', 'solid'),
  recovery: style('Loss recovery', 'Recovery', 'retx', 'solid'),
  retransmission_timeout: style('Waiting for a timer', 'Time-out', 'retx', 'hatched'),
  handshake: style('Handshake', 'Handshake', 'c2s', 'outlined'),
  idle: style('Idle', '', 'line2', 'hairline'),
};

/** @param {string} cause */
export const causeStyle = (cause) => CAUSES[cause] ?? CAUSES.idle;
