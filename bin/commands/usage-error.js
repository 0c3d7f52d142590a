/** The command line was used wrongly; the message is half a sentence that says how. */
export class UsageError extends Error {}
