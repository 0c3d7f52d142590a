/** What a page alone cannot do, and where it is available. */
export const ELSEWHERE =
  'Live capture, studies and Fleet need Selfclock on your machine: "npm ci && npm start" in its checkout starts it.';
