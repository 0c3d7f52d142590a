/** @typedef {import('./vantage.js').Place} Place */

/**
 * What a direction's statistic measures at the capture point: `whole` what its name says, `part` of it, or `nothing`.
 * @typedef {{ statistic: string, means: 'whole' | 'part' | 'nothing', words: string }} Meaning
 */

/** @type {Record<Place, [statistic: string, means: Meaning['means'], words: string][]>} */
const MEANINGS = {
  sender: [
    ['rtt', 'whole', 'The RTT of the path, as the sender measures it.'],
    ['bytesInFlight', 'whole', 'What the sender had in flight.'],
    ['maxInFlightBytes', 'whole', 'The most that the sender had in flight.'],
    ['outOfOrderPackets', 'nothing', 'Reordering happens after this capture point: only ACKs show it.'],
    ['retransmittedPackets', 'whole', 'Every one passed here.'],
  ],
  receiver: [
    [
      'rtt',
      'nothing',
      'How fast the receiver answers. The RTT of the path is in the timestamps of the other direction.',
    ],
    [
      'bytesInFlight',
      'part',
      'Inferred from the ACK that each segment echoes; what was lost before this point shows only as a gap.',
    ],
    ['maxInFlightBytes', 'nothing', 'What arrived here before the receiver answered.'],
    ['outOfOrderPackets', 'whole', 'What the receiver received out of order.'],
    ['retransmittedPackets', 'part', 'Those lost before this point are missing.'],
  ],
  middle: [
    ['rtt', 'part', 'The part of the path between here and the receiver.'],
    [
      'bytesInFlight',
      'part',
      'Inferred from the ACK that each segment echoes; what was lost before this point shows only as a gap.',
    ],
    ['maxInFlightBytes', 'part', 'What was in flight from here to the receiver and back.'],
    ['outOfOrderPackets', 'part', 'What was reordered before this capture point.'],
    ['retransmittedPackets', 'part', 'Those lost before this point are missing.'],
  ],
  unknown: [
    ['rtt', 'part', 'The part of the path between the capture point and the receiver, whatever that is.'],
    ['bytesInFlight', 'nothing', 'As it passed here; what the sender had under way is not known.'],
    ['maxInFlightBytes', 'nothing', 'As it passed here; what the sender had under way is not known.'],
  ],
};

/** @param {Place} place @returns {Meaning[]} of the statistics whose meaning depends on it */
export const meaningsAt = (place) => MEANINGS[place].map(([statistic, means, words]) => ({ statistic, means, words }));
