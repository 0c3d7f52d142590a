/** What is told of a capture does not depend on the pieces in which its bytes come, nor on what was asked meanwhile. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { describePackets } from '../../lib/tcpflow/describe/describe-packets.js';
import { pcap } from '../support/packets/packets.js';
import { repeatedPackets } from '../support/packets/repeated-packets.js';
import { wrapped, WRAPPINGS } from '../support/packets/wrap-capture.js';
import fc from '../support/properties.js';

const RUNS = 40;
const MAX_PACKETS = 80;
/** Asked so often while it comes, at the most. */
const ASKED = 8;

const packets = fc
  .tuple(fc.infiniteStream(fc.nat(0xffff)), fc.integer({ min: 2, max: MAX_PACKETS }))
  .map(([numbers, count]) => repeatedPackets((below) => numbers.next().value % below, count));
const wrapping = fc.constantFrom(null, ...Object.values(WRAPPINGS));
const sizes = fc.oneof(
  fc.constant(/** @type {number[]} */ ([1])),
  fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })), {
    minLength: 1,
    maxLength: 8,
  }),
);

/** @param {OpenedAnalysis} analysis `analyze --json` and `--packets` */
const tellAll = ({ connections, findings, ingest }) => ({
  findings: findings.ofCapture(),
  flows: Array.from({ length: connections.count }, (_, index) => connections.describe(index)),
  packets: [...describePackets(ingest.tcp)],
});

/** @param {Uint8Array} capture @param {number[]} lengths of pieces, over and over @param {boolean} isAsked meanwhile */
function told(capture, lengths, isAsked) {
  const analysis = new OpenedAnalysis();
  let asked = 0;
  for (let at = 0, i = 0; at < capture.length; i++) {
    const end = at + lengths[i % lengths.length];
    analysis.ingest.push(capture.slice(at, end));
    if (isAsked && end > (capture.length * (asked + 1)) / ASKED) {
      asked++;
      tellAll(analysis);
    }
    at = end;
  }
  analysis.ingest.end();
  return tellAll(analysis);
}

test.each([
  ['in any pieces', false],
  ['in any pieces, asked meanwhile', true],
])('the same is told of a capture that comes %s', (_, isAsked) => {
  fc.assert(
    fc.property(packets, wrapping, sizes, (list, how, lengths) => {
      const plain = pcap(list);
      const capture = how === null ? plain : wrapped(plain, how);
      expect(told(capture, lengths, isAsked)).toEqual(told(capture, [capture.length], false));
    }),
    { numRuns: RUNS },
  );
});
