// SipHash-1-3 (Aumasson and Bernstein 2012, with one round per word and three at the end, as Rust and Python hash with it). Its key is drawn anew for
// each capture, so that nobody can write a capture whose connections collide. It lies in the memory: every instance there hashes alike.
import { reserve } from "../../packet/core/memory";

@unmanaged
class Key {
  low: u64;
  high: u64;
}
const key: Key = changetype<Key>(reserve(offsetof<Key>()));

const LAST_ROUNDS: i32 = 3;

/** By the first instance, once. */
export function setHashKey(low: u64, high: u64): void {
  key.low = low;
  key.high = high;
}

/**
 * @param words where the message's whole words lie
 * @param count of them
 * @param last the bytes that are left over, and the message's length in the uppermost byte
 */
export function keyedHash(words: usize, count: i32, last: u64): u64 {
  let v0 = key.low ^ 0x736f6d6570736575, v1 = key.high ^ 0x646f72616e646f6d;
  let v2 = key.low ^ 0x6c7967656e657261, v3 = key.high ^ 0x7465646279746573;
  for (let round = 0; round <= count + LAST_ROUNDS; round++) {
    let word: u64 = 0;
    if (round < count) word = load<u64>(words + (<usize>round << 3));
    else if (round == count) word = last;
    else if (round == count + 1) v2 ^= 0xff;
    v3 ^= word;
    v0 += v1;
    v2 += v3;
    v1 = rotl<u64>(v1, 13) ^ v0;
    v3 = rotl<u64>(v3, 16) ^ v2;
    v0 = rotl<u64>(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = rotl<u64>(v1, 17) ^ v2;
    v3 = rotl<u64>(v3, 21) ^ v0;
    v2 = rotl<u64>(v2, 32);
    v0 ^= word;
  }
  return v0 ^ v1 ^ v2 ^ v3;
}
