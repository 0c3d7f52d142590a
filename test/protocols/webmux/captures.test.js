/**
 * The project's own captures with WebMUX, through the whole analysis; in mid-connection the protocol is told by a run
 * of headers.
 */
import { readFileSync } from 'node:fs';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';

/** @param {string} name */
function analysed(name) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(readFileSync(new URL(`../../../fixtures/pcaps/${name}`, import.meta.url)));
  analysis.ingest.end();
  return analysis;
}

test('a connection seen from its middle, although the first bytes are of a page', () => {
  const { protocol, mux, warnings } = /** @type {any} */ (analysed('mux-middle.pcap').connections.describe(0));
  expect([protocol, mux.format, warnings.map((/** @type {{ code: string }} */ { code }) => code)]).toEqual([
    'webmux',
    '1996',
    ['mux_framing_lost'],
  ]);
  expect(mux.losses).toEqual([
    { direction: 'serverToClient', cause: 'start', streamOffset: 0, resumedAt: 160, frame: 2, time: 0.02 },
  ]);
  expect(mux.sessions).toMatchObject([{ session: 3, initiator: null, protocolId: null }]);
});

test('a header cut by the end of a segment is of the segment in which it ends', () => {
  const { messages } = analysed('mux-1998-ilu.pcap');
  const fragments = [...messages.muxFragments()].filter(({ direction }) => direction === 'serverToClient');
  expect(fragments.map(({ length, frame, lastFrame }) => [length, frame, lastFrame])).toEqual([
    [4096, 5, 7],
    [1971, 8, 9],
  ]);
});
