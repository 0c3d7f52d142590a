/** The scale of confidence of what is inferred about a sender or a path, 0 … 1. */
export const SURE = 0.9;
export const LIKELY = 0.7;
export const POSSIBLE = 0.6;
