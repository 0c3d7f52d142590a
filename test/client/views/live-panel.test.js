import { sortInterfaces } from '../../../client/views/dashboard/interface-list.js';
import { limitWords } from '../../../client/views/dashboard/live-limits.js';
import { withoutOwn } from '../../../client/views/dashboard/live-panel.js';

/** @param {string} name @param {{ addresses?: string[], loopback?: boolean, up?: boolean }} [rest] */
const one = (name, { addresses = ['10.0.0.1'], loopback = false, up = true } = {}) => ({
  name,
  description: null,
  addresses,
  loopback,
  up,
});

describe('choosing what to capture', () => {
  test('interfaces that carry something come first, loopback after the real ones', () => {
    const list = [
      one('any', { addresses: [] }),
      one('lo', { loopback: true }),
      one('wg0', { up: false }),
      one('eth0'),
      one('eth1'),
    ];
    expect(sortInterfaces(list).map(({ name }) => name)).toEqual(['eth0', 'eth1', 'lo', 'any', 'wg0']);
  });

  test.each([
    ['', '127.0.0.1', '8080', 'not tcp port 8080'],
    ['tcp port 80 or udp', 'localhost', '8080', '(tcp port 80 or udp) and not tcp port 8080'],
    ['', '[::1]', '', 'not tcp port 80'],
    ['not port 8080', '127.0.0.1', '8080', null],
    ['', '192.0.2.7', '8080', null],
  ])('without the page itself the filter "%s" is, at %s:%s, %s', (filter, hostname, port, expected) => {
    expect(withoutOwn(filter, { hostname, port, protocol: 'http:' })).toBe(expected);
  });

  test.each([
    [null, null, null, null, 'Whole packets, until stopped'],
    [128, null, 60, null, '128 bytes of each packet, until 60 seconds'],
    [null, 2_000_000_000, 1, null, 'Whole packets, until 2 GB or 1 second'],
    [null, null, null, 500_000_000, 'Whole packets, the newest 500 MB, until stopped'],
  ])('limits %p %p %p, ring %p are %s', (snapLength, maxBytes, maxSeconds, ringBytes, words) => {
    expect(limitWords({ snapLength, maxBytes, maxSeconds, ringBytes })).toBe(words);
  });
});
