/**
 * The classes of marks in the time–sequence pane: what the legend lists, and what can be switched off.
 */

/** @typedef {import('./direction-series.js').DirectionSeries} DirectionSeries */
/** @typedef {{ episodes: number, icmpErrors: number }} Others what there is of marks that are no packets */
/** @typedef {typeof MARK_CLASSES[number]['id']} MarkClass */

/** Trouble first, then what is frequent or rarely matters. Each has its words and its data. */
export const MARK_CLASSES = /** @type {const} */ ([
  { id: 'segment', words: 'Segment', count: (/** @type {DirectionSeries} */ { segments }) => segments.count },
  { id: 'ack', words: 'Acknowledged', count: (/** @type {DirectionSeries} */ { acks }) => acks.count },
  { id: 'edge', words: 'Window edge', count: (/** @type {DirectionSeries} */ { edge }) => edge.count },
  { id: 'repair', words: 'Retransmitted', count: (/** @type {DirectionSeries} */ { repairs }) => repairs.count },
  {
    id: 'icmp',
    words: 'ICMP error',
    count: (/** @type {DirectionSeries} */ _, /** @type {Others} */ { icmpErrors }) => icmpErrors,
  },
  { id: 'spurious', words: 'Spurious', count: (/** @type {DirectionSeries} */ { spurious }) => spurious.count },
  { id: 'late', words: 'Out of order', count: (/** @type {DirectionSeries} */ { lateArrivals }) => lateArrivals.count },
  {
    id: 'episode',
    words: 'Loss episode',
    count: (/** @type {DirectionSeries} */ _, /** @type {Others} */ { episodes }) => episodes,
  },
  {
    id: 'sack',
    words: 'SACK',
    count: (/** @type {DirectionSeries} */ { sackRows, duplicateSackRows }) =>
      sackRows.count > duplicateSackRows.count ? sackRows.count : 0,
  },
  {
    id: 'dsack',
    words: 'D-SACK',
    count: (/** @type {DirectionSeries} */ { duplicateSackRows }) => duplicateSackRows.count,
  },
  {
    id: 'duplicate',
    words: 'Duplicate ACK',
    count: (/** @type {DirectionSeries} */ { duplicates }) => duplicates.count,
  },
  { id: 'zero', words: 'Zero window', count: (/** @type {DirectionSeries} */ { zeroWindows }) => zeroWindows.count },
  { id: 'probe', words: 'Window probe', count: (/** @type {DirectionSeries} */ { probes }) => probes.count },
  {
    id: 'reset',
    words: 'Reset',
    count: (/** @type {DirectionSeries} */ { resets, ownResets }) => resets.count + ownResets,
  },
  {
    id: 'congestion',
    words: 'CE, ECE',
    count: (/** @type {DirectionSeries} */ { marked, echoes }) => marked.count + echoes.count,
  },
  { id: 'slowed', words: 'CWR', count: (/** @type {DirectionSeries} */ { slowed }) => slowed.count },
  {
    id: 'twice',
    words: 'Duplicates in the capture',
    count: (/** @type {DirectionSeries} */ { captureDuplicates }) => captureDuplicates.count,
  },
  { id: 'hole', words: 'Hole', count: (/** @type {DirectionSeries} */ { holes }) => holes.holes.length },
  {
    id: 'update',
    words: 'Window update',
    count: (/** @type {DirectionSeries} */ { windowUpdates }) => windowUpdates.count,
  },
  { id: 'urgent', words: 'Urgent', count: (/** @type {DirectionSeries} */ { urgent }) => urgent.count },
  { id: 'push', words: 'PSH', count: (/** @type {DirectionSeries} */ { pushes }) => pushes.count },
  {
    id: 'handshake',
    words: 'SYN, FIN',
    count: (/** @type {DirectionSeries} */ { handshakes, ownResets }) => handshakes.count - ownResets,
  },
]);

/**
 * @param {Pick<import('./model.js').Model, 'series' | 'episodes' | 'icmpErrors'>} model
 * @param {number} direction
 * @returns {(typeof MARK_CLASSES[number])[]} those of which there is something
 */
export function classesThatOccur({ series, episodes, icmpErrors }, direction) {
  const others = { episodes: episodes[direction].length, icmpErrors: icmpErrors.marks[direction].length };
  return MARK_CLASSES.filter(({ count }) => count(series[direction], others) > 0);
}

/**
 * @param {string|undefined} text of the URL: "sack,dsack"
 * @returns {Set<MarkClass>} what it names, without what does not exist
 */
export function classesFrom(text) {
  const ids = new Set((text ?? '').split(','));
  return new Set(MARK_CLASSES.map(({ id }) => id).filter((id) => ids.has(id)));
}

/**
 * @param {ReadonlySet<MarkClass>} hidden
 * @param {MarkClass} id
 * @returns {Set<MarkClass>} with the class switched over
 */
export function switched(hidden, id) {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}
