/** Level 5 of the validation: transfers recorded of Linux, done again by the simulator: time from the first data to the last acknowledgement, and data packets. */
import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describeShared } from '../support/shared.js';
import { analysed, run } from './support/run.js';

/** What a link of a recording has. @param {{ delay: number, rate?: number, qbytes?: number }} link */
function linkOf({ delay, rate, qbytes }) {
  return { delayMs: delay, overheadBytes: 14, ...(rate ? { rateKbps: rate } : {}), ...(qbytes ? { queueBytes: qbytes } : {}) };
}

/** The direction of a capture's first connection that carried more, seen at its sender. @param {Uint8Array} capture */
function measure(capture) {
  const analysis = analysed(capture), flow = analysis.describeFlow(0), isUp = flow.clientToServer.uniqueBytes > flow.serverToClient.uniqueBytes;
  const direction = isUp ? 'clientToServer' : 'serverToClient', packets = [...analysis.describePackets()].filter((packet) => packet.flow === 0);
  const data = packets.filter((packet) => packet.direction === direction && packet.len > 0), end = Math.max(...data.map(({ seq, len }) => Number(seq) + len));
  const last = packets.find((packet) => packet.direction !== direction && Number(packet.ack) >= end);
  return { from: isUp ? 'client' : 'server', bytes: flow[direction].uniqueBytes, packets: data.length, seconds: Number(last?.time) - Number(data[0].time) };
}

/** @param {string} folder @param {string} name @returns {number[]} how far off time and data packets are, as shares */
function errors(folder, name) {
  const { captures, link, congestion_control: congestionControl, initcwnd: initialWindowSegments = 10 } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const observed = measure(gunzipSync(readFileSync(`${folder}/${captures[0].file}`))), host = { tcp: { congestionControl, initialWindowSegments } };
  const simulated = measure(run({
    path: [{ name: 'path', clientToServer: linkOf(link.client_to_server), serverToClient: linkOf(link.server_to_client) }], hosts: { client: host, server: host },
    traffic: [{ kind: 'bulk', from: observed.from, bytes: observed.bytes }], taps: [{ at: observed.from, snapLength: 128 }],
  }).captures[0].bytes);
  return [Math.abs(simulated.seconds / observed.seconds - 1), Math.abs(simulated.packets / observed.packets - 1)];
}

/** @param {number[]} values @param {number} share @returns {number} */
function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
}

describeShared('against recorded Linux', 'pcaps/truth', (folder) => {
  const names = readdirSync(folder);
  test.each([
    ['without loss', /^(bulk-(cubic|reno)-.*-clean-.*|initcwnd.*)\.json$/, 0.02, 0.06],
    ['with a short queue', /^bulk-(cubic|reno)-.*-q\d+bdp-.*\.json$/, 0.05, 0.12],
  ])('%s', (_, pattern, median, p90) => {
    const all = names.filter((name) => pattern.test(name)).map((name) => errors(folder, name));
    expect(all.length).toBeGreaterThan(5);
    for (const which of [0, 1]) {
      const values = all.map((error) => error[which]);
      expect(quantile(values, 0.5)).toBeLessThanOrEqual(median);
      expect(quantile(values, 0.9)).toBeLessThanOrEqual(p90);
    }
  }, 120_000);
});
