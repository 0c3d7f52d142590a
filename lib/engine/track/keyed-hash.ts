// A strongly universal hash: the sum of a message's words, each times a secret of 64 bits (multilinear hashing, Lemire
// and Kaser 2014), folded by one more multiplication. The secrets are random for each capture, so that no crafted
// capture can make connections collide: two messages are no more likely to than with random hashes. The secrets are in
// the memory, so all instances on it have the same hash.
import { reserve } from '../base/memory';

/** Words of the longest message, two IPv6 addresses and ports. */
const MAX_WORDS: i32 = 9;
/** The initial sum, a factor for each word, and that of the fold. */
export const HASH_SECRETS: i32 = MAX_WORDS + 2;
export const hashSecrets: usize = reserve((<usize>HASH_SECRETS) << 3);

// @ts-ignore: decorator
@inline
function secret(index: i32): u64 {
  return load<u64>(hashSecrets + ((<usize>index) << 3));
}

/** Of three words. */
export function hashOfThree(first: u32, second: u32, third: u32): i32 {
  return folded(secret(0) + first * secret(1) + second * secret(2) + third * secret(3));
}

/** Of two ranges of four words, and one more word. */
export function hashOfNine(first: usize, second: usize, last: u32): i32 {
  let sum = secret(0) + last * secret(MAX_WORDS);
  for (let word = 0; word < 4; word++) {
    sum +=
      load<u32>(first + ((<usize>word) << 2)) * secret(1 + word) +
      load<u32>(second + ((<usize>word) << 2)) * secret(5 + word);
  }
  return folded(sum);
}

// @ts-ignore: decorator
@inline
function folded(sum: u64): i32 {
  return <i32>(((sum ^ (sum >> 32)) * (secret(HASH_SECRETS - 1) | 1)) >> 32);
}
