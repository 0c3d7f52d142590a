/**
 * What an analysis thread can be asked, and what comes back: the types of `worker/answers.js`, of which nothing is
 * loaded here.
 */

/** @typedef {typeof import('../worker/answers.js').answers} Answers */
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
