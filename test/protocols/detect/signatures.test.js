import { signedProtocol } from '../../../lib/protocols/detect/detect.js';
import { bytesOf, converse } from '../support/conversation.js';
import { random } from '../support/streams.js';

/** @type {[name: string, first: string][]} */
const FIRST_BYTES = [
  ['ssh', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['smtp', '220 mail.example ESMTP ready\r\n'],
  ['smtp', 'EHLO a.example\r\n'],
  ['ftp', '220-Welcome\r\n220 (vsFTPd 3.0.3)\r\n'],
  ['pop3', '+OK ready\r\n'],
  ['imap', '* OK [CAPABILITY IMAP4rev1] ready\r\n'],
  ['redis', '*1\r\n$4\r\nPING\r\n'],
  ['mysql', '\x0c\0\0\0\n8.0.30\0\x01\0\0\0'],
  ['postgresql', '\0\0\0\x11\0\x03\0\0user\0me\0\0'],
  ['postgresql', '\0\0\0\x08\x04\xd2\x16\x2f'],
  ['mqtt', '\x10\x0c\0\x04MQTT\x04\x02\0\x3c\0\0'],
  ['bittorrent', '\x13BitTorrent protocol\0\0'],
  ['smb', '\0\0\0\x40\xfeSMB\x40\0'],
  ['vnc', 'RFB 003.008\n'],
  ['amqp', 'AMQP\0\0\x09\x01'],
  ['dns', '\0\x13\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01'],
  ['rdp', '\x03\0\0\x13\x0e\xe0\0\0\0\0\0\x01\0\x08\0\x03\0\0\0'],
  ['rdp', '\x03\0\0\x24\x1f\xe0\0\0\0\0\0Cookie: mstshash=me\r\n\0\0\0\0'],
  ['rtmp', `\x03\0\0\x12\x34\0\0\0\0${'x'.repeat(1528)}`],
  ['tds', '\x12\x01\0\x10\0\0\x01\0\0\0\x06\0\x01\xff\0\0'],
  ['mongodb', '\x14\0\0\0\x01\0\0\0\0\0\0\0\xdd\x07\0\0\0\0\0\0'],
  ['ldap', '\x30\x0c\x02\x01\x01\x60\x07\x02\x01\x03\x04\0\x80\0'],
  ['xmpp', '<?xml version="1.0"?><stream:stream to="a">'],
  ['rtsp', 'DESCRIBE rtsp://a/b RTSP/1.0\r\nCSeq: 2\r\n\r\n'],
  ['sip', 'REGISTER sip:a.example SIP/2.0\r\n\r\n'],
  ['irc', 'NICK me\r\nUSER me 0 * :Me\r\n'],
  ['nntp', '200 news.example InterNetNews NNRP server ready\r\n'],
  ['telnet', '\xff\xfd\x18\xff\xfd\x20\xff\xfd\x23'],
  ['git', '0032git-upload-pack /project.git\0host=a.example\0'],
  ['cassandra', '\x04\0\0\0\x05\0\0\0\0'],
  ['nats', 'INFO {"server_id":"A"} \r\n'],
  ['stomp', 'CONNECT\naccept-version:1.2\nhost:a\n\n\0'],
  ['x11', 'l\0\x0b\0\0\0\0\0\0\0\0\0'],
  ['rsync', '@RSYNCD: 31.0\n'],
  ['bgp', `${'\xff'.repeat(16)}\0\x1d\x01\x04\xfd\xe8\0\xb4\x0a\0\0\x01\0`],
  ['netbios', `\x81\0\0\x44\x20${'A'.repeat(67)}`],
  ['ajp', '\x12\x34\0\x05\x02\x02\x02\0\0'],
  ['openvpn', '\0\x0e\x38abcdefgh\0\0\0\0\0'],
  ['dcerpc', '\x05\0\x0b\x03\x10\0\0\0\x14\0\0\0\x01\0\0\0\xb8\x10\xb8\x10'],
  ['modbus', '\0\x01\0\0\0\x06\x01\x03\0\0\0\x0a'],
  ['socks', '\x05\x01\0'],
  ['kerberos', '\0\0\0\x08\x6a\x81\xab\x30\x81\xa8\0\0'],
  ['oracle-tns', '\0\x0c\0\0\x01\0\0\0\x01\x39\x01\x2c'],
  ['nfs', `\x80\0\0\x28\x12\x34\x56\x78\0\0\0\0\0\0\0\x02\0\x01\x86\xa3${'\0'.repeat(24)}`],
  ['sunrpc', `\x80\0\0\x28\x12\x34\x56\x78\0\0\0\0\0\0\0\x02\0\x01\x86\xa0${'\0'.repeat(24)}`],
  ['amqp-1.0', 'AMQP\x03\x01\0\0'],
  ['fastcgi', '\x01\x01\0\x01\0\x08\0\0\0\x01\0\0\0\0\0\0'],
  ['ldap', `\x30\x84\0\0\0\x10\x02\x01\x01\x63${'\0'.repeat(12)}`],
  ['socks', '\x04\x01\0\x50\x7f\0\0\x01joe\0'],
  ['kafka', '\0\0\0\x0c\0\x12\0\0\0\0\0\x01\0\x02me'],
  ['memcached', 'get key\r\n'],
  ['memcached-binary', `\x80\0\0\x01\0\0\0\0\0\0\0\x01${'\0'.repeat(12)}k`],
];

test.each(FIRST_BYTES)('%s', (name, first) => {
  const bytes = bytesOf(first);
  expect(signedProtocol(bytes, 0, bytes.length)?.names[0]).toBe(name);
  for (const side of ['c', 's']) expect(converse([`${side} ${first}`]).analysis.protocolOf(0)).toBe(name);
  expect(converse(['c hello', `s ${first}`]).analysis.protocolOf(0)).toBe(name);
});

test('what only looks like it is not named; what is dissected has its own name', () => {
  for (const text of [
    '220 ready\r\n',
    'SSH',
    '\0\x10\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01',
    '*x\r\n$',
    '\0\0\0\x0c\n8.0',
  ]) {
    expect(signedProtocol(bytesOf(text), 0, text.length)).toBeNull();
  }
  expect(converse(['c GET / HTTP/1.1\r\n\r\n', 's SSH-2.0-x\r\n']).analysis.protocolOf(0)).toBe('http/1.1');
  const next = random(9);
  let named = 0;
  for (let input = 0; input < 20_000; input++) {
    named += Number(
      signedProtocol(
        Uint8Array.from({ length: 40 }, () => Math.floor(next() * 256)),
        0,
        40,
      ) !== null,
    );
  }
  expect(named).toBe(0);
});
