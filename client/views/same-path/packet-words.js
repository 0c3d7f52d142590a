/** What a card says of a packet, or of an interval. */
import { FATE } from '../../../lib/shared/path/fate.js';
import { formatBytes, formatNumber } from '../../base/format.js';
import { spanWords } from '../timeline/times.js';

/** @typedef {Pick<import('./draw-ladder.js').LadderScene, 'frame'|'along'|'labels'|'ground'>} LadderScene */
/** @typedef {import('../timeline/hover-card.js').CardContent} CardContent */
/** @typedef {import('../timeline/hover-card.js').CardLine} CardLine */

/** @type {Record<number, string>} */
const FATE_WORDS = {
  [FATE.NONE]: '',
  [FATE.ARRIVED]: '',
  [FATE.LOST]: 'lost before it',
  [FATE.NOT_CAPTURED]: 'passed, not captured',
  [FATE.DUPLICATE]: 'copy made on the way',
};

/** @param {LadderScene} scene @param {number} row @returns {CardContent} */
export function packetCard(scene, row) {
  const { frame, along, labels, ground } = scene;
  const listed = /** @type {import('./ladder-frame.js').ListedPackets} */ (frame.listed);
  const way = listed.isBack[row] ? [...along].reverse() : along;
  const fates = way.map((place) => listed.fates[place][row]);
  const isLost = fates.includes(FATE.LOST);
  let beforeNs = NaN;
  const lines = way.flatMap((place, at) => {
    const ns = listed.times[place][row];
    const took = ns - beforeNs;
    const words = [
      Number.isNaN(ns) ? '' : `frame ${formatNumber(listed.frames[place][row])}, ${ground.ticks.reading(ns)}`,
      Number.isNaN(took) ? '' : `${took < 0 ? '−' : '+'}${spanWords(Math.abs(took))}`,
      FATE_WORDS[fates[at]],
    ].filter((word) => word !== '');
    if (!Number.isNaN(ns)) beforeNs = ns;
    return words.length === 0 ? [] : [/** @type {CardLine} */ ([labels[place], words.join(', ')])];
  });
  const isClients = listed.direction[row] === 0;
  return {
    letter: isLost ? '✕' : '',
    letterClass: isLost ? 'is-retx' : '',
    title: `${isClients ? 'Client to server' : 'Server to client'}${isLost ? ', lost' : ''}`,
    corner: listed.bytes[row] > 0 ? formatBytes(listed.bytes[row]) : 'no payload',
    lines,
    canStay: false,
  };
}

/**
 * Of the interval at a time, where packets are too many to be listed.
 * @param {Pick<LadderScene, 'frame'|'labels'|'ground'>} scene @param {number|null} ns
 * @param {import('../timeline/time-stage.js').Pointer|null} at
 * @returns {import('../timeline/time-stage.js').Card|null}
 */
export function intervalCardAt(scene, ns, at) {
  const { listed, startNs, binNs, sums } = scene.frame;
  if (at === null || ns === null || listed !== null) return null;
  const bin = Math.floor((ns - startNs) / binNs);
  if (!sums.some(({ sent }) => sent[bin] > 0)) return null;
  return { key: `bin ${startNs} ${bin}`, content: () => intervalCard(scene, bin), at };
}

/** @param {Pick<LadderScene, 'frame'|'labels'|'ground'>} scene @param {number} bin @returns {CardContent} */
const intervalCard = ({ frame, labels, ground }, bin) => ({
  letter: '',
  letterClass: '',
  title: ground.ticks.reading(frame.startNs + bin * frame.binNs),
  corner: spanWords(frame.binNs),
  lines: frame.sums
    .filter(({ sent }) => sent[bin] > 0)
    .map(({ between: [from, to], sent, lost, missed, lag }) => [
      `${labels[from]} → ${labels[to]}`,
      [
        `${formatNumber(sent[bin])} sent`,
        lost[bin] > 0 ? `${formatNumber(lost[bin])} lost` : '',
        missed[bin] > 0 ? `${formatNumber(missed[bin])} not captured` : '',
        Number.isNaN(lag[bin]) ? '' : `mean delay ${spanWords(Math.max(0, lag[bin]))}`,
      ]
        .filter((word) => word !== '')
        .join(', '),
    ]),
  canStay: false,
});
