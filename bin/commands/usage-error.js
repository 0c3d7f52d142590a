/** Wrong usage of the command line; the message is a clause that says how. */
export class UsageError extends Error {}
