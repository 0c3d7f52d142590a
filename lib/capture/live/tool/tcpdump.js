import { readTcpdumpList } from '../interface-lists.js';
import { findProgram } from './find-program.js';
import { inUnits, KERNEL_BUFFER_BYTES } from './tool.js';

const SIZE_UNIT_BYTES = 1_000_000;

/** With the second (strftime(3)) at which a file was begun in its name. @param {string} path */
const timedPath = (path) => path.replaceAll('%', '%%').replace(/\.pcap$/, '_%s.pcap');

/**
 * A packet is in the spool 3 ms after it passed. `--immediate-mode` takes packets from the kernel one by one; otherwise
 * they wait for up to 1 s in a block of its buffer. `-U` writes each out at once. `-Z root` where root starts it:
 * otherwise it changes to a user who may not write the later files of a ring.
 * @type {import('./tool.js').Tool}
 */
export const TCPDUMP = {
  name: 'tcpdump',
  find: () => findProgram('tcpdump'),
  rank: async () => 1,
  listArguments: ['-D'],
  readList: readTcpdumpList,
  filterArguments: (interfaceName, filter) => ['-i', interfaceName, '-d', '--', filter],
  async captureArguments({ interface: name, filter, snapLength, path, ringFileBytes, rollSeconds }) {
    const buffer = String(KERNEL_BUFFER_BYTES / 1024);
    const args = ['-i', name, '-n', '-s', String(snapLength), '-B', buffer];
    if (rollSeconds) args.push('-G', String(rollSeconds), '-w', timedPath(path));
    else args.push('-U', '--immediate-mode', '-w', path);
    if (process.platform === 'linux') args.push('--time-stamp-precision=nano');
    if (process.geteuid?.() === 0) args.push('-Z', 'root');
    if (ringFileBytes) args.push('-C', inUnits(ringFileBytes, SIZE_UNIT_BYTES));
    return [...args, '--', filter];
  },
  spoolName: 'spool.pcap',
  // Where the system has SIGINFO, SIGUSR1 would kill it.
  statisticsSignal: process.platform === 'linux' ? 'SIGUSR1' : 'SIGINFO',
  drainMs: 0,
  // Without --immediate-mode the kernel keeps a block of its buffer back for up to 1 s (tcpdump.c, pcap_set_timeout).
  rollDrainMs: 1100,
};
