import { icmpWords } from '../../../client/views/connection/data/icmp-errors.js';
import { classesThatOccur } from '../../../client/views/connection/data/mark-classes.js';
import { createModel } from '../../../client/views/connection/data/model.js';
import { factsOf, noteOf } from '../../../client/views/connection/packets/packet-facts.js';
import { flowOf } from '../support/connection.js';
import { columnsOf } from '../support/packet-columns.js';

/** @type {import('../../../client/views/connection/data/icmp-errors.js').IcmpError} */
const ERROR = {
  frame: 2,
  time: 0.005,
  kind: 'fragmentation_needed',
  type: 3,
  code: 4,
  mtu: 1400,
  from: '192.0.2.1',
  direction: 'serverToClient',
  seq: 1,
  quotedFrame: 1,
  isUnderWay: true,
};
const PACKETS = columnsOf([
  { at: 0, from: 'server', seq: 1, bytes: 100 },
  { at: 40, from: 'client', ack: 101 },
]);
const modelOf = (/** @type {(typeof ERROR)[]} */ errors) =>
  createModel(flowOf({ icmpErrors: { total: errors.length, outside: 0, errors } }), PACKETS, [], null);

test('an ICMP error stands at the packet that it quotes, in the table and on its card', () => {
  const model = modelOf([ERROR]);
  expect(noteOf(model, 0)).toBe('ICMP fragmentation needed, MTU 1400, from 192.0.2.1 in frame 2');
  expect(noteOf(model, 1)).not.toContain('ICMP');
  expect(Object.fromEntries(factsOf(model, 0).lines)).toMatchObject({
    'ICMP error': 'fragmentation needed, MTU 1400, from 192.0.2.1 in frame 2',
  });
  expect(icmpWords(modelOf([ERROR, { ...ERROR, frame: 3 }]), 0)).toMatch(/, and 1 more$/);
});

test('it is a mark of its direction, at its own time and at the quoted bytes', () => {
  const model = modelOf([ERROR, { ...ERROR, quotedFrame: null, seq: 51, time: 0.001 }]);
  expect(model.icmpErrors.marks[1]).toEqual([
    { timeNs: 1e6, offset: 51 },
    { timeNs: 5e6, offset: 1 },
  ]);
  expect(classesThatOccur(model, 1).map(({ id }) => id)).toContain('icmp');
  expect(classesThatOccur(model, 0).map(({ id }) => id)).not.toContain('icmp');
});
