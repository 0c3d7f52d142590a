/** SMB 2: requests and responses by number, compounds, files by name, credits, statuses. */
import { Conversation } from '../../support/conversation.js';
import { linesOf, little, said, saidInPieces } from '../support.js';
import { answer, close, connect, create, created, FIRST, framed, message, read } from './smb.js';

const ID = '0123456789abcdef';
const SAME = '\xff'.repeat(16);
const BEGUN = ['Negotiate : SUCCESS 1 credit, 1 left'];

test('files by name, requests at once, credits', () => {
  const steps = [
    ...FIRST,
    `c ${framed(message(3, 1, connect('\\\\a\\share'), { charge: 0 }))}`,
    `s ${framed(answer(3, 1, 0, undefined, { credits: 10 }))}`,
    `c ${framed(message(5, 2, create('a.txt')))}`,
    `s ${framed(answer(5, 2, 0, created(ID)))}`,
    `c ${framed(message(8, 3, read(ID, 65536, 100000), { charge: 2 }))}${framed(message(15, 5, `\x20\0\0\0\0\0\0\0${ID}`))}`,
    `s ${framed(answer(15, 5, 0x103, undefined, { flags: 3 }))}${framed(answer(8, 3, 0, 'x'.repeat(100000)))}`,
    `c ${framed(message(12, 5, ''))}${framed(message(6, 6, close(ID)))}`,
    `s ${framed(answer(15, 5, 0xc0000120, undefined, { flags: 3, credits: 0 }))}${framed(answer(6, 6, 0xc0000022))}`,
  ];
  const lines = [
    ...BEGUN,
    'Tree Connect \\\\a\\share: SUCCESS 10 credits, 10 left',
    'Create a.txt: SUCCESS 1 credit, 10 left',
    'Read a.txt 100000 bytes at 65536: SUCCESS 1 credit, 9 left',
    'Change Notify a.txt: CANCELLED 0 credits, 8 left',
    'Cancel : -',
    'Close a.txt: ACCESS_DENIED 1 credit, 9 left (failed)',
  ];
  const found = (/** @type {string[]} */ all) => all.filter((line) => !line.startsWith('< PENDING'));
  expect(found(said(steps))).toEqual(lines);
  const names = (/** @type {string[]} */ all) => found(all).map((line) => line.replace(/ \d+ credits?, .* left/, ''));
  for (const size of [1, 30, 1000]) expect(names(saidInPieces(steps, size))).toEqual(names(lines));
});

test('several in one message', () => {
  const padded = (/** @type {string} */ text) => text.padEnd(8 * Math.ceil(text.length / 8), '\0');
  const chain = (/** @type {string[]} */ ...all) =>
    framed(
      all
        .map((one, i) =>
          i < all.length - 1 ? `${one.slice(0, 20)}${little(padded(one).length, 4)}${padded(one).slice(24)}` : one,
        )
        .join(''),
    );
  const asked = chain(message(5, 1, create('b.txt')), message(8, 2, read(SAME, 0, 10)), message(6, 3, close(SAME)));
  const got = chain(answer(5, 1, 0, created(ID)), answer(8, 2, 0xc0000011), answer(6, 3, 0));
  expect(said([...FIRST, `c ${asked}`, `s ${got}`]).map((line) => line.replace(/ \d+ credit.*left/, ''))).toEqual([
    'Negotiate : SUCCESS',
    'Create b.txt: SUCCESS',
    'Read b.txt 10 bytes at 0: END_OF_FILE',
    'Close b.txt: SUCCESS',
  ]);
});

test('SMB 1 that turns into SMB 2, encrypted messages, and what is no message', () => {
  const old = framed(`\xffSMB\x72${'\0'.repeat(27)}\0NT LM 0.12\0`);
  const sealed = framed(`\xfdSMB${'s'.repeat(100)}`);
  const conversation = new Conversation().run([
    `c ${old}`,
    `s ${framed(answer(0, 0, 0, '\x41\0'))}`,
    `c ${sealed}${framed('')}${sealed}`,
    `s ${sealed}`,
    `s ${framed(answer(18, -1, 0, '\x18\0'))}`,
    'c.fin',
    's.fin',
  ]);
  expect(linesOf(conversation)).toEqual(['Negotiate : SUCCESS 1 credit, 2 left', '< Oplock Break']);
  expect(conversation.analysis.warningsOf(0)).toEqual([]);
});

test('from mid-connection: no credits are known, and names of files opened since', () => {
  const rounds = [5, 6, 7].flatMap((id) => [
    `c ${framed(message(8, id, read(ID, id, 10)))}`,
    `s ${framed(answer(8, id, 0, 'data of a file'))}`,
  ]);
  const conversation = new Conversation({ guessed: true }).run(['s the rest of data', ...rounds, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('smb');
  expect(linesOf(conversation)).toEqual([5, 6, 7].map((at) => `Read 10 bytes at ${at}: SUCCESS 1 credit`));
});
