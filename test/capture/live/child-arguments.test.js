import { captureArguments } from '../../../lib/capture/live/child-arguments.js';

const options = {
  interface: '-i',
  filter: '-w /etc/passwd',
  snapLength: 96,
  path: '/spool/spool.pcap',
  ringFileBytes: null,
  setsUpdateInterval: false,
};

/** @param {'dumpcap'|'tcpdump'|'pcap'} name */
const tool = (name) => ({ name, command: name, baseArguments: [] });

test('a filter and an interface that look like options stay values', () => {
  const dumpcap = captureArguments(tool('dumpcap'), options);
  expect(dumpcap[dumpcap.indexOf('-w /etc/passwd') - 1]).toBe('-f');
  const tcpdump = captureArguments(tool('tcpdump'), options);
  expect(tcpdump.slice(-2)).toEqual(['--', '-w /etc/passwd']);
  for (const args of [dumpcap, tcpdump, captureArguments(tool('pcap'), options)]) {
    expect(args.slice(0, 2)).toEqual(['-i', '-i']);
  }
});

test('the size of a ring file is in the unit of the tool', () => {
  const ring = { ...options, ringFileBytes: 5_000_000 };
  expect(captureArguments(tool('dumpcap'), ring).join(' ')).toContain('-b filesize:5000');
  expect(captureArguments(tool('tcpdump'), ring).join(' ')).toContain('-C 5 ');
});

test('only a dumpcap that knows it is told how often to write out', () => {
  expect(captureArguments(tool('dumpcap'), options)).not.toContain('--update-interval');
  expect(captureArguments(tool('dumpcap'), { ...options, setsUpdateInterval: true })).toContain('--update-interval');
});
