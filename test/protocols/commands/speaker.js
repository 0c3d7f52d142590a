/** What a property needs of a protocol. */

/**
 * A protocol: how a conversation begins; the n-th command and its answer, each of which names n; what follows a burst.
 * @typedef {object} Speaker
 * @property {string[]} first
 * @property {(n: number) => [command: string, answer: string]} exchange
 * @property {[command: string, answer: string]} [afterBurst]
 * @property {boolean} [isAlone] no command is sent before the answer to the one before
 */

/**
 * Conversations with a new word in every text.
 * @typedef {(c: import('../../report/support/canary-inputs.js').Canary) =>
 *   import('../../report/support/canary-inputs.js').Said[]} Canaries
 */

export {};
