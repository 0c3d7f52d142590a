/** What is said of a sender from a capture taken elsewhere. */
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack';
/** At the client, without TCP timestamps. */
const SHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+30us client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();
const described = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
const codesOf = (/** @type {string[]} */ ...lines) =>
  described(...lines).findings.map((/** @type {any} */ { code }) => code);

test('an answer leaves no sooner than its request arrives: no Nagle between exchanges', () => {
  const exchanges = repeat(20, () => [
    '+79ms client PSH data 60',
    '+20.2ms server PSH data 893',
    '+50us client ACK', // long before the next request
  ]);
  const codes = codesOf(...SHAKE, ...exchanges);
  expect(codes).not.toContain('nagle_delayed_ack');
  expect(codes).not.toContain('nagle_held');
  expect(codes).not.toContain('queueing_delay');
});

test('a second part of an answer that waits for a delayed acknowledgement is held by Nagle all the same', () => {
  const exchanges = repeat(20, () => [
    '+79ms client PSH data 60',
    '+20.2ms server PSH data 200',
    '+40ms client ACK', // delayed
    '+20.2ms server PSH data 700',
    '+50us client ACK',
  ]);
  expect(codesOf(...SHAKE, ...exchanges)).toContain('nagle_delayed_ack');
});
