/** What of a connection is not plain (`PlainFlowWriter`): nothing, its end, all of it. */
export const MARK = Object.freeze({ PLAIN: 0, END: 1, WHOLE: 2 });
