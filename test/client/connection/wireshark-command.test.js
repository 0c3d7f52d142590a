import { spawnSync } from 'node:child_process';

import { wiresharkCommand } from '../../../client/views/connection/packets/wireshark-command.js';

test.each(['dump.pcap', 'it\'s a $(date) "dump" `x`.pcap', '-r.pcap', ''])('a shell takes %j as one word', (name) => {
  const { stdout } = spawnSync('sh', ['-c', wiresharkCommand(name, 7).replace(/^wireshark/, "printf '%s|'")], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`-r|${name}|-g|7|`);
});
