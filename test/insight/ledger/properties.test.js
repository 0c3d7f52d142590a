/** What always holds of a ledger, on recorded and on simulated captures. */
import { readdirSync, readFileSync } from 'node:fs';

import { sumsOf } from '../../../lib/insight/ledger/strip.js';
import { run } from '../../simulator/support/run.js';
import { canRewrite, cutPayload, otherPorts, rewritten, shiftTime } from '../../support/packets/rewrite-capture.js';
import { faultsOf, ledgersOf, toldOf } from './support/ledgers.js';

/** @typedef {import('./support/ledgers.js').FlowLedger} FlowLedger */

const PCAPS = new URL('../../../fixtures/pcaps/', import.meta.url);
const SCENARIOS = new URL('../../../fixtures/scenarios/', import.meta.url);
const CAPTURES = readdirSync(PCAPS).filter((name) => name.endsWith('.pcap'));
const FILES = readdirSync(SCENARIOS).filter((name) => name.endsWith('.json') && !name.startsWith('page'));

/** Of which the ends do not see the same, and why. @type {ReadonlyMap<string, string>} */
const DIFFER = new Map([
  ['forward-proxy.json', 'the proxy ends one connection and begins another'],
  ['parcels-ack-timer.json', 'its hosts have other names'],
  ['spurious-timeout.json', 'a path that is down shows at its receiver as silence'],
  ['syn-loss.json', 'the lost SYN is not in the capture at the server'],
]);

/** @param {string} name */
const recorded = (name) => new Uint8Array(readFileSync(new URL(name, PCAPS)));

/** @param {string} file @returns {{ at: string, bytes: Uint8Array }[]} at both ends and between */
function simulated(file) {
  const scenario = JSON.parse(readFileSync(new URL(file, SCENARIOS), 'utf8'));
  const hops = scenario.path.slice(0, -1).map((/** @type {{ name: string }} */ { name }) => name);
  return run({ ...scenario, taps: ['client', ...hops, 'server'].map((at) => ({ at })) }).captures;
}

/** @param {FlowLedger[]} ledgers */
const faults = (ledgers) => ledgers.flatMap((ledger, flow) => faultsOf(ledger).map((fault) => `${flow}: ${fault}`));

/** @param {FlowLedger[]} ledgers without frames, which are numbered anew where packets are added */
const times = (ledgers) =>
  ledgers.map(({ intervals, waitedNs, exchanges }) => ({
    waitedNs,
    intervals: intervals.map(({ startNs, endNs, owner, rule }) => [startNs, endNs, owner, rule]),
    exchanges: exchanges.map(({ kind, outcome, startNs, endNs }) => [kind, outcome, startNs, endNs]),
  }));

describe.each(CAPTURES)('%s', (name) => {
  const capture = recorded(name);
  const before = ledgersOf(capture);

  test('intervals sum to the wait, without a gap', () => expect(faults(before)).toEqual([]));

  test('pieces in which it is read change nothing', () => {
    expect(times(ledgersOf(capture, 97))).toEqual(times(before));
  });

  test('packets of other connections change nothing', () => {
    if (!canRewrite(capture)) return;
    const both = rewritten(capture, (packet) => {
      const copy = { record: packet.record.slice(), view: packet.view, tcp: packet.tcp };
      copy.view = new DataView(copy.record.buffer);
      return [packet.record, ...(packet.tcp < 0 ? [] : otherPorts(copy))];
    });
    const own = ledgersOf(both).filter((_, flow) => flow % 2 === 0);
    if (own.length === before.length) expect(times(own)).toEqual(times(before));
  });

  test('when it was taken changes nothing', () => {
    if (canRewrite(capture)) {
      expect(times(ledgersOf(rewritten(capture, (one) => shiftTime(one, 86_400))))).toEqual(times(before));
    }
  });

  // MUX's credit shows in the payload alone.
  test('without payload no other owner gains time', () => {
    if (!canRewrite(capture)) return;
    const cut = ledgersOf(rewritten(capture, cutPayload));
    expect(faults(cut)).toEqual([]);
    if (!name.startsWith('mux')) expect(cut.flatMap((one, flow) => differences(before[flow], one))).toEqual([]);
  });
});

describe.each(FILES)('%s', (file) => {
  const captures = simulated(file);
  const ledgers = new Map(captures.map(({ at, bytes }) => [at, ledgersOf(bytes)]));

  test('intervals sum to the wait, without a gap, wherever it is captured', () => {
    for (const [at, some] of ledgers) expect([at, faults(some)]).toEqual([at, []]);
  });

  (DIFFER.has(file) ? test.skip : test)('client and server show the same owners', () => {
    const [client, server] = [ledgers.get('client')?.[0], ledgers.get('server')?.[0]];
    if (client === undefined || server === undefined) throw new Error('both ends are captured');
    expect(differences(client, server)).toEqual([]);
  });
});

/** Of the time: the places differ by what a path's ends do not see of each other. */
const TOLERATED = 0.12;

/** @param {FlowLedger} one @param {FlowLedger} other @returns {string[]} owners whose times differ */
function differences(one, other) {
  const [a, b] = [sumsOf(one.intervals), sumsOf(other.intervals)];
  const ofNs = Math.max(one.endNs - one.startNs, other.endNs - other.startNs);
  const unknownNs = Math.max(a.unknown ?? 0, b.unknown ?? 0);
  const owners = /** @type {(keyof typeof a)[]} */ ([...new Set([...Object.keys(a), ...Object.keys(b)])]);
  return owners
    .filter(
      (owner) => owner !== 'unknown' && Math.abs((a[owner] ?? 0) - (b[owner] ?? 0)) - unknownNs > ofNs * TOLERATED,
    )
    .map(
      (owner) =>
        `${owner}: ${a[owner] ?? 0} and ${b[owner] ?? 0} of ${ofNs}; ${JSON.stringify([toldOf(one.intervals), toldOf(other.intervals)])}`,
    );
}
