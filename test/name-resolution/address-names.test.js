import { AddressNames } from '../../lib/name-resolution/address-names.js';
import { MAX_NAMED_ADDRESSES, MAX_NAMES_PER_ADDRESS } from '../../lib/name-resolution/limits.js';

test('of several names the one that was said last before', () => {
  const names = new AddressNames();
  expect([names.isEmpty, names.at('192.0.2.1', 0)]).toEqual([true, null]);
  names.add('192.0.2.1', 'first.example', 'dns', 10);
  names.add('192.0.2.1', 'second.example', 'sni', 20);
  expect([5, 10, 19, 20, 99].map((time) => names.at('192.0.2.1', time)?.name)).toEqual([
    'first.example',
    'first.example',
    'first.example',
    'second.example',
    'second.example',
  ]);
  expect(names.at('192.0.2.1', 20)).toEqual({ name: 'second.example', from: 'sni' });
  names.add('192.0.2.1', 'first.example', 'dns', 30);
  expect(names.at('192.0.2.1', 40)?.name).toBe('first.example');
  expect(names.at('192.0.2.2', 40)).toBeNull();
});

test('what the file says holds from the start, and is taken once', () => {
  const names = new AddressNames();
  const records = [{ address: Uint8Array.of(192, 0, 2, 1), name: 'file.example' }];
  names.addRecords(records);
  names.add('192.0.2.1', 'asked.example', 'dns', 5);
  names.addRecords(records);
  expect([4, 5].map((time) => names.at('192.0.2.1', time))).toEqual([
    { name: 'file.example', from: 'capture' },
    { name: 'asked.example', from: 'dns' },
  ]);
});

test('an address is no name', () => {
  const names = new AddressNames();
  for (const text of ['192.0.2.7', '2001:db8::1', '']) names.add('192.0.2.1', text, 'sni', 0);
  expect(names.isEmpty).toBe(true);
});

test('names and addresses are bounded', () => {
  const names = new AddressNames();
  for (let i = 0; i <= MAX_NAMES_PER_ADDRESS; i++) names.add('a', `name${i}`, 'dns', i);
  expect(names.at('a', 0)?.name).toBe('name1');
  for (let i = 0; i <= MAX_NAMED_ADDRESSES; i++) names.add(`address${i}`, 'name', 'dns', 0);
  expect([
    names.at(`address${MAX_NAMED_ADDRESSES - 2}`, 0)?.name,
    names.at(`address${MAX_NAMED_ADDRESSES - 1}`, 0),
  ]).toEqual(['name', null]);
});
