/** How long V8 has to search for integer keys in Maps and Sets. */

/** V8's hash of an integer of 32 bits (`ComputeUnseededHash`), the same in every process. @param {number} key */
export function v8Hash(key) {
  let hash = (~key + (key << 15)) | 0;
  hash ^= hash >>> 12;
  hash = (hash + (hash << 2)) | 0;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  return (hash ^ (hash >>> 16)) & 0x3fffffff;
}

/**
 * The longest chain of a table with half as many buckets as keys, as V8 makes them.
 * @param {Iterable<number>} keys integers of 32 bits
 */
export function longestChain(keys) {
  const all = [...new Set(keys)];
  const buckets = 2 ** Math.max(1, Math.ceil(Math.log2(all.length)) - 1);
  const chains = new Uint32Array(buckets);
  for (const key of all) chains[v8Hash(key) & (buckets - 1)]++;
  return chains.reduce((most, length) => Math.max(most, length), 0);
}

/** Odd numbers up to 2^31 that V8 hashes alike in their lowest bits. @param {number} count @param {number} bits */
export function collidingIds(count, bits) {
  const ids = [];
  const mask = 2 ** bits - 1;
  for (let id = 1; ids.length < count && id < 2 ** 31; id += 2) if ((v8Hash(id) & mask) === 0) ids.push(id);
  return ids;
}

/** @param {() => void} run @returns {number} the longest chain of integer keys in any Map or Set that it added to */
export function longestChainOf(run) {
  /** @type {Map<object, Set<number>>} */
  const keysOf = new Map();
  const { set } = Map.prototype;
  const { add } = Set.prototype;
  const note = (/** @type {object} */ table, /** @type {unknown} */ key) => {
    if (typeof key !== 'number' || (key | 0) !== key) return;
    const keys = keysOf.get(table) ?? new Set();
    add.call(keys, key);
    set.call(keysOf, table, keys);
  };
  Map.prototype.set = function noted(key, value) {
    note(this, key);
    return set.call(this, key, value);
  };
  Set.prototype.add = function noted(value) {
    note(this, value);
    return add.call(this, value);
  };
  try {
    run();
  } finally {
    Map.prototype.set = set;
    Set.prototype.add = add;
  }
  return Math.max(0, ...[...keysOf.values()].map(longestChain));
}
