import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readTcpdumpList } from '../interface-lists.js';
import { KERNEL_BUFFER_BYTES } from './tool.js';

/** Runs node-pcap, which does not load in a second thread and must not be able to take the server down. */
const PCAP_CHILD = fileURLToPath(new URL('../pcap-child.js', import.meta.url));

/** npm's `pcap`, the last resort; our child process speaks like tcpdump. @type {import('./tool.js').Tool} */
export const NODE_PCAP = {
  name: 'pcap',
  find() {
    try {
      const main = createRequire(import.meta.url).resolve('pcap');
      // Installed without its native part (no compiler, `--ignore-scripts`) it cannot be loaded.
      accessSync(join(main, '..', 'build', 'Release', 'pcap_binding.node'), constants.R_OK);
    } catch {
      return null;
    }
    return { command: process.execPath, baseArguments: [PCAP_CHILD] };
  },
  rank: async () => 3,
  listArguments: ['-D'],
  readList: readTcpdumpList,
  filterArguments: (interfaceName, filter) => ['-i', interfaceName, '-d', '-f', filter],
  async captureArguments({ interface: name, filter, snapLength, path, ringFileBytes }) {
    const numbers = ['-s', String(snapLength), '-B', String(KERNEL_BUFFER_BYTES), '-C', String(ringFileBytes ?? 0)];
    return ['-i', name, ...numbers, '-w', path, '-f', filter];
  },
  spoolName: 'spool.pcap',
  // Node keeps SIGUSR1 for its debugger.
  statisticsSignal: 'SIGUSR2',
  drainMs: 0,
};
