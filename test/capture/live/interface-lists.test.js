import { readDumpcapList, readTcpdumpList } from '../../../lib/capture/live/interface-lists.js';

test('reads the list of dumpcap -D -M', () => {
  const text =
    '1. eth0\t\t\t0\t192.0.2.2,fe80::2\tnetwork\t\n2. lo\t\tLoopback\t0\t127.0.0.1,::1\tloopback\t\n3. bluetooth-monitor\t\t\t4\t\tnetwork\t\n';
  expect(readDumpcapList(text)).toEqual([
    { name: 'eth0', description: '', loopback: false, up: null },
    { name: 'lo', description: 'Loopback', loopback: true, up: null },
  ]);
});

test('reads the list of tcpdump -D', () => {
  const text =
    '1.eth0 [Up, Running, Connected]\n2.any (Pseudo-device (all) of them) [Up, Running]\n3.lo [Up, Running, Loopback]\n4.ifb0 [none]\n5.en7 (USB LAN)\n6.nfqueue (Queue) [none]\n';
  expect(readTcpdumpList(text)).toEqual([
    { name: 'eth0', description: '', loopback: false, up: true },
    { name: 'any', description: 'Pseudo-device (all) of them', loopback: false, up: true },
    { name: 'lo', description: '', loopback: true, up: true },
    { name: 'ifb0', description: '', loopback: false, up: false },
    { name: 'en7', description: 'USB LAN', loopback: null, up: null },
  ]);
});

test.each(['', 'no list\n', '1.\n', '\t\n'])('finds nothing in %j', (text) => {
  expect(readDumpcapList(text)).toEqual([]);
  expect(readTcpdumpList(text)).toEqual([]);
});
