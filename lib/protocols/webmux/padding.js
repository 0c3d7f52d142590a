/** The length of the padding after a long header's payload: it is not transmitted, so the bytes after it decide. */
import { FORMAT, paddingFor } from './format.js';
import { isExpectedAt, isZeroWord } from './plausible.js';

/** @typedef {import('./plausible.js').Knowledge} Knowledge */

/** Too few bytes to decide. */
export const UNDECIDED = 0;

/**
 * Of two alignments the one that leads to a header. The 1998 text pads to 4, ILU to 8 and with zeros; libwww to 8 with
 * arbitrary bytes; strings in the 1996 format are not padded by Jigsaw's writer, all readers expect 8. If both or
 * neither lead to one, the first counts.
 * @param {number} format
 * @param {readonly number[]} choices two alignments, as from `alignments`
 * @param {number} length of the payload
 * @param {Uint8Array} bytes @param {number} end of the available bytes after the payload, which starts at 0
 * @param {Knowledge} known
 * @param {boolean} isEnd whether the direction ends here
 * @returns {number} alignment, or UNDECIDED
 */
export function chooseAlignment(format, choices, length, bytes, end, known, isEnd) {
  const [small, big] = choices[0] < choices[1] ? choices : [choices[1], choices[0]];
  const atSmall = paddingFor(length, small);
  const atBig = paddingFor(length, big);
  if (choices[0] === small) {
    if (end < atSmall + 4) return isEnd ? atTheEnd(end, atSmall, small, big) : UNDECIDED;
    if (format === FORMAT.W98 && isZeroWord(bytes, atSmall)) return big;
    if (isExpectedAt(format, bytes, atSmall, known)) return small;
  }
  if (end < atBig + 4) return isEnd ? atTheEnd(end, atSmall, small, big) : UNDECIDED;
  if (isExpectedAt(format, bytes, atBig, known)) return big;
  return isExpectedAt(format, bytes, atSmall, known) ? small : choices[0];
}

/** @param {number} end @param {number} atSmall @param {number} small @param {number} big */
const atTheEnd = (end, atSmall, small, big) => (end <= atSmall ? small : big);
