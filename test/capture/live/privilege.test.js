import { linuxProblem } from '../../../lib/capture/live/privilege.js';

test.each([
  ['a dumpcap for a group only', { group: 'wireshark', everyone: false }, false, 'sudo usermod -aG wireshark $USER'],
  [
    'a dumpcap for everybody',
    { group: 'root', everyone: true },
    false,
    'sudo setcap cap_net_raw,cap_net_admin=eip /usr/bin/dumpcap',
  ],
  [
    'a dumpcap of a group, run by everybody',
    { group: 'wireshark', everyone: true },
    false,
    'sudo setcap cap_net_raw,cap_net_admin=eip /usr/bin/dumpcap',
  ],
  ['root without the capability', { group: 'root', everyone: true }, true, null],
])('%s', (_, file, isRoot, command) => {
  const problem = linuxProblem('dumpcap', { path: '/usr/bin/dumpcap', ...file }, isRoot);
  expect(problem.command).toBe(command);
  expect(problem.message).toMatch(/\.$/);
});
