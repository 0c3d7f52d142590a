/**
 * Kernel buffer. tcpdump, which takes packets at once, has it divided into slots of a whole snap length rounded up to
 * 128 KiB, all of them held in memory: with 64 MiB, 137 MB are resident, with 256 MiB, 529 MB.
 */
const KERNEL_BUFFER_BYTES = 64 * 1024 ** 2;

/** A frame of the loopback interface: 65,535 bytes of IP under an Ethernet header, with room for VLAN tags. */
export const DEFAULT_SNAP_LENGTH = 65_600;

/** tcpdump counts file sizes in millions of bytes, dumpcap in thousands. */
const TCPDUMP_SIZE_UNIT = 1_000_000;
const DUMPCAP_SIZE_UNIT = 1000;

/** How often a dumpcap that can be told so writes out. */
const UPDATE_INTERVAL_MS = 50;

/**
 * @typedef {object} ChildOptions
 * @property {string} interface
 * @property {string} filter
 * @property {number} snapLength
 * @property {string} path the spool file; in a ring, the tool makes the names of the files from it
 * @property {number|null} ringFileBytes a new file after so many bytes
 * @property {boolean} setsUpdateInterval a dumpcap that knows the option
 */

/**
 * The arguments with which a tool captures into a spool file.
 *
 * tcpdump: `--immediate-mode` takes packets from the kernel one by one; otherwise they wait for up to 1 s in a block of
 * its buffer. `-U` writes each out at once. `-Z root` where root starts it: otherwise it changes to a user who may not
 * write the later files of a ring.
 * @param {import('./tools.js').CaptureTool} tool
 * @param {ChildOptions} options
 * @returns {string[]}
 */
export function captureArguments(tool, options) {
  if (tool.name === 'dumpcap') return dumpcapArguments(options);
  if (tool.name === 'tcpdump') return tcpdumpArguments(options);
  const { interface: name, filter, snapLength, path, ringFileBytes } = options;
  return [
    '-i',
    name,
    '-s',
    String(snapLength),
    '-B',
    String(KERNEL_BUFFER_BYTES),
    '-C',
    String(ringFileBytes ?? 0),
    '-w',
    path,
    '-f',
    filter,
  ];
}

/** @param {ChildOptions} options */
function dumpcapArguments({ interface: name, filter, snapLength, path, ringFileBytes, setsUpdateInterval }) {
  const args = [
    '-i',
    name,
    '-s',
    String(snapLength),
    '-B',
    String(KERNEL_BUFFER_BYTES / 1024 ** 2),
    '-n',
    '-w',
    path,
    '-f',
    filter,
  ];
  if (ringFileBytes) args.push('-b', `filesize:${units(ringFileBytes, DUMPCAP_SIZE_UNIT)}`);
  if (setsUpdateInterval) args.push('--update-interval', String(UPDATE_INTERVAL_MS));
  return args;
}

/** @param {ChildOptions} options */
function tcpdumpArguments({ interface: name, filter, snapLength, path, ringFileBytes }) {
  const args = [
    '-i',
    name,
    '-n',
    '-U',
    '--immediate-mode',
    '-s',
    String(snapLength),
    '-B',
    String(KERNEL_BUFFER_BYTES / 1024),
    '-w',
    path,
  ];
  if (process.platform === 'linux') args.push('--time-stamp-precision=nano');
  if (process.geteuid?.() === 0) args.push('-Z', 'root');
  if (ringFileBytes) args.push('-C', String(units(ringFileBytes, TCPDUMP_SIZE_UNIT)));
  return [...args, '--', filter];
}

/**
 * @param {number} bytes
 * @param {number} unit
 */
function units(bytes, unit) {
  return Math.max(1, Math.round(bytes / unit));
}
