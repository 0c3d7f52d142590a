/** Acknowledgements that a capture at the sender has behind the segments that they released. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { LIMITS } from '../../../lib/insight/sender/limits.js';
import { senderInsight } from '../../../lib/insight/sender/sender-insight.js';
import { connectionOptions, connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { PathAnalysis } from '../../../lib/tcpflow/sender/connection-path.js';
import { pcap, script } from '../../support/packets/packets.js';

const ROUNDS = 8;

/** @param {string} options @param {number} window field @param {number} segments of a round trip */
const transfer = (options, window, segments) =>
  script(
    `client SYN ${options}`,
    `+40ms server SYN-ACK ${options} win ${window}`,
    '+20us client ACK',
    `+10us client data ${segments}x1448`,
    ...Array.from({ length: ROUNDS }, () => [
      `+40ms server ACK win ${window}`,
      `+20us client data ${segments}x1448`,
    ]).flat(),
  );

/**
 * Each acknowledgement changes its place with the segment behind it.
 * @param {import('../../support/packets/packets.js').Packet[]} packets
 * @param {number} gapNs
 */
function swapped(packets, gapNs) {
  const all = [...packets];
  for (let i = 4; i + 1 < all.length; i++) {
    if (all[i].bytes.length > 100 || all[i + 1].bytes.length < 100) continue;
    [all[i], all[i + 1]] = [
      { ...all[i + 1], timeNs: all[i].timeNs },
      { ...all[i], timeNs: all[i].timeNs + gapNs },
    ];
    i++;
  }
  return all.sort((a, b) => a.timeNs - b.timeNs);
}

/**
 * How long each limit held the client's data back, ms.
 * @param {import('../../support/packets/packets.js').Packet[]} packets
 */
function limitsOf(packets) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(pcap(packets));
  analysis.ingest.end();
  const columns = connectionPackets(analysis.ingest.tcp, 0);
  const path = new PathAnalysis(columns, connectionOptions(analysis.ingest.tcp, 0));
  const { bursts, limits } = senderInsight(0, path, { mss: 1448, year: null });
  const sums = /** @type {Record<string, number>} */ ({});
  for (let b = 0; b + 1 < bursts.count; b++) {
    sums[LIMITS[limits[b]]] = (sums[LIMITS[limits[b]]] ?? 0) + bursts.startNs[b + 1] - bursts.startNs[b];
  }
  return Object.fromEntries(
    Object.entries(sums)
      .map(([limit, ns]) => [limit, Math.round(ns / 1e6)])
      .filter(([, ms]) => Number(ms) > 0),
  );
}

it.each([
  ['the window, by its end', 'mss 1460 sack', 6000, 4, 'receive_window'],
  ['the congestion window, by timestamps', 'mss 1460 ws 7 sack ts', 500, 10, 'congestion_window'],
])('%s', (_, options, window, segments, limit) => {
  const packets = transfer(options, window, segments);
  const plain = limitsOf(packets);
  expect(plain[limit]).toBeGreaterThan(250);
  expect(limitsOf(swapped(packets, 15e3))).toEqual(plain);
});

it('what comes later than a capture can have it was not yet known', () => {
  const packets = transfer('mss 1460 ws 7 sack ts', 500, 10);
  expect(limitsOf(swapped(packets, 70e3))).not.toEqual(limitsOf(packets));
});
