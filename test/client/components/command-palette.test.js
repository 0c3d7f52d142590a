import { matching, viewsOf } from '../../../client/components/command-palette.js';
import { CAPTURE_VIEWS, parsePlace } from '../../../client/state/router.js';
import fc from '../../support/properties.js';

const nothing = () => undefined;
const commands = ['Dark or light', 'Fit all', 'Follow the end', 'Find a frame', 'old-capture.pcap'].map((text) => ({
  text,
  words: '',
  run: nothing,
}));
/** @param {string} typed @param {string} [path] */
const found = (typed, path = '/') => matching(commands, typed, path, nothing).map(({ text }) => text);

test.each([
  ['', ['Dark or light', 'Fit all', 'Follow the end', 'Find a frame', 'old-capture.pcap']],
  ['fi', ['Fit all', 'Find a frame']],
  ['FOL', ['Follow the end']],
  ['light', ['Dark or light']],
  ['dol', ['Dark or light']],
  ['zzz', []],
  ['all', ['Fit all']],
])('“%s” finds %j', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

test('what begins with the letters comes before what has them within, and that before what has them scattered', () => {
  expect(found('o')).toEqual(['old-capture.pcap', 'Dark or light', 'Follow the end']);
});

test('a number is a connection of the capture that is shown', () => {
  /** @type {string[]} */
  const gone = [];
  const [command] = matching(commands, '17', '/captures/a%20b/lanes', (path) => gone.push(path));
  command.run();
  expect([command.text, gone]).toEqual(['Connection 17', ['/captures/a%20b/connections/17']]);
  expect(found('17')).toEqual([]);
});

test('every view of a capture is offered, and its address leads to it', () => {
  const views = viewsOf('/captures/a%20b/connections/3').map(({ label, href }) => [label, parsePlace(href).view]);
  expect(views).toEqual([
    ['Packets', 'connection'],
    ['Messages', 'messages'],
    ['Connections', 'capture'],
    ...Object.entries(CAPTURE_VIEWS).map(([name, label]) => [label, name]),
  ]);
  expect(views).toContainEqual(['What if', 'whatif']);
});

test('any text finds only what has its letters in order', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      for (const text of found(typed)) {
        expect(
          new RegExp([...typed.trim()].map((letter) => letter.replace(/[^\w]/g, '\\$&')).join('.*'), 'i').test(text),
        ).toBe(true);
      }
    }),
  );
});
