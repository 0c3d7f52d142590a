/** All that was found out about QUIC's connections, without keys and without bytes, and back: what a report keeps. */
import { QUIC_FLOWS } from '../../shared/quic-flow.js';
import { checkKept } from './check.js';
import { keptTable, restoreTable } from './columns.js';
import { keptConnection, restoredConnection } from './kept-connection.js';
import { keptStreams, restoredStreams } from './kept-streams.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

/** @param {QuicTracker} tracker that has ended @param {number[]|null} numbers of its connections; null: all of them */
export function keptOf({ connections, packets, frames, ids, texts, streamsOf }, numbers) {
  return {
    connections: connections.map(keptConnection),
    streams: connections.map(({ index }) => keptStreams(streamsOf(index))),
    packets: keptTable(packets, packets.count),
    frames: keptTable(frames, frames.count),
    ranges: keptTable(frames.ranges, frames.ranges.count),
    ids: ids.kept,
    texts: texts.kept,
    numbers: numbers && numbers.map((number) => number - QUIC_FLOWS),
  };
}

/** @typedef {ReturnType<typeof keptOf>} KeptQuic */

/**
 * @param {QuicTracker} tracker that is new @param {KeptQuic} kept
 * @throws {RangeError} it is not as `keptOf` makes it
 */
export function restoreTracker(tracker, kept) {
  const { packets, frames, ids, texts } = tracker;
  restoreTable(packets, kept.packets);
  restoreTable(frames, kept.frames);
  restoreTable(frames.ranges, kept.ranges);
  [packets.count, frames.count, frames.ranges.count] = [kept.packets.count, kept.frames.count, kept.ranges.count];
  ids.restore(kept.ids);
  texts.restore(kept.texts);
  checkKept(kept, tracker);
  kept.connections.forEach((one, index) => tracker.connections.push(restoredConnection(index, one)));
  kept.streams.forEach((streams, index) => tracker.setStreams(restoredStreams(index, streams)));
  tracker.numbers.places = kept.numbers;
}
