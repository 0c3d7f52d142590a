/** The events of a page without a server: of its own captures. */

/** @typedef {import('../state/events.js').Events} Events */

/**
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @returns {Events}
 */
export function localEvents(captures) {
  /** @type {{ id: string, flow: number|null }|null} */
  let watched = null;
  const never = () => () => false;
  return {
    onCaptures: (listener) =>
      captures.listenTo((id) => {
        const changed = captures.find(id);
        listener(changed ? { changed: [changed], removed: [] } : { changed: [], removed: [id] });
      }),
    onProgress: (listener) =>
      captures.listenTo((id, summary) => {
        if (summary === null || watched?.id !== id) return;
        const { version, connections, packets, watchedPackets } = summary;
        const { flow } = watched;
        const flowPackets = flow === null ? undefined : watchedPackets[flow];
        const ofFlow = flow === null || flowPackets === undefined ? null : { flow, packets: flowPackets };
        listener({ id, version, connections, packets, flow: ofFlow });
      }),
    onStudies: never,
    onServer: never,
    serverState: () => ({ connected: true, retryAt: null }),
    watch(target) {
      watched = target;
      captures.watch(target);
    },
    retryNow: () => undefined,
  };
}
