import { connectionOf } from '../../support/packets/connection.js';

const MSS = 1460;
const OPTIONS = 'mss 1460 ws 10 sack';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/**
 * Twenty segments, all acknowledged, a pause, and what then leaves before the next acknowledgement.
 * @param {string} pause
 * @param {number} segments
 * @param {string[]} more
 */
function behind(pause, segments, more) {
  const lines = [
    ...SHAKE,
    `client data 10x${MSS}`,
    ...Array.from({ length: 5 }, (_, k) => [
      `+${k === 0 ? 40 : 1}ms server ACK ${1 + (k + 1) * 2 * MSS} win 60000`,
      `+20us client data 4x${MSS}`,
    ]).flat(),
    '+40ms server ACK',
    `+${pause} client data ${segments}x${MSS}`,
    ...more,
  ];
  return connectionOf(...lines).analysis.opened.describeSenders(0)[0].restarts;
}
const ANSWERED = [`+40ms server ACK ${1 + 32 * MSS}`, `+20us client data 4x${MSS}`];

test('a window that starts anew behind a silence, one that is kept, and one that does not show', () => {
  expect(behind('1s', 10, ANSWERED)).toMatchObject([
    { before: 20, after: 10, anew: true, silence: expect.closeTo(1, 2) },
  ]);
  expect(behind('1s', 20, ANSWERED)).toMatchObject([{ before: 20, after: 20, anew: false }]);
  expect(behind('1s', 3, ['+40ms server ACK'])).toMatchObject([{ anew: null }]);
  expect(behind('100ms', 10, ANSWERED)).toEqual([]);
});
