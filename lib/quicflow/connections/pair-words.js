import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';

/** Source, destination, ports, and the scope of VLANs and tunnels. */
export const PAIR_WORDS = 2 * ADDRESS_WORDS + 2;

/**
 * The ends of a datagram as words, to be compared and hashed.
 * @param {Int32Array} words written
 * @param {import('../../packet/datagram-batch.js').Datagrams} batch @param {number} i
 * @param {boolean} isReversed the destination first
 */
export function writePair(words, { source, destination, ports, scope }, i, isReversed) {
  const at = i * ADDRESS_WORDS;
  const [first, second] = isReversed ? [destination, source] : [source, destination];
  for (let word = 0; word < ADDRESS_WORDS; word++) {
    words[word] = first[at + word];
    words[ADDRESS_WORDS + word] = second[at + word];
  }
  words[PAIR_WORDS - 2] = isReversed ? (ports[i] << 16) | (ports[i] >>> 16) : ports[i];
  words[PAIR_WORDS - 1] = scope[i];
}
