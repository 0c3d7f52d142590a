/** Kinds whose needs a capture does not meet: their detectors are not run, and the need says why. */
import { KINDS } from '../../../../lib/insight/findings/all-kinds.js';
import { SHOWS } from '../../../../lib/insight/findings/define-kind.js';
import { look } from '../../../../lib/insight/findings/examination.js';
import { findingsOf } from '../../../../lib/insight/findings/findings-of.js';
import { DETECTORS } from '../../../../lib/insight/findings/registry.js';
import { hasShown } from '../../../../lib/insight/findings/shows.js';
import { unobservableIn } from '../../../../lib/insight/findings/unobservable.js';
import { connectionOf } from '../../../support/packets/connection.js';

/** @typedef {import('../../../../lib/insight/findings/context.js').Context} Context */

const OPTIONS = 'mss 1460 ws 7 sack';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** Writes of a client that has nothing to send for most of the time. */
const SLOW = repeat(40, () => ['+300ms client data 1460', 'client PSH data 500', '+40ms server ACK']);

/** @param {string[]} lines @returns {Context} */
function contextIn(lines) {
  const { ingest } = connectionOf(...lines).analysis;
  ingest.verdicts.refresh(0);
  return look({ tcp: ingest.tcp, messages: ingest.messages }, 0, ingest.verdicts.found(0)).context;
}

/** @param {string} end @param {string[]} lines */
const without = (end, lines) => lines.map((line) => (line.includes(`${end} `) ? `${line} uncaptured` : line));

const WHOLE = contextIn([...SHAKE, ...SLOW]);
const ONE_WAY = contextIn(without('server', [...SHAKE, ...SLOW]));
const LACKING = contextIn([
  ...SHAKE,
  ...repeat(40, (k) => [
    `+3ms client data 1460${k % 5 === 3 ? ' uncaptured' : ''}`,
    'client data 1460',
    '+40ms server ACK',
  ]),
]);
/** Of unknown scale: the handshake is not in the capture. */
const UNSCALED = contextIn([
  ...SHAKE.map((line) => `${line} uncaptured`),
  ...repeat(60, () => ['+1ms client data 4x1460', '+40ms server ACK']),
]);

/** In which nothing rules out what a kind is about. @param {Context} context @returns {Context} */
const ofAll = (context) => ({
  ...context,
  seen: { ...context.seen, verdicts: [-1, -1] },
  messages: /** @type {any} */ ({ tls: {}, exchanges: [{}], unaskedAnswers: [{}], hasHeads: true, protocol: 'imap' }),
});

/** Those of QUIC are looked for in its own connections (quic/shows.js). */
const NEEDY = Object.values(KINDS).filter(({ code, needs }) => (needs ?? 0) !== 0 && !code.startsWith('quic_'));

test('what a capture shows is known for each direction', () => {
  expect(hasShown(WHOLE, SHOWS.BOTH_WAYS | SHOWS.WHOLE | SHOWS.HANDSHAKE | SHOWS.ACKS | SHOWS.SCALE)).toBe(true);
  expect(hasShown(ONE_WAY, SHOWS.BOTH_WAYS)).toBe(false);
  expect([0, 1].map((direction) => hasShown(ONE_WAY, SHOWS.ACKS, direction))).toEqual([false, true]);
  expect([hasShown(LACKING, SHOWS.WHOLE), hasShown(LACKING, SHOWS.BOTH_WAYS)]).toEqual([false, true]);
  expect([0, 1].map((direction) => hasShown(UNSCALED, SHOWS.SCALE, direction))).toEqual([false, false]);
  expect(hasShown(UNSCALED, SHOWS.HANDSHAKE)).toBe(false);
});

test('all kinds of a detector need the same', () => {
  const needs = DETECTORS.flatMap((one) => one.kinds.map((kind) => [kind.code, kind.needs ?? 0, one.needs]));
  expect(needs.filter(([, ofKind, ofDetector]) => ofKind !== ofDetector)).toEqual([]);
});

/** By need: a capture that does not meet it, and why. @type {[need: number, context: Context, reason: string][]} */
const UNMET = [
  [SHOWS.BOTH_WAYS, ONE_WAY, "only the client's packets are in the capture"],
  [SHOWS.WHOLE, LACKING, 'packets are missing from the capture itself'],
  [SHOWS.SCALE, UNSCALED, "the handshake, which has the server's window scale, is missing"],
];

test.each(NEEDY)('$code is not looked for where its need is not met, which says why', ({ code, needs = 0 }) => {
  const unmet = UNMET.filter(([need]) => (needs & need) !== 0);
  expect(unmet).toHaveLength(1);
  const [[, context, reason]] = unmet;
  const of = (/** @type {Context} */ one) => unobservableIn(ofAll(one), []).filter((row) => row.code === code);
  expect(of(context)).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining(`not observable here, because ${reason}`) }),
  );
  expect(findingsOf([context])[0].findings.map((found) => found.code)).not.toContain(code);
  expect(of(WHOLE).filter((row) => row.reason.includes(reason))).toEqual([]);
});

test('where both ends were captured it is found', () => {
  expect(findingsOf([WHOLE])[0].findings.map(({ code }) => code)).toContain('application_limited');
  expect(findingsOf([ONE_WAY])[0].findings.map(({ code }) => code)).toContain('one_way');
});

test('what could not have occurred is not said to be unobservable', () => {
  const codes = unobservableIn(ONE_WAY, []).map(({ code }) => code);
  expect(codes).not.toEqual(expect.arrayContaining(['tls_slow']));
  expect(codes).not.toContain('request_unanswered');
  expect(codes).toContain('application_limited');
});
