// A strongly universal hash: the sum of a message's words, each times a secret of 64 bits (multilinear hashing, Lemire
// and Kaser 2014), folded by one more multiplication. The secrets are drawn anew for each capture, so that nobody can
// write a capture whose connections collide: two messages are as likely to as if their hashes were drawn. The secrets
// lie in the memory: all instances there hash alike.
import { reserve } from '../base/memory';

/** Of the longest message, two IPv6 addresses and ports. */
const MOST_WORDS: i32 = 9;
/** What the sum begins with, a factor for each word, and that of the fold. */
export const HASH_SECRETS: i32 = MOST_WORDS + 2;
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

/** Of two stretches of four words, and one word more. */
export function hashOfNine(first: usize, second: usize, last: u32): i32 {
  let sum = secret(0) + last * secret(MOST_WORDS);
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
