/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** A stretch of time with one value. @typedef {{ startNs: number, endNs: number, value: number }} Span */
/** @typedef {{ startNs: number, endNs: number }} Stretch */

/**
 * Spans in order without those that have no length; neighbours with one value that touch are one.
 * @param {Span[]} spans
 * @returns {Span[]}
 */
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

/** Those that overlap or touch as one. @param {readonly Stretch[]} stretches @returns {Stretch[]} by start */
export function together(stretches) {
  /** @type {Stretch[]} */
  const list = [];
  for (const { startNs, endNs } of [...stretches].sort((a, b) => a.startNs - b.startNs)) {
    const last = list.at(-1);
    if (last !== undefined && startNs <= last.endNs) last.endNs = Math.max(last.endNs, endNs);
    else list.push({ startNs, endNs });
  }
  return list;
}

/**
 * Spans in order that have another value within some stretches, where they had one of `from`. Linear in both.
 * @param {Span[]} spans @param {Stretch[]} stretches by start, none touching the next
 * @param {readonly number[]} from @param {number} to
 * @returns {Span[]}
 */
export function overlaid(spans, stretches, from, to) {
  if (stretches.length === 0) return spans;
  /** @type {Span[]} */
  const list = [];
  let next = 0;
  for (const { startNs, endNs, value } of spans) {
    if (!from.includes(value)) {
      list.push({ startNs, endNs, value });
      continue;
    }
    while (next < stretches.length && stretches[next].endNs <= startNs) next++;
    let atNs = startNs;
    for (let k = next; k < stretches.length && stretches[k].startNs < endNs; k++) {
      const fromNs = Math.max(atNs, stretches[k].startNs);
      const toNs = Math.min(stretches[k].endNs, endNs);
      list.push({ startNs: atNs, endNs: fromNs, value }, { startNs: fromNs, endNs: toNs, value: to });
      atNs = toNs;
    }
    list.push({ startNs: atNs, endNs, value });
  }
  return joinedSpans(list);
}

/** Instead of what is cut out. */
const CUT = -1;

/**
 * Spans in order without some stretches.
 * @param {Span[]} spans @param {Stretch[]} stretches by start, none touching the next
 */
export const without = (spans, stretches) =>
  overlaid(spans, stretches, [...new Set(spans.map(({ value }) => value))], CUT).filter(({ value }) => value !== CUT);

/**
 * Stretches of one value, each burst's until the next, the last one's until the connection's last packet; none without
 * length.
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

/**
 * Data that follows the handshake within this did not wait for an application: Linux sends within 0.1 ms of the
 * SYN-ACK, gVisor, smoltcp and FreeBSD in user space within 0.05 to 1 ms as recorded.
 */
const AT_ONCE_NS = 2e6;

/**
 * Before the first burst: the handshake, then a zero window or else an application without data yet.
 * @param {Bursts} bursts
 * @param {import('../../transport/path.js').Handshake} handshake
 * @param {{ handshake: number, application: number, shut: number }} value
 * @returns {Span[]}
 */
export function openingSpans({ count, startNs }, { synNs, establishedNs, shutNs, openedNs }, value) {
  if (synNs === null || count === 0) return [];
  const firstNs = startNs[0];
  const shakenNs = establishedNs === null || firstNs - establishedNs < AT_ONCE_NS ? firstNs : establishedNs;
  const between = (/** @type {number} */ ns) => Math.max(shakenNs, Math.min(ns, firstNs));
  const fromNs = between(shutNs ?? firstNs);
  const toNs = between(openedNs ?? firstNs);
  return joinedSpans([
    { startNs: synNs, endNs: shakenNs, value: value.handshake },
    { startNs: shakenNs, endNs: fromNs, value: value.application },
    { startNs: fromNs, endNs: toNs, value: value.shut },
    { startNs: toNs, endNs: firstNs, value: value.application },
  ]);
}
