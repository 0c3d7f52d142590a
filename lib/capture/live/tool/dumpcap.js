import { readDumpcapList } from '../interface-lists.js';
import { findProgram } from './find-program.js';
import { inUnits, KERNEL_BUFFER_BYTES } from './tool.js';

const SIZE_UNIT_BYTES = 1000;
/** How often dumpcap writes out, where it has the option. */
const UPDATE_INTERVAL_MS = 50;
const UPDATE_INTERVAL = '--update-interval';

/** Whether it has the option: from Wireshark 4.2 on. @param {import('./tool.js').Ask} ask */
const knowsUpdateInterval = async (ask) => (await ask(['--help'])).stdout.includes(UPDATE_INTERVAL);

/**
 * Preferred where its flush interval can be set. Older ones hold packets back for 250 to 620 ms (measured with 4.0),
 * too long for a live picture.
 * @type {import('./tool.js').Tool}
 */
export const DUMPCAP = {
  name: 'dumpcap',
  find: () => findProgram('dumpcap'),
  rank: async (ask) => ((await knowsUpdateInterval(ask)) ? 0 : 2),
  listArguments: ['-D', '-M'],
  readList: readDumpcapList,
  filterArguments: (interfaceName, filter) => ['-i', interfaceName, '-d', '-f', filter],
  async captureArguments({ interface: name, filter, snapLength, path, ringFileBytes, rollSeconds }, ask) {
    const buffer = String(KERNEL_BUFFER_BYTES / 1024 ** 2);
    const args = ['-i', name, '-s', String(snapLength), '-B', buffer, '-n', '-w', path, '-f', filter];
    if (ringFileBytes) args.push('-b', `filesize:${inUnits(ringFileBytes, SIZE_UNIT_BYTES)}`);
    if (rollSeconds) args.push('-b', `duration:${rollSeconds}`);
    else if (await knowsUpdateInterval(ask)) args.push(UPDATE_INTERVAL, String(UPDATE_INTERVAL_MS));
    return args;
  },
  spoolName: 'spool.pcapng',
  statisticsSignal: null,
  // It gets the kernel's last packets up to 250 ms late, and loses those not yet fetched when it is stopped.
  drainMs: 300,
};
