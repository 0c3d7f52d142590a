/**
 * The guided examples, in their order. Each is an example of lib/simulator/examples.js, of the same name; its steps are
 * in steps.js, which is loaded with the guide.
 */

/** @type {readonly { name: string, title: string, words: string }[]} */
export const LESSONS = [
  { name: 'slow-start', title: 'Slow start', words: 'why a short download never gets to the bandwidth' },
  { name: 'fast-retransmit', title: 'A loss and its repair', words: 'duplicate ACKs, SACK, fast retransmit' },
  { name: 'zero-window', title: 'A closed receive window', words: 'a receiver that stops reading' },
];
