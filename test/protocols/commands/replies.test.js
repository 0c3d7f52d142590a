/** SMTP, LMTP and FTP: recognised in any case and with any greeting, inside TLS, and what counts as failed. */
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { MessageAnalysis } from '../../../lib/protocols/message-analysis.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { tlsSession } from '../../support/tls/tls-session.js';
import { bytesOf, Conversation, converse, http1 } from '../support/conversation.js';
import { linesOf, said } from './support.js';

test.each([
  ['smtp', 'lower case, a bare greeting', ['s 220 mx.test ready\r\n', 'c ehlo me\r\n']],
  ['smtp', 'a greeting without text', ['s 220\r\n', 'c EhLo me\r\n']],
  ['smtp', 'LMTP', ['s 220 mx.test ready\r\n', 'c LHLO me\r\n']],
  ['smtp', 'LMTP by its greeting', ['s 220 mx.test LMTP\r\n', 'c NOOP\r\n']],
  ['smtp', 'a host called ftp', ['s 220 ftp.mail.test ready\r\n', 'c EHLO me\r\n']],
  ['smtp', 'no hello', ['s 220 ready\r\n', 'c mail from:<a@b>\r\n']],
  ['ftp', 'a bare greeting', ['s 220 files ready\r\n', 'c user joe\r\n']],
  ['ftp', "FileZilla's greeting", ['s 220-FileZilla Server 1.9\r\n220 hi\r\n', 'c XYZ\r\n']],
  ['ftp', 'first AUTH TLS', ['s 220-hi\r\n220 there\r\n', 'c AUTH TLS\r\n']],
  ['pop3', 'no text, and USER', ['s +OK\r\n', 'c USER joe\r\n']],
  ['nntp', 'a bare greeting', ['s 200 ready\r\n', 'c mode reader\r\n']],
  ['irc', 'lower case', ['c nick joe\r\n', 's :a NOTICE\r\n']],
])('%s: %s', (name, _, steps) => {
  for (const order of [steps, [...steps].reverse()]) {
    expect(converse([...order, 'c.fin', 's.fin']).analysis.protocolOf(0)).toBe(name);
  }
});

test.each([
  ['a greeting alone', ['s 220 ready\r\n', 'c hello there\r\n']],
  ['USER without a greeting', ['s ready\r\n', 'c USER joe\r\n']],
])('%s is not named', (_, steps) => {
  expect(converse([...steps, 'c.fin', 's.fin']).analysis.protocolOf(0)).toBeNull();
});

const FTP = ['s 220 ready\r\n', 'c USER joe\r\n', 's 331 password\r\n', 'c PASS x\r\n', 's 230 in\r\n'];

test('150 begins the reply to a transfer, and 226 ends it', () => {
  const { messages } = converse([...FTP, 'c RETR a\r\n', 's 150 opening\r\n', 's 226 done\r\n']);
  const request = messages.find(({ method }) => method === 'RETR');
  const reply = messages.find(({ index }) => index === request?.pair);
  expect(reply).toMatchObject({ status: 226, outcomeText: 'done', complete: true });
  expect([reply?.firstFrame, reply?.lastFrame]).toEqual([7, 8]);
  expect(messages.filter(({ kind }) => kind === 'response')).toHaveLength(4);
});

test('a command that a server need not know fails by design; a refused login fails', () => {
  expect(said([...FTP, 'c FEAT\r\n', 's 502 no\r\n', 'c STOR a\r\n', 's 553 no\r\n']).slice(3)).toEqual([
    'FEAT : 502 no',
    'STOR a: 553 no (failed)',
  ]);
  expect(said(['s 220 a\r\n', 'c EHLO me\r\n', 's 502 no\r\n', 'c HELO me\r\n', 's 550 no\r\n']).slice(1)).toEqual([
    'EHLO me: 502 no',
    'HELO me: 550 no (failed)',
  ]);
});

test('LMTP: the content has a reply for each accepted recipient, and the worst counts', () => {
  expect(
    said([
      's 220 a LMTP\r\n',
      'c LHLO me\r\n',
      's 250 a\r\n',
      'c MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nRCPT TO:<e@d>\r\nRCPT TO:<f@d>\r\nDATA\r\n',
      's 250 ok\r\n250 ok\r\n550 no\r\n250 ok\r\n354 go\r\n',
      'c Subject: x\r\n\r\n.\r\nQUIT\r\n',
      's 250 queued\r\n452 full\r\n221 bye\r\n',
    ]).slice(2),
  ).toEqual([
    'MAIL FROM:<a@b>: 250 ok',
    'RCPT TO:<c@d>: 250 ok',
    'RCPT TO:<e@d>: 550 no (failed)',
    'RCPT TO:<f@d>: 250 ok',
    'DATA : 354 go',
    'mail data : 452 full (failed)',
    'QUIT : 221 bye',
  ]);
});

test('a reply that only another command can have is not paired with it', () => {
  expect(said([...FTP, 'c NOOP\r\n', 's 331 password\r\n', 's~8', 'c.rst']).slice(3)).toEqual([
    'NOOP : ?',
    '< 331 password',
  ]);
});

/** What the ends say in plain text, then within TLS. @param {string[]} plain @param {string[]} secret */
async function inTls(plain, secret) {
  const content = secret.map((step) => ({
    endpoint: /** @type {0|1} */ (step[0] === 'c' ? 0 : 1),
    bytes: bytesOf(step.slice(2)),
  }));
  const { sent, keyLog: lines } = await tlsSession({ content });
  const keyLog = new KeyLog();
  keyLog.add(lines);
  const conversation = new Conversation();
  const analysis = new MessageAnalysis({ keep: true, flows: conversation.roles, http1, ciphers: nodeCiphers, keyLog });
  const all = new Conversation({ analysis }).run(plain);
  for (const { endpoint, bytes } of sent) all.bytes(endpoint, bytes);
  return linesOf(all.run(['c.fin', 's.fin']));
}

test('what was spoken goes on inside TLS, whatever comes first there', async () => {
  expect(
    await inTls(
      ['s 220 hi\r\n', 'c AUTH TLS\r\n', 's 234 go\r\n'],
      ['c PBSZ 0\r\n', 's 200 ok\r\n', 'c USER joe\r\n', 's 530 no\r\n'],
    ),
  ).toEqual(['< 220 hi', 'AUTH TLS: 234 go', 'PBSZ 0: 200 ok', 'USER joe: 530 no (failed)']);
  expect(
    await inTls(
      ['s 220 hi\r\n', 'c ehlo a\r\n', 's 250 STARTTLS\r\n', 'c starttls\r\n', 's 220 go\r\n'],
      ['c noop\r\n', 's 250 ok\r\n'],
    ),
  ).toEqual(['< 220 hi', 'EHLO a: 250 STARTTLS', 'STARTTLS : 220 go', 'NOOP : 250 ok']);
});
