/** @typedef {import('./bursts.js').Bursts} Bursts */

/** A stretch of time with one value. @typedef {{ startNs: number, endNs: number, value: number }} Span */

/** Spans in order without those that have no length; neighbours with one value that touch are one. @param {Span[]} spans @returns {Span[]} */
export function joinedSpans(spans) {
  /** @type {Span[]} */
  const list = [];
  for (const span of spans) {
    if (span.endNs <= span.startNs) continue;
    const last = list.at(-1);
    if (last?.value === span.value && last.endNs === span.startNs) last.endNs = span.endNs;
    else list.push({ ...span });
  }
  return list;
}

/**
 * Stretches of one value, each burst's until the next, the last one's until the connection's last packet; none without length.
 * @param {Bursts} bursts
 * @param {Uint8Array} values
 * @returns {Span[]}
 */
export function spansOf({ count, startNs, lastNs }, values) {
  /** @type {Span[]} */
  const list = [];
  for (let b = 0; b < count; b++) {
    const endNs = b + 1 < count ? startNs[b + 1] : Math.max(startNs[b], lastNs);
    if (b > 0 && values[b] === values[b - 1]) list[list.length - 1].endNs = endNs;
    else list.push({ startNs: startNs[b], endNs, value: values[b] });
  }
  return joinedSpans(list);
}

/** Data that follows the handshake as fast as this did not wait for an application. */
const AT_ONCE_NS = 2e6;

/**
 * When the handshake began, and when an end might send data: the client from the SYN-ACK on, the server from what acknowledges that.
 * @typedef {{ synNs: number | null, establishedNs: number | null }} Handshake nulls where it was not captured
 */

/**
 * Before the first burst: the handshake, and then an application that has nothing yet.
 * @param {Bursts} bursts @param {Handshake} handshake @param {{ handshake: number, application: number }} value
 * @returns {Span[]}
 */
export function openingSpans({ count, startNs }, { synNs, establishedNs }, value) {
  if (synNs === null || count === 0) return [];
  const shakenNs = establishedNs === null || startNs[0] - establishedNs < AT_ONCE_NS ? startNs[0] : establishedNs;
  return joinedSpans([{ startNs: synNs, endNs: shakenNs, value: value.handshake }, { startNs: shakenNs, endNs: startNs[0], value: value.application }]);
}
