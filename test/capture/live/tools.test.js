/** With what arguments each capture tool is run, and which of them comes first. */
import { DUMPCAP } from '../../../lib/capture/live/tool/dumpcap.js';
import { NODE_PCAP } from '../../../lib/capture/live/tool/node-pcap.js';
import { TCPDUMP } from '../../../lib/capture/live/tool/tcpdump.js';

const options = {
  interface: '-i',
  filter: '-w /etc/passwd',
  snapLength: 96,
  path: '/spool/spool.pcap',
  ringFileBytes: null,
};

/** A tool whose help says so. @param {string} help @returns {import('../../../lib/capture/live/tool/tool.js').Ask} */
const saying = (help) => async () => ({ ok: true, stdout: help, stderr: '' });
const OLD = saying('-n use pcapng');
const NEW = saying('--update-interval <ms>');

test('a filter and an interface that look like options stay values', async () => {
  const dumpcap = await DUMPCAP.captureArguments(options, OLD);
  expect(dumpcap[dumpcap.indexOf('-w /etc/passwd') - 1]).toBe('-f');
  const tcpdump = await TCPDUMP.captureArguments(options, OLD);
  expect(tcpdump.slice(-2)).toEqual(['--', '-w /etc/passwd']);
  for (const args of [dumpcap, tcpdump, await NODE_PCAP.captureArguments(options, OLD)]) {
    expect(args.slice(0, 2)).toEqual(['-i', '-i']);
  }
  for (const { filterArguments } of [DUMPCAP, TCPDUMP, NODE_PCAP]) {
    expect(filterArguments('-i', '-w x').slice(0, 2)).toEqual(['-i', '-i']);
    expect(['-f', '--']).toContain(filterArguments('-i', '-w x').at(-2));
  }
});

test('the size of a ring file is in the unit of the tool', async () => {
  const ring = { ...options, ringFileBytes: 5_000_000 };
  expect((await DUMPCAP.captureArguments(ring, OLD)).join(' ')).toContain('-b filesize:5000');
  expect((await TCPDUMP.captureArguments(ring, OLD)).join(' ')).toContain('-C 5 ');
});

test('only a dumpcap that knows the option gets an update interval', async () => {
  expect(await DUMPCAP.captureArguments(options, OLD)).not.toContain('--update-interval');
  expect(await DUMPCAP.captureArguments(options, NEW)).toContain('--update-interval');
});

test('tcpdump comes before a dumpcap that holds packets back, node-pcap last', async () => {
  const ranked = async (/** @type {typeof NEW} */ ask) => {
    const ranks = await Promise.all([DUMPCAP, TCPDUMP, NODE_PCAP].map((tool) => tool.rank(ask)));
    return ['dumpcap', 'tcpdump', 'pcap'].sort((a, b) => {
      const rank = (/** @type {string} */ name) => ranks[['dumpcap', 'tcpdump', 'pcap'].indexOf(name)];
      return rank(a) - rank(b);
    });
  };
  expect(await ranked(NEW)).toEqual(['dumpcap', 'tcpdump', 'pcap']);
  expect(await ranked(OLD)).toEqual(['tcpdump', 'dumpcap', 'pcap']);
});
