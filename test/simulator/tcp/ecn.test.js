/** Level 2 of the validation: explicit congestion notification (RFC 3168), segment by segment. */
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import { ACK, CWR, ECE, SYN } from '../../../lib/simulator/tcp/segment.js';

const MSS = 1448;
const NOT_ECT = 0;
const ECT_0 = 2;
const CE = 3;

/**
 * An upload, as the server sees it: what each segment that comes to it or leaves it says.
 * @param {{ client?: string, server?: string, bytes?: number, link?: object, tcp?: object }} [options]
 */
function upload({ client = 'request', server = 'accept', bytes = 100 * MSS, link = {}, tcp = {} } = {}) {
  /**
   * @type {{ fromClient: boolean, start: number, length: number, ack: number, flags: number, ecn: number, ms: number
   *   }[]}
   */
  const seen = [];
  const scenario = checkScenario({
    path: [
      { name: 'path', clientToServer: { delayMs: 20, rateKbps: 10_000, ...link }, serverToClient: { delayMs: 20 } },
    ],
    hosts: { client: { tcp: { congestionControl: 'reno', ecn: client, ...tcp } }, server: { tcp: { ecn: server } } },
    traffic: [{ kind: 'bulk', from: 'client', bytes }],
  });
  const { summary, truthCsv } = runScenario(scenario, {
    watch: {
      place: 1,
      see: ({ from, start, length, ack, flags, ecn }, nowNs) =>
        seen.push({ fromClient: from.isClient, start, length, ack, flags, ecn, ms: nowNs / 1e6 }),
    },
  });
  const data = seen.filter(({ fromClient, length }) => fromClient && length > 0);
  const answers = seen.filter(({ fromClient, flags }) => !fromClient && !(flags & SYN));
  return { seen, data, answers, summary, truthCsv };
}

test.each([
  ['request', 'accept', SYN | ECE | CWR, SYN | ACK | ECE, ECT_0],
  ['request', 'request', SYN | ECE | CWR, SYN | ACK | ECE, ECT_0],
  ['request', 'off', SYN | ECE | CWR, SYN | ACK, NOT_ECT],
  ['accept', 'request', SYN, SYN | ACK, NOT_ECT],
  ['off', 'accept', SYN, SYN | ACK, NOT_ECT],
])('client %s, server %s: flags of the handshake, and what data say', (client, server, syn, synAck, ecn) => {
  const { seen, data } = upload({ client, server });
  expect(seen.slice(0, 2).map(({ flags }) => flags)).toEqual([syn, synAck]);
  expect(new Set(data.map((segment) => segment.ecn))).toEqual(new Set([ecn]));
  expect(seen.filter(({ length }) => length === 0).every((segment) => segment.ecn === NOT_ECT)).toBe(true);
});

test('a SYN that is sent again asks no more', () => {
  const { seen, data } = upload({ link: { dropPackets: [1] } });
  expect(seen[0].flags).toBe(SYN);
  expect(data[0].ecn).toBe(NOT_ECT);
});

test('what is sent again does not say that it may be marked', () => {
  const { data } = upload({ link: { dropData: [5] } });
  const again = data.filter(({ start }, index) => data.slice(0, index).some((earlier) => earlier.start > start));
  expect(again.map(({ ecn }) => ecn)).toEqual([NOT_ECT]);
  expect(data.filter(({ ecn }) => ecn === ECT_0).length).toBe(99);
});

test('a mark is echoed until the sender says that it has reduced, which it does with the next new data', () => {
  const { data, answers } = upload({ bytes: 300 * MSS, link: { markBytes: 25_000 } });
  const firstMark = data.find(({ ecn }) => ecn === CE);
  const firstReduction = data.find(({ flags }) => flags & CWR);
  if (!firstMark || !firstReduction) throw new Error('no mark, or none answered');
  const between = answers.filter(({ ms }) => ms >= firstMark.ms && ms < firstReduction.ms);
  expect(answers.filter(({ ms }) => ms < firstMark.ms).every(({ flags }) => !(flags & ECE))).toBe(true);
  expect(between.length).toBeGreaterThan(10);
  expect(between.every(({ flags }) => flags & ECE)).toBe(true);
  expect(between[0].ms).toBe(firstMark.ms); // at once
  expect(firstReduction.ms - firstMark.ms).toBeGreaterThanOrEqual(40); // a round trip, and the queue
  expect(answers[answers.length - 1].flags & ECE).toBe(0);
});

test('the window is reduced once a round trip, and nothing is lost', () => {
  const { summary, truthCsv, data } = upload({ bytes: 1500 * MSS, link: { markBytes: 25_000, queueBytes: 300_000 } });
  const columns = String(truthCsv).split('\n')[0].split(',');
  const at = (/** @type {string} */ name) => columns.indexOf(name);
  const rows = String(truthCsv)
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(','))
    .filter((cells) => cells[at('conn')].startsWith('192.'));
  const thresholds = rows
    .map((cells) => Number(cells[at('ssthresh')]))
    .filter((value, index, all) => index > 0 && value !== all[index - 1]);
  expect(summary.links[0].clientToServer).toMatchObject({ queueDrops: 0, lost: 0 });
  expect(rows.some((cells) => cells[at('ca_state')] === 'CWR')).toBe(true);
  expect(rows.some((cells) => cells[at('ca_state')] === 'Recovery' || cells[at('retx')] !== '')).toBe(false);
  expect(thresholds.length).toBe(data.filter(({ flags }) => flags & CWR).length);
  expect(
    Math.max(
      ...data.filter(({ ecn }) => ecn === CE).map(({ ms }, index, all) => (index > 0 ? ms - all[index - 1].ms : 0)),
    ),
  ).toBeGreaterThan(100);
});

test('a queue leaves alone what may not be marked', () => {
  const { summary } = upload({ server: 'off', bytes: 300 * MSS, link: { markBytes: 25_000 } });
  expect(summary.links[0].clientToServer.marked).toBe(0);
});
