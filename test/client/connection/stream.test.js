import { readPart, turnsOf } from '../../../client/views/connection/stream/turns.js';

const piece = (/** @type {'clientToServer'|'serverToClient'} */ direction, /** @type {number} */ time, text = 'x') => ({
  direction,
  offset: 0,
  time,
  frame: time,
  bytes: btoa(text),
  missing: 0,
});

test('a part: its layer, its pieces, and where the next begins', () => {
  const pieces = [piece('clientToServer', 1), piece('serverToClient', 2)];
  const lines = [{ layers: ['tls', 'tcp'], layer: 'tls' }, ...pieces, { next: 7 }].map((line) => JSON.stringify(line));
  expect(readPart(`${lines.join('\n')}\n`)).toEqual({ layers: ['tls', 'tcp'], layer: 'tls', pieces, next: 7 });
});

test('pieces of one side are one turn, with the pause before it; messages stand each by itself', () => {
  const pieces = [piece('clientToServer', 1, 'a'), piece('clientToServer', 2, 'b'), piece('serverToClient', 5, 'c')];
  const turns = turnsOf(pieces, null);
  expect(turns.map(({ pause, pieces: own }) => [pause, own.map(({ bytes }) => String.fromCharCode(...bytes))])).toEqual(
    [
      [null, ['a', 'b']],
      [3, ['c']],
    ],
  );
  expect(turnsOf([piece('clientToServer', 9)], pieces[2])[0].pause).toBe(4);
  expect(
    turnsOf(
      pieces.map((one) => ({ ...one, what: 'text' })),
      null,
    ).length,
  ).toBe(3);
});
