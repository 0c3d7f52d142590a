/** Judging the eventful stretches of a connection gives what judging all of it gives. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { connectionRows } from '../../../lib/tcpflow/connection/connection-packets.js';
import { SegmentClassifier } from '../../../lib/tcpflow/verdicts/classifier.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../../lib/transport/packets.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';

/** @typedef {import('../../../lib/tcpflow/tracker.js').TcpTracker} TcpTracker */

const FIXTURES = fileURLToPath(new URL('../../../fixtures/pcaps/', import.meta.url));
const MSS = 1448;

/** @param {Uint8Array} capture */
function tracked(capture) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis.ingest.tcp;
}

/** @param {TcpTracker} tcp @param {number} flow @param {boolean} whole */
function judged(tcp, flow, whole) {
  const found = new SegmentClassifier(tcp).classify(flow, { whole });
  if (found === null) throw new Error('no memory');
  return found;
}

/** All that the judge says of a connection. @param {TcpTracker} tcp @param {number} flow @param {boolean} whole */
function judgement(tcp, flow, whole) {
  const { episodes, reordering, repairs } = judged(tcp, flow, whole);
  const packets = Array.from(connectionRows(tcp, flow), (row) => {
    const block = tcp.packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const verdict = block.verdict[at];
    return [
      block.frame(at),
      verdict,
      block.judgement[at],
      block.evidence[at],
      verdict === 0 ? 0 : block.confidence(at),
    ];
  });
  return { episodes, reordering, repairs, packets };
}

/** @param {TcpTracker} tcp */
function expectSame(tcp) {
  for (let flow = 0; flow < tcp.flows.count; flow++) {
    expect(judgement(tcp, flow, false)).toEqual(judgement(tcp, flow, true));
  }
}

/**
 * Bulk data with a full window, as it goes by somewhere between the ends.
 * @typedef {{ options: string, window: number, gapMs: number, nearMs: number, stretches: { segments: number, event:
 *   string, repairMs:
 *   number }[] }} Transfer
 */

/** @param {Transfer} transfer @returns {string[]} */
function lines({ options, window, gapMs, nearMs, stretches }) {
  const all = [
    `client SYN ${options}`,
    `+${nearMs}ms server SYN-ACK ${options}`,
    '+1ms client ACK',
    `+${nearMs}ms client data 60`,
  ];
  let sent = 0;
  const data = (words = '') => {
    all.push(`+${gapMs}ms server data ${MSS} ${words}`);
    sent++;
  };
  const acknowledge = () => {
    if (sent > window) all.push(`client ACK ack ${1 + (sent - window) * MSS}`);
  };
  data();
  for (const { segments, event, repairMs } of stretches) {
    for (let i = 0; i < segments; i++) {
      data();
      acknowledge();
    }
    const back = Math.max(1, sent - window);
    const events = /** @type {Record<string, () => void>} */ ({
      lost: () => {
        all.push('client ACK');
        data('lost');
        const hole = sent;
        for (let i = 0; i < 5; i++) {
          data();
          all.push('client ACK');
        }
        all.push(`+${repairMs}ms server again ${hole}`, '+1ms client ACK');
      },
      tail: () => {
        data('lost');
        all.push(`+${repairMs}ms server again ${sent}`, '+1ms client ACK');
      },
      uncaptured: () => {
        data('uncaptured');
        data();
        all.push('client ACK');
      },
      overtaken: () => {
        data('late 3ms');
        data();
        data();
        all.push('+5ms client ACK');
      },
      unneeded: () => all.push(`+${repairMs}ms server again ${back}`, '+1ms client ACK'),
      afterAll: () => all.push('+1ms client ACK', `+${repairMs}ms server again ${sent}`, '+1ms client ACK'),
      old: () => all.push(`+${repairMs}ms server again ${Math.max(1, back - 40)}`, '+1ms client ACK'),
      duplicates: () => all.push('client ACK', 'client ACK', 'client ACK', 'client ACK'),
      keepAlive: () => all.push('client ACK', `+${repairMs}ms server ACK seq ${sent * MSS}`, '+1ms client ACK'),
      closed: () =>
        all.push(
          'client ACK win 0',
          `+${repairMs}ms server data 1 lost`,
          '+1ms client ACK win 5000',
          `server again ${sent + 1}`,
          'client ACK',
        ),
      request: () =>
        all.push(
          'client ACK',
          `+${repairMs}ms client data 70 lost`,
          `+${repairMs}ms client again 2`,
          '+1ms server ACK',
        ),
      twice: () => {
        data('twice');
        all.push('client ACK twice');
      },
      pause: () => {
        all.push('client ACK', `+${repairMs}ms client ACK`);
        data();
        data('uncaptured lost');
        data();
      },
    });
    events[event]();
    if (event === 'closed') return all;
  }
  return all;
}

const stretch = fc.record({
  segments: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 60, max: 150 })),
  event: fc.constantFrom(
    'lost',
    'tail',
    'uncaptured',
    'overtaken',
    'unneeded',
    'afterAll',
    'old',
    'duplicates',
    'keepAlive',
    'request',
    'twice',
    'pause',
    'closed',
  ),
  repairMs: fc.constantFrom(1, 15, 45, 230, 900),
});
const transfer = fc.record({
  options: fc.constantFrom('sack ts ws 7', 'sack', 'ts', ''),
  window: fc.constantFrom(1, 4, 10),
  gapMs: fc.constantFrom(0.1, 1, 6),
  nearMs: fc.constantFrom(0.1, 10, 40),
  stretches: fc.array(stretch, { minLength: 1, maxLength: 8 }),
});

describe('judging only what is eventful', () => {
  it.each(readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name)))('says the same of %s', (name) =>
    expectSame(tracked(new Uint8Array(readFileSync(FIXTURES + name)))),
  );

  it('says the same of generated transfers', () => {
    fc.assert(
      fc.property(transfer, (one) => expectSame(tracked(pcap(script({}, ...lines(one)))))),
      { numRuns: 60 },
    );
  });

  it('leaves out most of a transfer in which little is lost', () => {
    const stretches = [1, 2, 3].map(() => ({ segments: 400, event: 'lost', repairMs: 15 }));
    const tcp = tracked(
      pcap(script({}, ...lines({ options: 'sack ts ws 7', window: 8, gapMs: 1, nearMs: 2, stretches }))),
    );
    const { packets, episodes } = judged(tcp, 0, false);
    expect(packets).toBeLessThan(0.3 * tcp.packets.count);
    expect(episodes[1]).toHaveLength(3);
    expect(judged(tcp, 0, true).packets).toBe(tcp.packets.count);
  });
});
