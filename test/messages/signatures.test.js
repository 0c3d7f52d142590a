import { bytesOf, converse } from './support/conversation.js';
import { SIGNATURE_NAMES, signatureOf } from '../../lib/messages/signatures.js';
import { random } from './support/streams.js';

/** @type {[name: string, first: string][]} */
const FIRST_BYTES = [
  ['ssh', 'SSH-2.0-OpenSSH_9.2\r\n'], ['smtp', '220 mail.example ESMTP ready\r\n'], ['smtp', 'EHLO a.example\r\n'], ['ftp', '220-Welcome\r\n220 (vsFTPd 3.0.3)\r\n'],
  ['pop3', '+OK ready\r\n'], ['imap', '* OK [CAPABILITY IMAP4rev1] ready\r\n'], ['redis', '*1\r\n$4\r\nPING\r\n'], ['mysql', '\x0c\0\0\0\n8.0.30\0\x01\0\0\0'],
  ['postgresql', '\0\0\0\x10\0\x03\0\0user\0me\0'], ['postgresql', '\0\0\0\x08\x04\xd2\x16\x2f'], ['mqtt', '\x10\x0c\0\x04MQTT\x04\x02\0\x3c\0\0'], ['bittorrent', '\x13BitTorrent protocol\0\0'],
  ['smb', '\0\0\0\x40\xfeSMB\x40\0'], ['vnc', 'RFB 003.008\n'], ['amqp', 'AMQP\0\0\x09\x01'],
  ['dns', '\0\x13\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01'],
];

test.each(FIRST_BYTES)('%s', (name, first) => {
  const bytes = bytesOf(first);
  expect(SIGNATURE_NAMES[signatureOf(bytes, 0, bytes.length)]).toBe(name);
  for (const side of ['c', 's']) expect(converse([`${side} ${first}`]).analysis.protocolOf(0)).toBe(name);
  expect(converse(['c hello', `s ${first}`]).analysis.protocolOf(0)).toBe(name);
});

test('what only looks like it is not named; what is dissected has its own name', () => {
  for (const text of ['220 ready\r\n', 'SSH', '\0\x14\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01', '*x\r\n$', '\0\0\0\x0c\n8.0']) expect(signatureOf(bytesOf(text), 0, text.length)).toBe(0);
  expect(converse(['c GET / HTTP/1.1\r\n\r\n', 's SSH-2.0-x\r\n']).analysis.protocolOf(0)).toBe('http/1.1');
  const next = random(9);
  let named = 0;
  for (let input = 0; input < 20_000; input++) named += Number(signatureOf(Uint8Array.from({ length: 40 }, () => Math.floor(next() * 256)), 0, 40) > 0);
  expect(named).toBe(0);
});
