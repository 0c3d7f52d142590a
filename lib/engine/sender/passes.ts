// Walks over the packets of one connection, in the order in which they passed a sender, with a scoreboard.
// lib/tcpflow/sender/passes.js calls it.
export { exhausted } from '../base/arena';
export { burstCount, bursts } from './bursts';
export { flightCount, flightSeries } from './flight-series';
export { isNumberingWhole, numberedCount, numbering, unnumbered } from './numbering';
export { order } from './order';
export { orderRoom, sackEdges, takePackets } from './packets';
export { roundTrips, sampleCount } from './round-trips';
export { highSampleNs, leastSampleNs, medianSampleNs, senderSampleCount, senderSamples } from './sender-samples';
export { isSpaced } from './spaced';
export { swappedOrder } from './swapped';
