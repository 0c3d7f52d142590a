/** @returns {{ analysed: Promise<void>, settleAnalysed: () => void }} a promise, and what keeps it */
export function deferred() {
  let settleAnalysed = () => {};
  /** @type {Promise<void>} */
  const analysed = new Promise((resolve) => {
    settleAnalysed = resolve;
  });
  return { analysed, settleAnalysed };
}
