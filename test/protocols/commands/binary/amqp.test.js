/** AMQP 0-9-1: methods and answers by channel, confirms by tag, refusals by the method that they name. */
import { Conversation } from '../../support/conversation.js';
import { linesOf, said, saidInPieces } from '../support.js';
import {
  close,
  confirm,
  content,
  declare,
  declared,
  FIRST,
  frame,
  HEADER,
  login,
  method,
  publish,
  short,
  START,
} from './amqp.js';

const SELECT = [`c ${method(1, 85, 10, '\0')}`, `s ${method(1, 85, 11)}`];
const BEGUN = ['AMQP 0-9-1: OK', 'connection.start-ok PLAIN: OK'];
const lastOf = (/** @type {string[]} */ steps) => said([...FIRST, ...steps]).slice(BEGUN.length);

test('methods of several channels at once, cut anywhere', () => {
  const steps = [
    ...FIRST,
    `c ${method(0, 10, 31, '\x07\xff\0\x02\0\0\0\x3c')}${method(0, 10, 40, `${short('/shop')}\0\0`)}`,
    `s ${method(0, 10, 41, '\0')}`,
    `c ${method(1, 20, 10, '\0')}${method(2, 20, 10, '\0')}`,
    `s ${method(2, 20, 11, '\0\0\0\0')}${frame(8, 0, '')}${method(1, 20, 11, '\0\0\0\0')}`,
    `c ${declare('one')}${declare('two', 0, 2)}${declare('three', 16)}`,
    `s ${declared('two', 2)}${declared('one')}`,
    `c ${publish('events', 'order.new', 'body')}${method(1, 60, 70, `\0\0${short('one')}\0`)}`,
    `s ${method(1, 60, 72, '\0')}`,
    `s ${content(1, 60, `${short('tag')}\0\0\0\0\0\0\0\x07\0${short('events')}${short('order.new')}`, 'body')}`,
    `c ${confirm(7, 1)}`,
  ];
  const lines = [
    ...BEGUN,
    'connection.open /shop: OK',
    'channel.open channel 1: OK',
    'channel.open channel 2: OK',
    'queue.declare one: OK one',
    'queue.declare two (channel 2): OK two',
    'queue.declare three: -',
    'basic.publish events order.new: -',
    'basic.get one: empty',
    '< basic.deliver events order.new',
    'basic.ack deliveries up to 7: -',
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 3, 50]) expect(saidInPieces(steps, size)).toEqual(lines);
});

test('confirms: one, several at once, one refused; a message that no queue takes', () => {
  const publishes = ['a', 'b', 'c', 'd'].map((key) => publish('', key, 'body')).join('');
  expect(
    lastOf([
      ...SELECT,
      `c ${publishes}`,
      `s ${confirm(1)}${confirm(3, 1)}${confirm(4, 0, 120)}`,
      `c ${publish('', 'nowhere', 'body')}`,
      `s ${content(1, 50, `${'\x01\x38'}${short('NO_ROUTE')}\0${short('nowhere')}`, 'body')}${confirm(5)}`,
    ]),
  ).toEqual([
    'confirm.select : OK',
    'basic.publish a: ack',
    'basic.publish b: ack',
    'basic.publish c: ack',
    'basic.publish d: nack (failed)',
    'basic.publish nowhere: 312 NO_ROUTE NO_ROUTE: nowhere (failed)',
    '< ack',
  ]);
});

test('what closes a channel or the connection answers the method that it names', () => {
  expect(
    lastOf([
      `c ${declare('q')}`,
      `s ${close(1, 406, 'PRECONDITION_FAILED - durable', 50, 10)}`,
      `c ${publish('none', 'key', 'body', 2)}`,
      `s ${close(2, 404, 'NOT_FOUND - no exchange', 60, 40)}`,
      `c ${confirm(9, 0, 80, 3)}`,
      `s ${close(3, 406, 'unknown delivery tag 9', 60, 80)}`,
      `s ${close(0, 320, 'shutdown', 0, 0)}`,
    ]),
  ).toEqual([
    'queue.declare q: 406 PRECONDITION_FAILED PRECONDITION_FAILED - durable (failed)',
    'basic.publish none key (channel 2): 404 NOT_FOUND NOT_FOUND - no exchange (failed)',
    'basic.ack delivery 9 (channel 3): 406 PRECONDITION_FAILED unknown delivery tag 9 (failed)',
    '< 320 CONNECTION_FORCED shutdown (failed)',
  ]);
  expect(said([`c ${HEADER}`, `s ${START}`, `c ${login('joe', 'x')}`, `s ${close(0, 403, 'refused', 0, 0)}`])).toEqual([
    'AMQP 0-9-1: OK',
    'connection.start-ok PLAIN: 403 ACCESS_REFUSED refused (failed)',
  ]);
  expect(said([`c ${HEADER}`, 's AMQP\0\0\x09\x01'])).toEqual(['AMQP 0-9-1: other version 0-9-1 (failed)']);
});

test('behind missing publishes no confirm is anyone’s', () => {
  expect(
    lastOf([
      ...SELECT,
      `c ${publish('', 'a', 'body')}`,
      `s ${confirm(1)}`,
      'c~60',
      `c ${publish('', 'c', 'body')}`,
      `s ${confirm(2)}${confirm(3)}`,
      `c ${declare('q')}`,
      `s ${declared('q')}`,
    ]),
  ).toEqual([
    'confirm.select : OK',
    'basic.publish a: ack',
    'basic.publish c: -',
    '< ack',
    '< ack',
    'queue.declare q: OK q',
  ]);
});

test('from mid-connection, and version 1.0 by its name', () => {
  const rounds = ['a', 'b', 'c'].flatMap((queue) => [`c ${declare(queue)}`, `s ${declared(queue)}`]);
  const conversation = new Conversation({ guessed: true }).run([
    's \x01\x02 rest of a body\xce',
    ...rounds,
    'c.fin',
    's.fin',
  ]);
  expect(conversation.analysis.protocolOf(0)).toBe('amqp');
  expect(linesOf(conversation)).toEqual(['queue.declare a: OK a', 'queue.declare b: OK b', 'queue.declare c: OK c']);
  const other = new Conversation().run(['c AMQP\x03\x01\0\0', 's AMQP\x03\x01\0\0', 'c.fin', 's.fin']);
  expect(other.analysis.protocolOf(0)).toBe('amqp-1.0');
});
