/** What says nothing of TCP changes no verdict: over the project's captures and over generated traffic. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { describePackets } from '../../../lib/tcpflow/describe/describe-packets.js';
import { judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';
import {
  canRewrite,
  cutPayload,
  rewritten,
  shiftSequence,
  shiftTime,
  swapPorts,
  twice,
} from '../../support/packets/rewrite-capture.js';
import fc from '../../support/properties.js';

/** @typedef {ReturnType<typeof judged>[number]} Line */

const FIXTURES = fileURLToPath(new URL('../../../fixtures/pcaps/', import.meta.url));
const RUNS = { numRuns: 40 };

/** All that the judge says. @param {Line} line */
const judgement = ({ verdict, retransmissionKind, spurious, evidence, confidence }) => ({
  verdict,
  retransmissionKind,
  spurious,
  evidence,
  confidence,
});

const fixtures = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.pcap'))
  .map((name) => /** @type {const} */ ([name, new Uint8Array(readFileSync(FIXTURES + name))]))
  .filter(([, capture]) => canRewrite(capture));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      line: fc.constantFrom(
        'server data 1448',
        'server data 3x1448',
        'server data 100',
        'server data 1448 lost',
        'server data 1448 late 8ms',
        'server data 1448 uncaptured',
      ),
      gap: fc.constantFrom(0.01, 1, 5),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      line: fc.constantFrom('client ACK', 'client ACK', 'client data 50', 'client ACK win 0'),
      gap: fc.constantFrom(0.01, 20, 40),
    }),
  },
  { weight: 2, arbitrary: fc.record({ line: fc.constant('again'), gap: fc.constantFrom(1, 45, 90, 400) }) },
);

/** A transfer with losses, reorderings, gaps in the capture and repairs, as one pcap. */
const traffic = fc
  .record({
    options: fc.constantFrom('sack ts ws 7', 'sack', 'ts', ''),
    steps: fc.array(step, { minLength: 5, maxLength: 60 }),
    pick: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ options, steps, pick }) => {
    const lines = [`client SYN ${options}`, `+20ms server SYN-ACK ${options}`, '+20ms client ACK', 'server data 1448'];
    let sent = 1;
    for (const { line, gap } of steps) {
      lines.push(`+${gap}ms ${line === 'again' ? `server again ${1 + (pick % sent)}` : line}`);
      if (line.startsWith('server data')) sent += line.includes('3x') ? 3 : 1;
    }
    return pcap(script({}, ...lines));
  });

/** @param {(capture: Uint8Array, before: Line[]) => void} holds */
function forAll(holds) {
  it.each(fixtures)('%s', (_, capture) => holds(capture, judged(capture)));
  it('generated traffic', () => {
    fc.assert(
      fc.property(traffic, (capture) => holds(capture, judged(capture))),
      RUNS,
    );
  });
}

describe('adding a constant to all sequence numbers', () => {
  forAll((capture, before) => {
    for (const [low, high] of [
      [2 ** 31, 77],
      [0x7fff0000, 0xfffff000],
      [2 ** 32 - 6000, 2 ** 32 - 3000],
    ]) {
      expect(judged(rewritten(capture, (packet) => shiftSequence(packet, low, high))).map(judgement)).toEqual(
        before.map(judgement),
      );
    }
  });
});

describe('shifting time', () => {
  forAll((capture, before) => {
    expect(judged(rewritten(capture, (packet) => shiftTime(packet, 86_400))).map(judgement)).toEqual(
      before.map(judgement),
    );
  });
});

describe('swapping ports', () => {
  forAll((capture, before) => {
    expect(judged(rewritten(capture, swapPorts)).map(judgement)).toEqual(before.map(judgement));
  });
});

describe('cutting the packets behind their headers', () => {
  forAll((capture, before) => {
    expect(judged(rewritten(capture, cutPayload)).map(judgement)).toEqual(before.map(judgement));
  });
});

describe('feeding in parts', () => {
  forAll((capture, before) => {
    const analysis = new OpenedAnalysis({ keepMessages: false });
    for (let at = 0; at < capture.length; at += 1000) {
      analysis.ingest.push(capture.slice(at, at + 1000));
      for (let flow = 0; flow < analysis.connections.count; flow++) analysis.ingest.verdicts.refresh(flow);
    }
    analysis.ingest.end();
    expect([...describePackets(analysis.ingest.tcp)].map(judgement)).toEqual(before.map(judgement));
  });
});

describe('capturing every packet twice', () => {
  forAll((capture, before) => {
    const after = judged(rewritten(capture, twice));
    expect(after.filter((_, i) => i % 2 === 0).map(inEssence)).toEqual(before.map(inEssence));
    expect(after.filter((_, i) => i % 2 === 1).map(({ verdict }) => verdict)).toEqual(
      before.map(({ verdict }) => (verdict === null ? null : 'duplicate_in_capture')),
    );
  });

  /** @param {Line} line */
  function inEssence({ verdict, retransmissionKind, spurious }) {
    return { verdict, retransmissionKind, spurious };
  }
});
