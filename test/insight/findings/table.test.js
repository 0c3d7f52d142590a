import { existsSync, readdirSync } from 'node:fs';

import { readKeyLog } from '../../../bin/commands/input/read-key-log.js';
import { readNamed } from '../../../bin/commands/input/read-named.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { describeShared } from '../../support/shared.js';
import { CLEAN, shownBy } from './shown.js';

/** @typedef {import('../../../lib/insight/findings/finding.js').Finding} Finding */

/** Connections of a capture of which one has to show it. */
const LOOKED_AT = 8;

/** Worst or second worst of a list. @param {Finding[]} findings worst first */
const worst = (findings) =>
  findings
    .filter(({ code }) => code !== 'all_well')
    .slice(0, 2)
    .map(({ code }) => code);

describeShared('every recorded scenario', 'pcaps/truth', (folder) => {
  const files = readdirSync(folder).filter((name) => /^[^.]+\.pcap\.gz$/.test(name));
  const names = files.map((file) => file.replace(/\..*/, ''));

  /** @param {string} name */
  async function analysed(name) {
    const keys = `${folder}/${name}.keys`;
    const analysis = new OpenedAnalysis({
      ciphers: nodeCiphers,
      keyLog: await readKeyLog(existsSync(keys) ? keys : undefined),
    });
    await readNamed(`${folder}/${name}.pcap.gz`, analysis.ingest, {});
    const flows = Array.from(
      { length: Math.min(LOOKED_AT, analysis.connections.count) },
      (_, flow) => /** @type {Finding[]} */ (analysis.connections.describe(flow).findings),
    );
    return { flows, overall: analysis.findings.ofCapture().findings };
  }

  test('shows its fault as worst or second worst; the clean ones nothing above a note', async () => {
    /** @type {string[]} */
    const wrong = [];
    for (const name of names) {
      const shown = shownBy(name);
      if (shown === null) continue;
      const { flows, overall } = await analysed(name);
      const first = [...flows, overall].flatMap(worst);
      const bad = flows
        .flat()
        .filter(({ severity }) => severity !== 'note')
        .map(({ code }) => code);
      const isClean = shown.includes(CLEAN);
      if (isClean ? bad.length > 0 : !shown.some((code) => first.includes(code))) {
        wrong.push(`${name}: ${shown}, not ${isClean ? bad : first}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 180_000);
});
