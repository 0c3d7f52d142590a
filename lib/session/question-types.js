/** A session's requests and responses: the types of `answers.js`, which is not loaded here. */

/** @typedef {typeof import('./answers.js').answers} Answers */
/** @typedef {keyof Answers} Method */

/**
 * A method's parameters, if any.
 * @template {Method} M
 * @typedef {Parameters<Answers[M]> extends [unknown, infer Q, ...unknown[]] ? Q : Record<string, never>} Question
 */

/**
 * @template {Method} M
 * @typedef {Awaited<ReturnType<Answers[M]>>} Answer
 */

export {};
