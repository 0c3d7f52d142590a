/** What a session can be asked, and what comes back: the types of `answers.js`, of which nothing is loaded here. */

/** @typedef {typeof import('./answers.js').answers} Answers */
/** @typedef {keyof Answers} Method */

/**
 * What a method wants to know; nothing, of some.
 * @template {Method} M
 * @typedef {Parameters<Answers[M]> extends [unknown, infer Q, ...unknown[]] ? Q : Record<string, never>} Question
 */

/**
 * @template {Method} M
 * @typedef {Awaited<ReturnType<Answers[M]>>} Answer
 */

export {};
