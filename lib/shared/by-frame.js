/**
 * Two lists of packets in the order of their frames, as one.
 * @template {{ frame: number }} A
 * @template {{ frame: number }} B
 * @param {Iterable<A>} first @param {Iterable<B>} second
 * @returns {Generator<A|B>}
 */
export function* byFrame(first, second) {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const packet of first) {
    for (; !other.done && other.value.frame < packet.frame; other = others.next()) yield other.value;
    yield packet;
  }
  for (; !other.done; other = others.next()) yield other.value;
}
