/** Makes an input that shows a fault smaller, as long as it shows the same. */
import { concatBytes } from '../support/packets/frames.js';
import { isPcap, recordsOf } from './mutators/pcap.js';
import { blocksOf, isPcapng, joinBlocks } from './mutators/pcapng.js';

/** Trials that reducing one input may take. */
const MAX_TRIALS = 250;
const PCAP_HEADER = 24;
const MIN_PIECE = 16;

/**
 * @param {Uint8Array} bytes
 * @param {(bytes: Uint8Array) => Promise<boolean>} stillFails
 * @param {{ trials?: number, until?: () => boolean }} [limits] until: there is no time left
 * @returns {Promise<Uint8Array>} as small as was found
 */
export async function reduce(bytes, stillFails, { trials = MAX_TRIALS, until = () => false } = {}) {
  let left = trials;
  const fails = async (/** @type {Uint8Array} */ candidate) => left-- > 0 && !until() && stillFails(candidate);
  const { pieces, join } = piecesOf(bytes);
  const kept = await fewer(pieces, (some) => fails(join(some)));
  const small = kept.length === pieces.length ? bytes : join(kept);
  return join === concatBytes_ ? small : shorter(small, fails);
}

/** @param {Uint8Array[]} pieces */
const concatBytes_ = (pieces) => concatBytes(...pieces);

/**
 * Records, blocks, or stretches of bytes.
 * @param {Uint8Array} bytes
 * @returns {{ pieces: Uint8Array[], join: (pieces: Uint8Array[]) => Uint8Array }}
 */
function piecesOf(bytes) {
  if (isPcap(bytes)) {
    return { pieces: recordsOf(bytes), join: (pieces) => concatBytes(bytes.subarray(0, PCAP_HEADER), ...pieces) };
  }
  const isLittle = bytes[8] === 0x4d;
  if (isPcapng(bytes)) {
    const pieces = blocksOf(bytes).map((block) => joinBlocks([block], isLittle));
    if (pieces.reduce((sum, { length }) => sum + length, 0) === bytes.length) return { pieces, join: concatBytes_ };
  }
  const pieces = [];
  for (let at = 0; at < bytes.length; at += MIN_PIECE) pieces.push(bytes.subarray(at, at + MIN_PIECE));
  return { pieces, join: concatBytes_ };
}

/**
 * Leaves out ever smaller runs of pieces (Zeller's ddmin).
 * @param {Uint8Array[]} pieces
 * @param {(pieces: Uint8Array[]) => Promise<boolean>} fails
 */
async function fewer(pieces, fails) {
  let kept = pieces;
  for (let run = kept.length >> 1; run >= 1; run >>= 1) {
    for (let at = 0; at < kept.length;) {
      const without = [...kept.slice(0, at), ...kept.slice(at + run)];
      if (without.length < kept.length && (await fails(without))) kept = without;
      else at += run;
    }
  }
  return kept;
}

/**
 * Sets bytes to zero, in ever smaller runs, so that what matters stands out.
 * @param {Uint8Array} bytes
 * @param {(bytes: Uint8Array) => Promise<boolean>} fails
 */
async function shorter(bytes, fails) {
  let kept = bytes;
  for (let run = kept.length >> 1; run >= 4; run >>= 1) {
    for (let at = PCAP_HEADER; at < kept.length; at += run) {
      if (kept.subarray(at, at + run).every((byte) => byte === 0)) continue;
      const zeroed = kept.slice().fill(0, at, at + run);
      if (await fails(zeroed)) kept = zeroed;
    }
  }
  return kept;
}
