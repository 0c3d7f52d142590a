/** LDAP: operations and results by number, the entries of a search as one response, filters as text. */
import { Conversation } from '../../support/conversation.js';
import { linesOf, said, saidInPieces } from '../support.js';
import { ber, bind, entry, equals, FIRST, message, outcome, search, text } from './ldap.js';

const BEGUN = ['bind cn=joe: success'];
const ANY = ber(0x87, 'objectClass');

test('operations at once, cut anywhere', () => {
  const steps = [
    ...FIRST,
    `c ${search(2, 'dc=example', equals('uid', 'joe'))}${search(3, '', ANY)}`,
    `s ${entry(2, 'x'.repeat(300))}${entry(2, 'b')}${outcome(3, 0x65, 32, 'no base')}${outcome(2, 0x65, 4, 'limit')}`,
    `c ${search(4, 'dc=example', ANY)}${message(5, ber(0x4a, 'cn=joe'))}${message(6, ber(0x50, '\x04'))}`,
    `s ${entry(4, 'a')}${outcome(4, 0x65, 0)}${outcome(5, 0x6b, 50, 'not yours')}`,
    `c ${message(7, ber(0x77, ber(0x80, '1.3.6.1.4.1.4203.1.11.3')))}${message(8, ber(0x6e, text('cn=joe')))}`,
    `s ${outcome(7, 0x78, 0)}${outcome(8, 0x6f, 5)}${outcome(0, 0x78, 52, '', ber(0x8a, '1.3.6.1.4.1.1466.20036'))}`,
    `c ${message(9, ber(0x42))}`,
  ];
  const lines = [
    ...BEGUN,
    'search “dc=example” sub (uid=joe): sizeLimitExceeded limit (failed)',
    'search sub (objectClass=*): noSuchObject no base (failed)',
    'search “dc=example” sub (objectClass=*): success 1 entry',
    'delete cn=joe: insufficientAccessRights not yours (failed)',
    'abandon message 4: -',
    'extended Who am I?: success',
    'compare cn=joe: compareFalse',
    '< unavailable Notice of Disconnection (failed)',
    'unbind : -',
  ];
  const found = (/** @type {string[]} */ all) => all.filter((line) => line !== '< entries 2 entries');
  expect(found(said(steps))).toEqual(lines);
  for (const size of [1, 4, 100]) expect(found(saidInPieces(steps, size))).toEqual(lines);
});

test('the first entry begins the response, also where another search ends between them', () => {
  const conversation = new Conversation().run([
    ...FIRST,
    `c ${search(2, 'a', ANY)}${search(3, 'b', ANY)}`,
    `s ${entry(2, 'one')}`,
    `s ${entry(2, 'two')}${outcome(3, 0x65, 0)}`,
    `s ${outcome(2, 0x65, 0)}`,
  ]);
  const answers = conversation.messages.filter(({ kind }) => kind === 'response').slice(1);
  expect(answers.map(({ pair, bodyBytes, outcomeText }) => [pair, bodyBytes, outcomeText])).toEqual([
    [2, 28, '2 entries'],
    [3, 14, ''],
    [2, 14, ''],
  ]);
});

test.each([
  [ber(0xa0, equals('a', 'b'), ber(0xa2, ber(0xa5, text('n'), text('5')))), '(&(a=b)(!(n>=5)))'],
  [ber(0xa1, ber(0xa4, text('cn'), ber(0x30, ber(0x80, 'a'), ber(0x81, 'b'), ber(0x82, 'c')))), '(|(cn=a*b*c))'],
  [ber(0xa4, text('cn'), ber(0x30, ber(0x81, 'b'))), '(cn=*b*)'],
  [ber(0xa9, ber(0x83, 'x')), '(…)'],
  [[...Array(20)].reduce((inner) => ber(0xa2, inner), ANY), `${'(!'.repeat(9)}…${')'.repeat(9)}`],
])('a filter', (filter, shown) => {
  expect(said([...FIRST, `c ${search(2, '', filter)}`]).at(-1)).toBe(`search sub ${shown}: ?`);
});

test('no password is shown; what SASL wraps is left alone', () => {
  const simple = said([`c ${bind(1, '', 'secret')}`, `s ${outcome(1, 0x61, 49)}`]);
  expect(simple).toEqual(['bind anonymous: invalidCredentials (failed)']);
  const sasl = message(1, ber(0x60, ber(2, '\x03'), text(''), ber(0xa3, text('GSS-SPNEGO'), text('secret'))));
  const conversation = new Conversation().run([
    `c ${sasl}`,
    `s ${outcome(1, 0x61, 0)}`,
    'c \0\0\0\x08wrapped!',
    'c more',
  ]);
  expect(linesOf(conversation)).toEqual(['bind GSS-SPNEGO: success']);
  expect(conversation.analysis.warningsOf(0)).toEqual([]);
});

test('behind missing entries, and from mid-connection', () => {
  const steps = [`c ${search(2, 'a', ANY)}`, `s ${entry(2, 'x')}`, 's~50', `s ${outcome(2, 0x65, 0)}`];
  expect(said([...FIRST, ...steps]).at(-1)).toMatch(/^search “a” sub .*: success$|^< /);
  const rounds = [5, 6, 7].flatMap((id) => [
    `c ${search(id, `n${id}`, ANY)}`,
    `s ${entry(id, 'x')}${outcome(id, 0x65, 0)}`,
  ]);
  const conversation = new Conversation({ guessed: true }).run(['s the rest', ...rounds, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('ldap');
  expect(linesOf(conversation)).toEqual([5, 6, 7].map((id) => `search “n${id}” sub (objectClass=*): success 1 entry`));
});
