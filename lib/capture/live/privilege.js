import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';

/**
 * @typedef {object} Problem why nothing can be captured, and what to run about it
 * @property {string} message one sentence
 * @property {string|null} command one line for a shell
 *
 * @typedef {object} ProgramFile
 * @property {string} path
 * @property {string} group name of its group
 * @property {boolean} everyone whether everybody may run it
 */

/**
 * What grants the privilege to capture on this system.
 *
 * A program that only a named group may run (Debian's dumpcap after `dpkg-reconfigure wireshark-common`) has its
 * capabilities already, so joining the group is all that is needed; otherwise the program gets them. On macOS it is
 * access to the BPF devices.
 * @param {import('./tool/tool.js').CaptureTool} tool
 * @returns {Problem}
 */
export function privilegeProblem(tool) {
  if (process.platform === 'darwin') return macProblem();
  return linuxProblem(tool.name, programFile(tool.command), process.geteuid?.() === 0);
}

/**
 * @param {string} name the tool's
 * @param {ProgramFile} file
 * @param {boolean} isRoot
 * @returns {Problem}
 */
export function linuxProblem(name, file, isRoot) {
  if (isRoot) {
    return {
      message:
        'Root may not capture packets here; a container must be started with the capability NET_RAW (docker ' +
        'run --cap-add=NET_RAW --cap-add=NET_ADMIN).',
      command: null,
    };
  }
  if (!file.everyone && file.group !== 'root') {
    return {
      message: `Only the group ${file.group} may capture with ${name}; join it, then log out and in again.`,
      command: `sudo usermod -aG ${file.group} $USER`,
    };
  }
  return {
    message: `You have no permission to capture packets; give ${name} the capability to.`,
    command: `sudo setcap cap_net_raw,cap_net_admin=eip ${file.path}`,
  };
}

/** @returns {Problem} */
function macProblem() {
  return {
    message:
      'You have no permission to capture packets; open the BPF devices to yourself, or install ChmodBPF, ' +
      'which comes with Wireshark, to have it after every start.',
    command: 'sudo chown "$USER" /dev/bpf*',
  };
}

/** @returns {Problem} */
export function noToolProblem() {
  const message = 'No capture tool is installed; Selfclock needs dumpcap or tcpdump.';
  const installers = [
    ['/usr/bin/apt-get', 'sudo apt-get install tcpdump'],
    ['/usr/bin/dnf', 'sudo dnf install tcpdump'],
    ['/usr/bin/pacman', 'sudo pacman -S tcpdump'],
    ['/sbin/apk', 'sudo apk add tcpdump'],
    ['/usr/bin/zypper', 'sudo zypper install tcpdump'],
  ];
  const installer = installers.find(([program]) => existsSync(program));
  return { message, command: installer ? installer[1] : null };
}

/**
 * @param {string} command
 * @returns {ProgramFile}
 */
function programFile(command) {
  const path = realpathSync(command);
  const { gid, mode } = statSync(path);
  return { path, group: groupName(gid), everyone: (mode & 0o001) !== 0 };
}

/** @param {number} gid */
function groupName(gid) {
  const lines = readFileSync('/etc/group', 'utf8').split('\n');
  const line = lines.find((text) => text.split(':')[2] === String(gid));
  return line ? line.split(':')[0] : String(gid);
}
