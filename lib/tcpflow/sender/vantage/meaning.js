/** @typedef {import('./vantage.js').Place} Place */

/**
 * What a direction's statistic measures at the capture point: `whole` what its name says, `part` of it, or `nothing`.
 * @typedef {{ statistic: string, means: 'whole' | 'part' | 'nothing', words: string }} Meaning
 */

/** @type {Record<Place, [statistic: string, means: Meaning['means'], words: string][]>} */
const MEANINGS = {
  sender: [
    ['rtt', 'whole', 'The round trip of the path, as the sender sees it.'],
    ['bytesInFlight', 'whole', 'What the sender had under way.'],
    ['maxInFlightBytes', 'whole', 'The most that the sender had under way.'],
    ['outOfOrderPackets', 'nothing', 'Reordering happens behind this capture point: only acknowledgements show it.'],
    ['retransmittedPackets', 'whole', 'Every one passed here.'],
  ],
  receiver: [
    ['rtt', 'nothing', 'How fast the receiver answers. The path is in the round trips of timestamps the other way.'],
    [
      'bytesInFlight',
      'part',
      'Inferred from which acknowledgement each segment echoes; what was lost on the way here shows as a hole only.',
    ],
    ['maxInFlightBytes', 'nothing', 'What came here before the receiver answered.'],
    ['outOfOrderPackets', 'whole', 'What the receiver got out of order.'],
    ['retransmittedPackets', 'part', 'Those that were lost on the way here are missing.'],
  ],
  middle: [
    ['rtt', 'part', 'The part of the path between here and the receiver.'],
    [
      'bytesInFlight',
      'part',
      'Inferred from which acknowledgement each segment echoes; what was lost on the way here shows as a hole only.',
    ],
    ['maxInFlightBytes', 'part', 'What was under way between here and the receiver and back.'],
    ['outOfOrderPackets', 'part', 'What was reordered before this capture point.'],
    ['retransmittedPackets', 'part', 'Those that were lost on the way here are missing.'],
  ],
  unknown: [
    ['rtt', 'part', 'The part of the path between the capture point and the receiver, whatever that is.'],
    ['bytesInFlight', 'nothing', 'As it passed here; what the sender had under way is not known.'],
    ['maxInFlightBytes', 'nothing', 'As it passed here; what the sender had under way is not known.'],
  ],
};

/** @param {Place} place @returns {Meaning[]} of the statistics whose meaning depends on it */
export const meaningsAt = (place) => MEANINGS[place].map(([statistic, means, words]) => ({ statistic, means, words }));
