import { unexpectedEnd } from '../../../lib/capture/live/end-reason.js';
import { complaintOf } from '../../../lib/capture/live/run-tool.js';

const end = { tool: 'tcpdump', interface: 'veth1', code: 1, signal: null, stderr: '' };

test.each([
  [{ signal: 'SIGKILL', code: null }, 'tcpdump was killed from outside (SIGKILL); what it had captured is kept.'],
  [
    { stderr: 'tcpdump: listening on veth1\ntcpdump: pcap_loop: The interface disappeared\n' },
    'The interface veth1 went away or went down; what was captured until then is kept.',
  ],
  [
    { stderr: 'tcpdump: x.pcap: No space left on device' },
    'The disk is full, so capturing was stopped; delete captures or make room, then start again.',
  ],
  [{ stderr: 'tcpdump: x.pcap: Permission denied\n' }, 'tcpdump was refused access: x.pcap: Permission denied'],
  [{ stderr: 'tcpdump: something odd.\n' }, 'tcpdump ended by itself (exit code 1): something odd.'],
  [{ code: 0 }, 'tcpdump ended by itself (exit code 0) and gave no reason.'],
])('%j', (change, sentence) => {
  expect(unexpectedEnd({ ...end, ...change })).toBe(sentence);
});

test('the complaint is found among the chatter', () => {
  expect(
    complaintOf("Capturing on 'lo'\nFile: x.pcapng\nPackets: 3 \rPackets: 4 \ndumpcap: Out of luck.\n\nSee the guide."),
  ).toBe('Out of luck.');
  expect(complaintOf("Capturing on 'lo'\n")).toBeNull();
});
