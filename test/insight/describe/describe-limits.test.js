/** `limits` and `causes` of a connection: what users compare with each other. */
import { readdirSync, readFileSync } from 'node:fs';

import { analysed, run } from '../../simulator/support/run.js';
import { connectionOf } from '../../support/packets/connection.js';
import { describeShared } from '../../support/shared.js';

const CAPTURE = /\.(pcap|pcapng)$/;
const SCENARIOS = new URL('../../../fixtures/scenarios/', import.meta.url);
const MAX_MS = 120_000;

/** What `limits` may say while `causes` says so. @type {Record<string, string[]>} */
const AGREES = {
  congestion_window: ['congestion_window'],
  receive_window: ['receive_window'],
  zero_window: ['receive_window'],
  send_buffer: ['send_buffer'],
  fixed_window: ['send_buffer'],
  application: ['application'],
  nagle: ['application'],
  credit: ['application'],
  network: ['congestion_window', 'network', 'application'],
  recovery: ['congestion_window', 'application', 'send_buffer', 'network'],
  retransmission_timeout: ['congestion_window', 'application', 'send_buffer', 'network'],
  path_mtu: ['congestion_window', 'application', 'send_buffer', 'network'],
  handshake: ['handshake'],
  idle: ['idle'],
  not_observable: ['not_observable'],
};

/** @typedef {{ start: number, end: number, limit?: string, cause?: string }} Span */

/** @param {Span[]} spans */
const secondsOf = (spans) => spans.reduce((all, { start, end }) => all + end - start, 0);

/** Limits beside a cause of which they are no coarser name. @param {{ limits: Span[], causes: Span[] }} sender */
function unfounded({ limits, causes }) {
  const at = (/** @type {number} */ time) =>
    String(causes.find(({ start, end }) => start <= time && time < end)?.cause);
  return limits.flatMap(({ start, end, limit }) => {
    const cuts = [start, ...causes.map((one) => one.start).filter((time) => time > start && time < end), end];
    const beside = cuts.slice(1).map((cut, k) => at((cuts[k] + cut) / 2));
    return beside.filter((cause) => !AGREES[cause]?.includes(String(limit))).map((cause) => `${limit} beside ${cause}`);
  });
}

/**
 * @param {ReturnType<typeof analysed>} analysis @param {string} name of the capture
 * @returns {string[]} where limits and causes of a sender disagree
 */
function disagreements({ ingest, opened: connections }, name) {
  return Array.from({ length: ingest.tcp.flows.count }, (_, index) => connections.describeSenders(index))
    .flat()
    .flatMap((sender) => {
      const [limited, caused] = [secondsOf(sender.limits), secondsOf(sender.causes)];
      const sums = Math.abs(limited - caused) > 1e-6 ? [`${limited} and ${caused} s`] : [];
      return [...sums, ...unfounded(sender)].map((what) => `${name} ${sender.flow} ${sender.direction}: ${what}`);
    });
}

/** @param {string | URL} folder @returns {string[]} */
function disagreementsIn(folder) {
  const base = folder instanceof URL ? folder.pathname : `${folder}/`;
  return readdirSync(base)
    .filter((name) => CAPTURE.test(name))
    .flatMap((name) => {
      try {
        return disagreements(analysed(readFileSync(`${base}${name}`)), name);
      } catch (error) {
        if (/** @type {{ code?: string }} */ (error).code === undefined) throw error;
        return [];
      }
    });
}

test('limits cover the seconds that causes cover, and none stands without its cause', () => {
  expect(disagreementsIn(new URL('../../../fixtures/pcaps/', import.meta.url))).toEqual([]);
});

test.each(['tail-loss', 'bulk-drop-tail', 'slow-reader', 'idle-restart', 'policed'])('… simulated: %s', (name) => {
  const scenario = JSON.parse(readFileSync(new URL(`${name}.json`, SCENARIOS), 'utf8'));
  const { captures } = run({ ...scenario, taps: [{ at: 'client' }, { at: 'server' }] });
  for (const { at, bytes } of captures) expect(disagreements(analysed(bytes), `${name} ${at}`)).toEqual([]);
});

describeShared('… of public captures', 'pcaps/cases', (folder) => {
  test('too', () => expect(disagreementsIn(folder)).toEqual([]), MAX_MS);
});

/** @param {string[]} lines @returns {{ causes: [string, number][], limits: [string, number][] }} of the client */
function ofClient(...lines) {
  const { analysis } = connectionOf(lines[0], ...lines.slice(1));
  const [{ causes, limits }] = analysis.opened.describeSenders(0);
  const rounded = (/** @type {{ start: number, end: number }} */ { start, end }) => Math.round((end - start) * 10) / 10;
  return {
    causes: causes.map((one) => [one.cause, rounded(one)]),
    limits: limits.map((one) => [one.limit, rounded(one)]),
  };
}

const SMALL = 'mss 1460 sack ts';
const RETRIES = ['200ms', '400ms', '800ms', '1600ms', '3200ms', '6400ms'];

test('a transfer that dies with the window full waits for its timer, not for the window', () => {
  const lines = [`client SYN ${SMALL}`, `+40ms server SYN-ACK ${SMALL} win 14480`, '+20us client ACK'];
  for (let k = 0; k < 6; k++) lines.push('+1ms client data 10x1448', '+40ms server ACK win 14480');
  lines.push('+1ms client data 10x1448 lost', ...RETRIES.map((wait) => `+${wait} client again 61 lost`));
  const { causes, limits } = ofClient(...lines);
  expect(causes).toContainEqual(['retransmission_timeout', 12.6]);
  expect(limits).toContainEqual(['congestion_window', 12.6]);
  const { findings } = connectionOf(lines[0], ...lines.slice(1)).analysis.findings.ofConnection(0);
  expect(findings.map(({ code }) => code)).not.toContain('receive_window_limited');
});

/** Three round trips of slow start, in which the window doubles and no queue stands, then the last acknowledgement. */
const BULK = [10, 20, 40].flatMap((segments) => [`+1ms client data ${segments}x1448`, '+40ms server ACK win 500']);

test('no bandwidth is claimed where no queue shows its rate, in the last round trip either', () => {
  const options = `${SMALL} ws 7`;
  const { causes } = ofClient(`client SYN ${options}`, `+40ms server SYN-ACK ${options}`, '+20us client ACK', ...BULK);
  expect(causes.map(([cause]) => cause)).toEqual(['handshake', 'congestion_window', 'application']);
});

test('of a window of unknown scale nothing is claimed', () => {
  const { causes, limits } = ofClient('client ACK ts', '+1ms server ACK ts win 500', ...BULK);
  expect(causes.map(([cause]) => cause)).toEqual(['not_observable', 'application']);
  expect(limits.map(([limit]) => limit)).toEqual(['not_observable', 'application']);
});
