/** One scenario in full, for whoever looks into it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawn } from './draw.js';
import { judged } from './judge.js';
import { simulated } from './run.js';

/** @param {number} ns */
const seconds = (ns) => (ns / 1e9).toFixed(6);

/** @param {number} seed @param {string} [folder] for its captures and its scenario @returns {string} */
export function shown(seed, folder) {
  const { family, scenario } = drawn(seed);
  const { captures, ledgers, log } = simulated(drawn(seed));
  const lines = [`seed ${seed}: ${family}`, JSON.stringify(scenario)];
  ledgers.forEach((intervals, flow) => {
    lines.push(`connection ${flow}: held back, s by limit: ${limitsText(log.limits.get(flow))}`);
    for (const { startNs, endNs, owner, rule } of intervals) {
      lines.push(`  ${seconds(startNs)} to ${seconds(endNs)} ${owner} ${rule}`);
    }
  });
  lines.push(`dropped: ${JSON.stringify(log.drops)}`);
  for (const { at, code, sentence, isTrue, codes } of judged(drawn(seed))) {
    lines.push(`${at}: ${isTrue ? 'true' : 'WRONG'} ${code} "${sentence}" (true: ${codes.join(', ')})`);
  }
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${seed}-scenario.json`), `${JSON.stringify(scenario, null, 2)}\n`);
    for (const { at, bytes } of captures) writeFileSync(join(folder, `${seed}-${at}.pcap`), bytes);
  }
  return lines.join('\n');
}

/** @param {Record<string, number>} [limits] */
const limitsText = (limits = {}) =>
  Object.entries(limits)
    .map(([limit, ns]) => `${limit} ${seconds(ns)}`)
    .join(', ');
